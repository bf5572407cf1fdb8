/**
 * Commands in Docker containers, for `createBash({ backend })`.
 *
 * @packageDocumentation
 */
export { createDockerBackend } from './docker-backend.ts';
export type { ContainerLimits, DockerBackendOptions } from './options.ts';
