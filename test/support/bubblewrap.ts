import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createBubblewrapBackend } from '../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { findExecutable } from '../../src/backends/local/find-executable.ts';
import { sandboxOf } from '../../src/confine/sandbox.ts';
import { sandboxLevels } from '../../src/confine/sandbox-levels.ts';
import type { Backend } from '../../src/model/ports.ts';
import type { SandboxLevel, SandboxPlan } from '../../src/model/sandbox.ts';
import { path } from './local-backend.ts';
import { temporaryDirectory } from './temporary.ts';
import { withoutPerl } from './without-perl.ts';

/** Where there is no bubblewrap its tests are left out; with `CI` set they are not, and fail. */
export const lacksBubblewrap = !process.env.CI && findExecutable('bwrap', path) === null;

/**
 * A PATH with a bubblewrap, in the directory, that does this before it makes what commands run in, and answers as ever when it is only
 * tried. Where sandboxes do not show the directory, each is made as a whole.
 */
export function pathWith(before: string, directory: string = temporaryDirectory()): string {
  const script = `[[ " $* " != *' --info-fd '* ]] || ${before}\nexec ${findExecutable('bwrap', path)} "$@"`;
  writeFileSync(join(directory, 'bwrap'), `#!${findExecutable('bash', path)}\n${script}\n`, { mode: 0o755 });
  return [directory, path].join(delimiter);
}

/** It is closed when the test is over. `isWhole`: it has no bases for its sandboxes, as Perl does not enter them. */
export function bubblewrapBackend({ warm = false, isWhole = false } = {}): Backend {
  const programs = isWhole ? withoutPerl(temporaryDirectory()) : path;
  const backend = createBubblewrapBackend({ bashPath: null, path: programs, warm });
  onTestFinished(() => backend.close());
  return backend;
}

/** What the level `workspace`, changed like this, comes to for a directory. */
export function sandboxFor(
  workspace: string,
  given: Partial<SandboxLevel> = {},
  home: string | null = null,
): SandboxPlan {
  const [level] = sandboxLevels;
  if (level === undefined) throw new Error('expected a level');
  const rule = { levels: [{ ...level, ...given }], required: true };
  const own = { stateDir: '/nonexistent/state', outputDirs: [], settingsDir: '/nonexistent/config', env: {} };
  const rules = { ofUser: [], ofProject: [] };
  const plan = sandboxOf(rule, { workspace, home, ...own, rules }, 'a conversation');
  if (plan === null) throw new Error('expected a plan');
  return plan;
}
