import { accessSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect } from 'vitest';
import { callNumbers } from '../../src/backends/bubblewrap/filter/system-calls.ts';
import { fileView } from '../../src/backends/bubblewrap/layout/file-view.ts';
import { sandboxOf } from '../../src/confine/sandbox.ts';
import { sandboxLevels } from '../../src/confine/sandbox-levels.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { SandboxLevel } from '../../src/model/sandbox.ts';
import { path, planIn } from './local-backend.ts';
import {
  directoryOf,
  giveTo,
  type SandboxHost,
  type SandboxUser,
  sandboxUsers,
  startSandboxHost,
} from './sandbox-user.ts';

/** What stands in every file that no command is to read. */
export const secret = 'NOT-FOR-COMMANDS';

/**
 * A home directory with a project in it, and what is beside it, all under one temporary directory, which stands for the
 * machine: nothing that gets out of a sandbox changes anything else.
 */
export interface World {
  readonly user: SandboxUser;
  readonly root: string;
  readonly home: string;
  /** The workspace: a repository. */
  readonly project: string;
  /** A directory of the user's that commands may see and not change, with a `file` in it. */
  readonly outside: string;
  readonly runtime: string;
  readonly state: string;
  /** Whether others come after this test's commands, for which sandboxes wait. */
  readonly isShared: boolean;
}

/** Files are by their paths in the world. */
export function makeWorld(
  user: SandboxUser,
  files: Readonly<Record<string, string>> = {},
  whenOver?: (remove: () => void) => void,
): World {
  const root = directoryOf(user, 'world', whenOver);
  const directories = ['home/project/.git/hooks', 'outside', 'runtime', 'state'];
  for (const directory of directories) mkdirSync(join(root, directory), { recursive: true });
  const own = {
    ...{ 'home/project/.git/config': '[core]\n', 'outside/file': 'as it was\n' },
    ...{ 'state/state.db': secret },
    ...('home/.ssh' in files ? {} : { 'home/.ssh/id': secret }),
  };
  for (const [name, text] of Object.entries({ ...own, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  giveTo(user, root);
  const at = (name: string) => join(root, name);
  const [home, project, outside] = [at('home'), at('home/project'), at('outside')];
  const isShared = whenOver !== undefined;
  return { user, root, home, project, outside, runtime: at('runtime'), state: at('state'), isShared };
}

/**
 * Worlds for the tests of the block that this is called in: each has one of its own. Where sandboxes wait they have one
 * together, as what waits after a command is for the next one there; what that has made in the project is removed.
 */
export function worldsFor({ user, isWarm }: Pick<Confined, 'user' | 'isWarm'>): () => World {
  let shared: World | null = null;
  const removals: (() => void)[] = [];
  afterAll(() => {
    for (const remove of removals) remove();
  });
  return () => {
    if (!isWarm) return makeWorld(user);
    shared ??= makeWorld(user, {}, (remove) => removals.push(remove));
    for (const name of readdirSync(shared.project)) {
      const path = join(shared.project, name);
      if (name !== '.git' && !isStub(path)) rmSync(path, { recursive: true });
    }
    return shared;
  };
}

/** Whether it only stands for what is not there, or is gone by now; while it goes, a look can tell it for a file. */
function isStub(path: string): boolean {
  return fileView.look(path) === 'missing' || fileView.look(path) === 'missing';
}

/** A plan for a command in the project of a world. It finds the places of the world in variables. */
export function planFor(
  world: World,
  command: string,
  given: Partial<Plan> = {},
  level: Partial<SandboxLevel> = {},
): Plan {
  const [usual] = sandboxLevels;
  if (usual === undefined) throw new Error('expected a level');
  const { home, outside, project, root, runtime, state } = world;
  const env = { XDG_RUNTIME_DIR: runtime };
  const own = { stateDir: state, outputDirs: [], settingsDir: join(home, '.config/handrail') };
  const rules = { ofUser: [], ofProject: [] };
  const rule = { levels: [{ ...usual, readOnly: [root], ...level }], required: true };
  const sandbox = sandboxOf(rule, { workspace: project, home, ...own, rules, env }, 'a conversation');
  const variables = { PATH: path, HOME: home, WORLD: root, OUTSIDE: outside, RUNTIME: runtime, ...env };
  return planIn(project, command, {
    ...{ sandbox, streams: 'combined', env: variables },
    ...given,
  });
}

/** All that is in a directory, files with what is in them. What stands in for something comes and goes, and is left out. */
export function contentsOf(directory: string): Readonly<Record<string, string>> {
  const found: [name: string, text: string][] = [];
  const walk = (name: string): void => {
    const path = join(directory, name);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const below = join(name, entry.name);
      if (isStub(join(directory, below))) continue;
      const text = entry.isFile() ? readFileSync(join(directory, below), 'utf8') : 'no file';
      found.push([below, text]);
      if (entry.isDirectory() && isOpen(join(directory, below))) walk(below);
    }
  };
  walk('');
  return Object.fromEntries(found);
}

/** A directory that is closed to who runs the tests is told of by its name alone. */
function isOpen(directory: string): boolean {
  try {
    accessSync(directory, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false; // what is closed in a sandbox can be copied with its rights
  }
}

/** Whose command it is, and how its sandbox was made: what holds in one that was made for it in a base holds in every other. */
export const confinedCommands = sandboxUsers.flatMap((user) => [
  { user, isWarm: false, isWhole: false, where: `of ${user.name} in a sandbox` },
  { user, isWarm: true, isWhole: false, where: `of ${user.name} in a sandbox that has waited` },
  { user, isWarm: false, isWhole: true, where: `of ${user.name} in a sandbox that was made as a whole` },
]);

type Confined = Pick<(typeof confinedCommands)[number], 'user' | 'isWarm' | 'isWhole'>;

/** A host of a user, for the tests of the block that this is called in. */
export function hostFor({ user, ...made }: Confined): {
  readonly run: SandboxHost['run'];
} {
  let host: SandboxHost;
  beforeAll(() => {
    host = startSandboxHost(user, made);
  });
  afterAll(async () => {
    await host.close();
    host.remove();
  });
  return { run: async (...given) => await host.run(...given) };
}

/** Has a command tried in a world, in which nothing but the project may then be another; what it wrote. */
export async function attempt(
  host: { readonly run: SandboxHost['run'] },
  world: World,
  plan: Plan,
): Promise<string> {
  const project = `${world.project.slice(world.root.length + 1)}/`;
  const isFree = (name: string) => name.startsWith(project) && !name.startsWith(`${project}.git/`);
  const rest = () =>
    Object.fromEntries(Object.entries(contentsOf(world.root)).filter(([name]) => !isFree(name)));
  // What is to stand in for something is not marked as such in the moment in which it is made.
  let before = rest();
  const isAsBefore = (): boolean => {
    const earlier = before;
    before = rest();
    return isDeepStrictEqual(earlier, before);
  };
  await expect.poll(isAsBefore, { interval: 1 }).toBe(true);
  const { run, output } = await host.run(plan, world);
  await expect.poll(rest, { interval: 1 }).toEqual(before);
  expect(output).not.toContain(secret);
  expect(run.kind, JSON.stringify(run)).toBe('ended');
  return output;
}

/** A number of a system call on this machine, for Perl's `syscall`. */
export function numberOf(call: keyof typeof callNumbers | 'ptrace'): number {
  const numbers = { ...callNumbers, ptrace: [101, 117] as const };
  return numbers[call][process.arch === 'arm64' ? 1 : 0];
}

/** A command that makes a system call, and says how it failed. */
export function makesCall(
  call: Parameters<typeof numberOf>[0],
  ...given: readonly (number | string)[]
): string {
  const words = [numberOf(call), ...given].join(', ');
  return `perl -e 'my $r = syscall(${words}); print $r < 0 ? "$!\\n" : "made it\\n"'`;
}
