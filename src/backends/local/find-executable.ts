import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** The absolute path of the first executable file of that name on a PATH; `null` when there is none. */
export function findExecutable(name: string, path: string | undefined): string | null {
  for (const directory of (path ?? '').split(delimiter)) {
    if (!isAbsolute(directory)) continue; // A program from wherever the host happens to stand is not the system's.
    const candidate = join(directory, name);
    if (isExecutable(candidate)) return candidate;
  }
  return null;
}

/** Whether the path is a file that this process may execute. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // Not there, or not ours to see: either way it cannot be run.
  }
}
