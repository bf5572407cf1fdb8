/**
 * For those who write a backend or test what they build on Handrail.
 *
 * @packageDocumentation
 */
export type { BackendCase, BackendHarness } from './backend-cases/backend-case.ts';
export { type LimitCase, type LimitedHarness, limitCases } from './backend-cases/limits.ts';
export { backendCases } from './backend-suite.ts';
export { createFakeBackend, exited, type FakeBackend, type FakeCommand } from './fake-backend.ts';
export { createFakeClock, type FakeClock } from './fake-clock.ts';
