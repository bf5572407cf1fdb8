// How running compares with the least that Node can do: `npm run bench`. Medians of interleaved rounds in one run.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createBash } from '../dist/index.js';
import { interleaved, median, printTable, quantile, timed } from './measure.mjs';

const stateDir = mkdtempSync(join(tmpdir(), 'handrail-bench-'));
// Without a sandbox: this is about running; `latency.mjs` has what confinement takes.
const bash = createBash({ stateDir, options: { approve: 'never' }, sandbox: 'off' });

/** What Node does at the least: start bash, count what it writes, wait for its end. */
function bareSpawn(command) {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const child = spawn('bash', ['-c', command], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.on('data', (chunk) => {
      bytes += chunk.length;
    });
    child.on('error', reject);
    child.on('close', () => resolve(bytes));
  });
}

async function latency() {
  const works = [() => bareSpawn('true'), () => bash.run({ command: 'true' })];
  await interleaved(works, 20);
  const [bare, ours] = await interleaved(works, 300);
  const rows = [bare, ours].map((times) => [median(times).toFixed(2), quantile(times, 0.95).toFixed(2)]);
  printTable('A call of `true`, ms (300 rounds)', [
    ['', 'median', 'p95', 'ratio'],
    ['bare spawn', ...rows[0], '1.00'],
    ['handrail', ...rows[1], (median(ours) / median(bare)).toFixed(2)],
  ]);
}

async function flood() {
  const command = 'yes | head -c 1G';
  const idle = process.memoryUsage.rss();
  let peak = idle;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 10);
  const ours = () => bash.run({ command, timeout_ms: 600_000 });
  const first = await timed(ours);
  const memory = (peak - idle) / 2 ** 20;
  clearInterval(sampling);
  const [bareTimes, ourTimes] = await interleaved([() => bareSpawn(command), ours], 5);
  const seconds = (times) => (median(times) / 1000).toFixed(2);
  printTable('1 GiB of `yes`, s (5 rounds)', [
    ['', 'median', 'ratio', 'peak memory above idle'],
    ['bare spawn', seconds(bareTimes), '1.00', ''],
    [
      'handrail',
      seconds(ourTimes),
      (median(ourTimes) / median(bareTimes)).toFixed(2),
      `${memory.toFixed(1)} MiB`,
    ],
    ['handrail, first call', (first / 1000).toFixed(2), '', ''],
  ]);
}

async function eventLoop() {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const command = 'yes "$RANDOM some output of a build" | head -c 100M';
  const flooding = async (run) => {
    delay.reset();
    delay.enable();
    await Promise.all(Array.from({ length: 10 }, run));
    delay.disable();
    return [(delay.percentile(50) / 1e6).toFixed(1), (delay.percentile(99) / 1e6).toFixed(1)];
  };
  const bare = await flooding(() => bareSpawn(command));
  const ours = await flooding(() => bash.run({ command, timeout_ms: 600_000 }));
  printTable('Event-loop delay while ten calls flood, ms', [
    ['', 'p50', 'p99'],
    ['bare spawn', ...bare],
    ['handrail', ...ours],
  ]);
}

async function endOfTree() {
  const command = 'for i in {1..100}; do (sleep 600 & sleep 600) & done; echo ready; wait';
  const times = [];
  for (let round = 0; round < 10; round += 1) {
    const controller = new AbortController();
    let begin = 0;
    await bash.run(
      { command },
      {
        signal: controller.signal,
        onEvent: ({ kind }) => {
          if (kind !== 'output') return;
          begin = performance.now();
          controller.abort();
        },
      },
    );
    if (begin === 0) throw new Error('the tree was not started');
    times.push(performance.now() - begin);
  }
  printTable('Ending a tree of 300 processes, ms (10 rounds)', [
    ['', 'median', 'max'],
    ['handrail', median(times).toFixed(1), Math.max(...times).toFixed(1)],
  ]);
}

try {
  await latency();
  await eventLoop();
  await endOfTree();
  await flood();
} finally {
  await bash.close();
  rmSync(stateDir, { recursive: true });
}
