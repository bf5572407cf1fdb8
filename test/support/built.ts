import { fileURLToPath } from 'node:url';
import type * as root from '../../src/index.ts';

/** The root of the package as it is built, by its path. */
export const builtRoot = fileURLToPath(new URL('../../dist/index.js', import.meta.url));

/** The same, loaded: for what only the built package can do, such as to start a thread. Its types are those of the sources. */
export async function loadBuiltRoot(): Promise<typeof root> {
  return await import(/* @vite-ignore */ builtRoot);
}
