import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { accessTo } from '../../confine/tighten.ts';
import { couldNotStart } from '../../model/could-not-start.ts';
import { describePath } from '../../model/describe-value.ts';
import type { CouldNotStart } from '../../model/outcome.ts';
import type { Plan } from '../../model/plan.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';
import { checkDirectory, findPrograms, type LocalBackendOptions } from './preconditions.ts';
import { whyNoBash } from './probe.ts';

/**
 * Says in words why a start failed. The kernel has one error for a missing directory and for a missing bash; to look
 * only afterwards costs a start that succeeds nothing.
 */
export async function explainFailure(
  failure: CouldNotStart,
  options: LocalBackendOptions,
  { cwd, env, sandbox }: Pick<Plan, 'cwd' | 'env' | 'sandbox'>,
): Promise<CouldNotStart> {
  const { problem } = failure;
  if (problem.code === 'sandbox-unavailable') return explained(failure, await whyNot(failure, options));
  const directoryProblem = await checkDirectory(cwd);
  if (directoryProblem !== null) return directoryProblem;
  const programs = findPrograms(options);
  if (programs.kind === 'could_not_start') return programs;
  const unshown = sandbox && whyNotShown(cwd, sandbox);
  if (unshown !== null) {
    const message = `expected a directory to run in, got ${describePath(cwd)}, ${unshown}`;
    return couldNotStart('cwd-not-accessible', message);
  }
  if (problem.code !== 'spawn-failed') return failure;
  if (sandbox !== null && isUnshown(programs.bash, sandbox))
    return explained(failure, 'the sandbox does not show that bash; set "bash" to one elsewhere');
  return explained(failure, tooMuch(env) ?? (await whyNot(failure, options)));
}

function explained(failure: CouldNotStart, why: string | null): CouldNotStart {
  if (why === null) return failure;
  const { problem } = failure;
  return { ...failure, problem: { ...problem, message: `${problem.message}; ${why}` } };
}

/** Why this machine does not start it; `null`: it is not known. */
async function whyNot(
  { problem: { message } }: CouldNotStart,
  options: LocalBackendOptions,
): Promise<string | null> {
  const used = usedUp(message);
  if (used !== null) return used;
  const programs = findPrograms(options);
  const ofBash = programs.kind === 'found' ? await whyNoBash(programs.bash) : null;
  return ofBash ?? (/has made no pipes/.test(message) ? tooManyProcesses : null);
}

const tooManyProcesses =
  'this user may have no more processes; end some, or raise the limit on them (`ulimit -u`)';

/** What there is no more of, by what a failed start says; `null`: it is not that. */
function usedUp(message: string): string | null {
  if (/\bEMFILE\b/.test(message))
    return 'this process may have no more files open; raise the limit on them (`ulimit -n`)';
  if (/\bEAGAIN\b/.test(message)) return tooManyProcesses;
  return /\bENOMEM\b/.test(message)
    ? 'this machine, or the limit on addresses (`ulimit -v`), leaves no more memory'
    : null;
}

/** What this machine has, a sandbox need not show. */
function whyNotShown(cwd: string, sandbox: SandboxPlan): string | null {
  if (isUnshown(cwd, sandbox))
    return 'which the sandbox does not show; work in it, or use a directory that is shown';
  const link = unshownLink(cwd, sandbox);
  if (link === null) return null;
  return `which is reached by ${link}, a symbolic link in a directory that the sandbox has of its own; name what it leads to: ${JSON.stringify(realpathSync(cwd))}`;
}

function isUnshown(path: string, { places }: SandboxPlan): boolean {
  return ['hidden', 'private'].includes(accessTo(path, places));
}

/** The first link on the way to a path that is not there in the sandbox: there are only what links lead to. */
function unshownLink(path: string, sandbox: SandboxPlan): string | null {
  const above = dirname(path);
  if (above === path) return null;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return unshownLink(above, sandbox) ?? (isLink && isUnshown(above, sandbox) ? path : null);
}

/** Bytes of a variable with its name that Linux hands to a program, with a NUL behind: 32 pages, `MAX_ARG_STRLEN` in linux/binfmts.h. */
const longestVariable = 128 * 1_024;

/** Bytes of arguments and environment that are told as much: 1 MiB, half of what Linux allows with the usual stack of 8 MiB; see execve(2). */
const muchEnvironment = 1_024 * 1_024;

/** `null`: it is not the environment. */
function tooMuch(env: Plan['env']): string | null {
  const sizes = Object.entries(env).map(([name, value]) => [name, bytesOf(name, value)] as const);
  const long = sizes.find(([, bytes]) => bytes > longestVariable);
  if (long !== undefined)
    return `the variable ${JSON.stringify(long[0])} has ${count(long[1] - 1)} bytes with its name, and a program can be given at most ${count(longestVariable - 1)}; make it shorter, or leave it out`;
  const all = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  if (all <= muchEnvironment) return null;
  return `its environment has ${count(all)} bytes, and a program can be given at most a quarter of what \`ulimit -s\` says; leave some of it out`;
}

function bytesOf(name: string, value: string): number {
  return Buffer.byteLength(`${name}=${value}`) + 1;
}

function count(bytes: number): string {
  return bytes.toLocaleString('en-US');
}
