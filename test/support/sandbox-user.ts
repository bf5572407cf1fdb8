import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Run } from '../../src/model/exit.ts';
import type { Plan } from '../../src/model/plan.ts';
import { path } from './local-backend.ts';
import { makeTemporaryDirectory } from './temporary.ts';
import { withoutPerl } from './without-perl.ts';

/** A user of this machine who has commands run in sandboxes. */
export interface SandboxUser {
  readonly name: string;
  readonly id: number;
  /** The words that have a program run as this user. */
  readonly words: readonly string[];
}

const isRoot = process.getuid?.() === 0;
const ownId = process.getuid?.() ?? 0;
/** Nobody in particular: by convention the id of nobody, and of no group of this machine but nobody's. */
const nobody = 65_534;

const thisUser: SandboxUser = { name: isRoot ? 'root' : 'an ordinary user', id: ownId, words: [] };

/** Root and an ordinary user; for an ordinary user just that one, unless `CI` is set: there it has to be both. */
export const sandboxUsers: readonly SandboxUser[] =
  isRoot || process.env.CI
    ? [
        { ...thisUser, name: 'root' },
        {
          ...{ name: 'an ordinary user', id: nobody },
          words: ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'],
        },
      ]
    : [thisUser];

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the backend for sandboxes is made of. */
const copied = [
  ...['dist/backends', 'dist/confine', 'dist/model', 'dist/policy/paths', 'dist/proxy'],
  'node_modules/@lydell',
];

/**
 * A process of this user that runs commands in sandboxes, on a copy of what it needs: the project may be where only its
 * owner gets to. Node itself has to be where everybody does. It ends with `close`. `isWarm`: each finds a sandbox that has
 * waited for it; `isWhole`: it is made without a base.
 */
export function startSandboxHost(user: SandboxUser, { isWarm = false, isWhole = false } = {}) {
  const copy = makeTemporaryDirectory();
  chmodSync(copy, 0o755);
  for (const part of copied)
    cpSync(join(root, part), join(copy, part), { recursive: true, dereference: true });
  const runner = join(copy, 'runner.mjs');
  cpSync(join(root, 'test/backends/fixtures/sandbox-runner.mjs'), runner);
  writeFileSync(join(copy, 'package.json'), '{"type":"module"}');
  execFileSync('chmod', ['-R', 'a+rX', copy]);
  const programs = isWhole ? withoutPerl(copy) : path;
  const host = startAs(user, [process.execPath, runner, join(copy, 'dist'), isWarm ? 'warm' : '', programs]);
  return { ...connect(host), pid: host.pid, remove: () => rmSync(copy, { recursive: true, force: true }) };
}

function startAs({ words }: SandboxUser, program: readonly string[]): ChildProcess {
  const [first = '', ...others] = [...words, ...program];
  return spawn(first, others, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/', env: { PATH: path } });
}

interface Answer {
  readonly id: number;
  readonly run: Run;
  readonly output: string;
}

function connect(host: ChildProcess) {
  const { stdin, stdout } = host;
  if (stdin === null || stdout === null) throw new Error('expected pipes');
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  let last = 0;
  createInterface({ input: stdout }).on('line', (line) => {
    const answer: Answer = JSON.parse(line); // written by our fixture
    waiting.get(answer.id)?.resolve(answer);
    waiting.delete(answer.id);
  });
  const exited = new Promise<void>((resolve) => host.on('exit', () => resolve()));
  void exited.then(() => {
    for (const { reject } of waiting.values()) reject(new Error('the host of the sandboxes has ended'));
  });
  return {
    /** `isShared`: others of the same workspace come after it, for which its sandboxes may wait. */
    async run(plan: Plan, { isShared = false } = {}): Promise<Answer> {
      last += 1;
      const id = last;
      const answer = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }));
      stdin.write(`${JSON.stringify({ id, plan, isShared })}\n`);
      return await answer;
    },
    async close(): Promise<void> {
      stdin.end();
      await exited;
    },
  };
}

export type SandboxHost = ReturnType<typeof startSandboxHost>;

/** An empty directory that belongs to a user; removed when the test is over, or whatever else `whenOver` waits for. */
export function directoryOf(
  user: SandboxUser,
  name = 'handrail test ',
  whenOver: (remove: () => void) => void = onTestFinished,
): string {
  const parent = makeTemporaryDirectory();
  whenOver(() => rmSync(parent, { recursive: true, force: true }));
  chmodSync(parent, 0o755);
  const directory = join(parent, name);
  mkdirSync(directory);
  giveTo(user, directory);
  return directory;
}

/** Makes a user the owner of a directory and of all that is in it. */
export function giveTo({ id }: SandboxUser, directory: string): void {
  if (id !== ownId) execFileSync('chown', ['-hR', `${id}:${id}`, directory]);
}

/** Runs a program as a user, to its end; what it prints. */
export function runAs({ words }: SandboxUser, program: readonly string[]): string {
  const [first = '', ...others] = [...words, ...program];
  return execFileSync(first, others, { cwd: '/', encoding: 'utf8' });
}
