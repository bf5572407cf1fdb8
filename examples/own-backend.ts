// A backend of one's own: commands run by another program, here `bash` itself, elsewhere `ssh host bash` and the like. The suite of
// `handrail/testing` tells which promises of a backend it keeps; what it does not keep is what a sandbox or a container would do.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { type constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backend, Exit, Plan, Run, Sink, StopReason } from 'handrail';
import { createBash } from 'handrail';
import { backendCases } from 'handrail/testing';

function createSpawningBackend(program: string, args: readonly string[]): Backend {
  return {
    name: 'spawning',
    keepsRuns: false, // So jobs, and what asks for them, are refused with words.
    async run(plan, sink, stop) {
      const problem = await refusalOf(plan);
      if (problem !== null) return { kind: 'could_not_start', problem };
      if (stop.aborted) return ended(endOf(stop));
      const words = [program, ...args, '-c', '--', plan.command, program];
      // Both streams in one pipe: from two they would be read in any order.
      const start = plan.streams === 'combined' ? ['bash', '-c', 'exec "$@" 2>&1', 'bash'] : [];
      const [file = '', ...others] = [...start, ...words];
      const child = spawn(file, others, {
        cwd: plan.cwd,
        env: { ...plan.env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true, // A process group of its own, to end all of it.
      });
      return await attend(child, plan, sink, stop);
    },
    async endConversation() {},
    async close() {},
  };
}

/** What this backend cannot do it does not start: never less than the plan says. */
async function refusalOf(plan: Plan) {
  if (plan.sandbox !== null || plan.session !== null || plan.terminal !== null)
    return { code: 'spawn-failed', message: 'it has no sandboxes, no sessions and no terminals' } as const;
  const found = await stat(plan.cwd).catch(() => null);
  if (found === null) return { code: 'cwd-not-found', message: `there is no directory ${plan.cwd}` } as const;
  if (found.isDirectory()) return null;
  return { code: 'cwd-not-a-directory', message: `${plan.cwd} is a file` } as const;
}

async function attend(child: ChildProcess, plan: Plan, sink: Sink, stop: AbortSignal): Promise<Run> {
  const read = async (stream: 'stdout' | 'stderr') => {
    const name = plan.streams === 'combined' ? 'output' : stream;
    // The loop waits for the sink: so a slow reader makes the command wait, and no buffer grows.
    for await (const bytes of child[stream] ?? []) await sink(name, bytes);
  };
  const reading = Promise.all([read('stdout'), read('stderr')]);
  let force: NodeJS.Timeout | undefined;
  const end = (): void => {
    signal(child, 'SIGTERM');
    force = setTimeout(() => signal(child, 'SIGKILL'), plan.graceMs);
  };
  stop.addEventListener('abort', end, { once: true });
  const exit = await new Promise<Exit>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, name) => resolve(exitOf(code, name)));
  });
  clearTimeout(force);
  signal(child, 'SIGKILL'); // What outlived the shell.
  await reading;
  return ended(stop.aborted ? endOf(stop) : exit);
}

function exitOf(code: number | null, name: NodeJS.Signals | null): Exit {
  return name === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal: name };
}

function endOf(stop: AbortSignal): Exit {
  const reason = stop.reason as StopReason; // The port promises it.
  return reason.kind === 'kept' ? reason.otherwise : reason;
}

function ended(exit: Exit): Run {
  return { kind: 'ended', exit, parts: null, survivors: [], kept: null, session: null };
}

function signal({ pid }: ChildProcess, name: keyof typeof constants.signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // The group is gone: that is what was wanted.
  }
}

const backend = createSpawningBackend('bash', []);
const bash = createBash({ backend, options: { approve: 'never' } });
const ran = await bash.run({ command: 'echo "from $0"; exit 3' });
assert.match(ran.text, /^from bash\n\[exit status 3/);
console.log(ran.text.replace(/after .*\]/, 'after …]'));
const job = await bash.run({ command: 'sleep 60', run_in_background: true });
assert.equal(job.outcome.kind, 'could_not_start');
console.log(job.text);
await bash.close();

// A process group holds what stays in it. What leaves it, or holds the output, would be left running by the other promises.
const tried = backendCases.filter(({ title }) => /^(?:tells|gives|hands|runs|says|starts|keeps)/.test(title));
const directory = await mkdtemp(join(tmpdir(), 'own-backend-'));
const path = process.env.PATH ?? '';
const notKept: string[] = [];
for (const [index, { title, check }] of tried.entries()) {
  const place = await mkdtemp(join(directory, `${index}-`));
  const isKept = await check({ backend, directory: place, path }).then(
    () => true,
    () => false,
  );
  if (!isKept) notKept.push(title);
}
for (const title of notKept) console.log(`not kept: ${title}`);
// A command longer than a word of a program may be goes into a file or a pipe elsewhere, and what is written late is read on for.
assert.equal(notKept.length, 3);
await rm(directory, { recursive: true });
