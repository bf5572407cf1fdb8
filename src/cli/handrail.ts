#!/usr/bin/env node
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { defaultStateDir, hostEnvironment } from '../settings/host.ts';
import { misuseStatusOf } from './exit-status.ts';
import { evaluateCached } from './hook/cached-script.ts';
import type { guard } from './hook/guard.ts';
import { hookWords } from './hook/hook-words.ts';
import { answerHook } from './hook/run.ts';
import { problemWithNode } from './supported-node.ts';

/** What the guard was built from; the bundler writes it here. */
declare const guardBuild: string;

/**
 * The program. An agent starts it before each of its commands and waits, so that this way is short: it loads what judges, and nothing
 * that reads a command line. Everything else is `main.ts`.
 */
const words = hookWords(process.argv.slice(2));
if (words === null) start(process.argv.slice(2));
else void hook(words);

/** An older Node cannot even read what the rest is made of, and would only say where. */
function start(given: readonly string[]): void {
  const problem = problemWithNode(process.versions.node);
  if (problem === null) return void import('./main.ts');
  writeAll(2, `handrail: ${problem}\n`);
  process.exitCode = misuseStatusOf(given);
}

async function hook(given: readonly string[]): Promise<void> {
  const env = hostEnvironment();
  const world = { env, cwd: () => process.cwd(), stdin: 0, load: () => loadGuard(env) };
  const { stdout, stderr, status } = await answerHook(given, world);
  writeAll(2, stderr);
  writeAll(1, stdout);
  process.exit(status); // A question that did not end is still being read.
}

/** Writes before the process ends, and without its streams, which take some milliseconds to be made. */
function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSome(descriptor, bytes.subarray(at));
}

/** How much was written. Whoever reads may be slow, and the pipe one that does not wait for that by itself. */
function writeSome(descriptor: number, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'EAGAIN') return 0;
    return bytes.length; // Nobody reads any more: the exit status is what is left to tell.
  }
}

function loadGuard(env: ReturnType<typeof hostEnvironment>): typeof guard {
  const script = {
    file: join(import.meta.dirname, 'hook/guard.cjs'),
    build: guardBuild,
    directory: join(env.HANDRAIL_STATE_DIR ?? defaultStateDir(env), 'code'),
  };
  return evaluateCached<{ readonly guard: typeof guard }>(script).guard;
}
