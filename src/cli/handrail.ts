#!/usr/bin/env node
import { writeSync } from 'node:fs';
import { blockingStatus } from '../adapters/hooks/core/agent.ts';
import { codeDirectory, hostEnvironment, keepToOneThread } from '../settings/host.ts';
import type { answerProcess } from './hook/answer-process.ts';
import { ofOptions, scriptsIn } from './hook/cached-script.ts';
import { hookWords } from './hook/hook-words.ts';
import { loadAllSettings } from './hook/parts.ts';
import { misuseStatusOf } from './misuse-status.ts';
import { problemWithNode } from './supported-node.ts';

/** What the guard was built from; the bundler writes it here. */
declare const guardBuild: string;

/**
 * The program. An agent starts it before each of its commands and waits, so that this way is short: it loads what judges, and nothing
 * that reads a command line. Everything else is `main.ts`. What is here is compiled anew for each call, which is why it is little.
 */
const words = hookWords(process.argv.slice(2));
if (words === null) start(process.argv.slice(2));
else hook(words);

/** An older Node cannot even read what the rest is made of, and would only say where. */
function start(given: readonly string[]): void {
  const problem = problemWithNode(process.versions);
  if (problem === null) return void import('./main.ts');
  writeSync(2, `handrail: ${problem}\n`);
  process.exitCode = misuseStatusOf(given);
}

function hook(given: readonly string[]): void {
  const env = hostEnvironment();
  try {
    keepToOneThread();
    const scripts = scriptsIn({
      scripts: `${import.meta.dirname}/hook/guard`,
      build: guardBuild + ofOptions(`${process.execArgv.join(' ')} ${env.NODE_OPTIONS ?? ''}`),
      directory: codeDirectory(env),
    });
    // The bundler has written it so.
    const guard = scripts.load('./guard.cjs') as { readonly answerProcess: typeof answerProcess };
    void guard.answerProcess(given, env, loadAllSettings, scripts);
  } catch (error) {
    const problem = problemWithNode(process.versions) ?? String(error);
    writeSync(2, `handrail hook: the guard could not be loaded, so the command was not run: ${problem}\n`);
    process.exit(blockingStatus);
  }
}
