// How long a call takes, how many a second can be made, and what that costs this process: `npm run bench`. Medians of
// interleaved rounds in one run, with a pause after each call, so that what one leaves to be done is not the next one's.
// With HANDRAIL_BENCH_IMAGE, an image that the Docker daemon has and that has bash, a container has a row too.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { createDockerBackend } from '../dist/backends/docker/index.js';
import { createBash } from '../dist/index.js';
import { median, printTable, quantile, timed } from './measure.mjs';

const directory = mkdtempSync(join(tmpdir(), 'handrail-bench-'));
const opened = [];

/** A bash of one kind, whose calls all do the same. */
function handrail(given) {
  const stateDir = join(directory, String(opened.length));
  const bash = createBash({ stateDir, options: { approve: 'never' }, ...given });
  opened.push(bash);
  return () => bash.run({ command: 'true' }, { workingDirectory: directory, conversationId: 'bench' });
}

function bareSpawn() {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', 'true'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', resolve);
  });
}

const unconfined = { sandbox: 'off' };
const sandboxed = { sandbox: 'workspace', sandboxRequired: true };
const kinds = {
  'bare spawn': bareSpawn,
  execa: () => execa('bash', ['-c', 'true'], { stdin: 'ignore' }),
  'local, not warm': handrail({ ...unconfined, warm: false }),
  local: handrail(unconfined),
  'local, in a thread': handrail({ ...unconfined, thread: true }),
  'bubblewrap, not warm': handrail({ ...sandboxed, warm: false }),
  bubblewrap: handrail(sandboxed),
  'bubblewrap, in a thread': handrail({ ...sandboxed, thread: true }),
  ...inContainer(process.env.HANDRAIL_BENCH_IMAGE),
};

function inContainer(image) {
  if (!image) return {};
  const backend = createDockerBackend({ image, workspace: directory, env: { PATH: '/usr/bin:/bin' } });
  return { docker: handrail({ backend, ...unconfined }) };
}

/**
 * Milliseconds after each call in which what it left to be done is done, as whatever comes next, a bare spawn among them, would share the
 * processors with that: the next sandbox takes ten to be made, and 200 on the slowest machine that this was run on.
 *
 * - 20: what a call needs is still in the caches of the processors, as it is for who measures in a loop.
 * - 400: hardly anything is, as for an agent, who thinks between two calls.
 */
const pauses = [20, 400];

async function latency(rounds, pauseMs) {
  const times = new Map(Object.keys(kinds).map((name) => [name, []]));
  for (let round = -20; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(kinds)) {
      const time = await timed(call);
      if (round >= 0) times.get(name).push(time);
      await sleep(pauseMs);
    }
  }
  const bare = median(times.get('bare spawn'));
  const rows = [...times].map(([name, all]) => {
    const middle = median(all);
    return [name, middle.toFixed(2), quantile(all, 0.95).toFixed(2), (middle / bare).toFixed(2)];
  });
  const title = `A call of \`true\`, ms (${rounds} rounds, pauses of ${pauseMs} ms)`;
  printTable(title, [['', 'median', 'p95', 'ratio'], ...rows]);
}

/** Calls a second, with so many at once, for a while. */
async function throughput(call, atOnce, seconds) {
  const until = performance.now() + seconds * 1_000;
  let calls = 0;
  const caller = async () => {
    while (performance.now() < until) {
      await call();
      calls += 1;
    }
  };
  const time = await timed(() => Promise.all(Array.from({ length: atOnce }, caller)));
  return (calls * 1_000) / time;
}

/** How many bashes a second a small program starts that does nothing else, xargs, so many at once: each call has a bash of its own. */
async function startedASecond(atOnce) {
  const calls = 300;
  const line = `yes true | head -n ${calls} | xargs -n 1 -P ${atOnce} bash -c`;
  const time = await timed(() => execa('bash', ['-c', line], { stdin: 'ignore' }));
  return (calls * 1_000) / time;
}

async function callsASecond() {
  const atOnce = [1, 4, 16, 64];
  const names = ['bare spawn', 'local, not warm', 'local', 'local, in a thread', 'bubblewrap'];
  const rows = [['bash by xargs']];
  for (const count of atOnce) rows[0].push((await startedASecond(count)).toFixed(0));
  for (const name of names) {
    const row = [name];
    for (const count of atOnce) {
      // Not counted: as many processes as are at work at once are made for whoever keeps them, once.
      await throughput(kinds[name], count, 2);
      row.push((await throughput(kinds[name], count, 3)).toFixed(0));
    }
    rows.push(row);
  }
  printTable('Calls a second, so many at once', [['', ...atOnce.map(String)], ...rows]);
}

/**
 * How long this process is held up by one call: what its event loop was busy, a call at a time. A timer that nothing is done after tells
 * what of that is the measuring, and the waking up.
 */
async function blocking(rounds, pauseMs) {
  const rows = [];
  const works = { ...kinds, 'a timer': () => sleep(2) };
  const names = [
    'a timer',
    'bare spawn',
    'execa',
    'local',
    'local, in a thread',
    'bubblewrap',
    'bubblewrap, in a thread',
  ];
  for (const name of names) {
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = performance.eventLoopUtilization();
      await works[name]();
      times.push(performance.eventLoopUtilization(before).active);
      await sleep(pauseMs);
    }
    rows.push([name, median(times).toFixed(2)]);
  }
  const title = `The event loop is busy with a call, ms (${rounds} rounds, pauses of ${pauseMs} ms)`;
  printTable(title, [['', 'median'], ...rows]);
}

/** Every process that this one has started, or that those have. */
function descendants() {
  const children = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = readOrNull(`/proc/${pid}/stat`);
    const parent = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid) => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(String(process.pid));
}

function readOrNull(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // It has ended meanwhile.
  }
}

/** Kilobytes of a process, with its share of what it has in common with others. */
function kilobytes(pid) {
  return Number(/^Pss:\s+(\d+)/m.exec(readOrNull(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0);
}

/** What 100 conversations take that have had three commands each and are idle: this process more, and those that wait. */
async function memory() {
  const rows = [];
  for (const [name, given] of [
    ['local', unconfined],
    ['bubblewrap', sandboxed],
  ]) {
    const bash = createBash({
      stateDir: join(directory, `memory ${name}`),
      options: { approve: 'never' },
      ...given,
    });
    globalThis.gc?.();
    const [hostBefore, before] = [kilobytes(process.pid), new Set(descendants())];
    for (let conversation = 0; conversation < 300; conversation += 1) {
      const context = { workingDirectory: directory, conversationId: String(conversation % 100) };
      await bash.run({ command: 'true' }, context);
    }
    await sleep(1_000);
    globalThis.gc?.();
    const waiting = descendants().filter((pid) => !before.has(pid));
    const megabytes = (all) => (all / 1024).toFixed(1);
    const ofThem = waiting.reduce((sum, pid) => sum + kilobytes(pid), 0);
    rows.push([
      name,
      megabytes(kilobytes(process.pid) - hostBefore),
      String(waiting.length),
      megabytes(ofThem),
    ]);
    await bash.close();
  }
  printTable('100 idle conversations, MiB', [['', 'host', 'processes', 'theirs'], ...rows]);
}

try {
  const rounds = Number(process.argv[2] ?? 50);
  for (const pauseMs of pauses) await latency(rounds, pauseMs);
  await callsASecond();
  for (const pauseMs of pauses) await blocking(rounds, pauseMs);
  await memory();
} finally {
  for (const bash of opened) await bash.close();
  rmSync(directory, { recursive: true, force: true });
}
