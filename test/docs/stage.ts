import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from '../support/documents.ts';
import { endJobs } from '../support/jobs.ts';
import { install } from '../support/package-user.ts';

/** What a reader of a page has: a project with the package installed, as a library and as a command, and a home. */
export interface Stage {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Has a page played in a new directory in `parent`; what is left running is ended when that is over. */
export async function onStage(parent: string, play: (stage: Stage) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(parent, 'home '));
  try {
    await play(stageIn(home));
  } finally {
    await endJobs(join(home, '.local/state/handrail'));
  }
}

function stageIn(home: string): Stage {
  const directory = join(home, 'project');
  install(directory);
  writeFileSync(
    join(directory, 'package.json'),
    JSON.stringify({ private: true, type: 'module', scripts: { test: 'echo passed' } }),
  );
  const env = {
    PATH: `${join(directory, 'node_modules/.bin')}:${process.env.PATH}`,
    HOME: home,
  };
  return { directory, env };
}

/** Puts a file where its reader has it: in the project, or in the home. */
export function put(file: string, text: string, { directory, env }: Stage): void {
  const path = resolve(directory, file.replace(/^~(?=\/)/, env.HOME ?? ''));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** A block as it is for whoever reads it: with their own paths. */
export function asRead(text: string, { directory }: Pick<Stage, 'directory'>): string {
  return text
    .replaceAll('/path/to/project', directory)
    .replaceAll('/path/to/handrail', root.replace(/\/$/, ''));
}

/**
 * What a program prints on standard output; rejects with all that it printed when it fails. It has a session of its own, as in a reader's
 * terminal: in that of the tests others may be within a call.
 */
export function output(program: string, args: readonly string[], { directory, env }: Stage): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: directory, env, detached: true });
    const printed = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        printed[name] += text;
      });
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(printed.stdout);
      else reject(new Error(`${program} ended with ${status}\n${printed.stdout}${printed.stderr}`));
    });
    child.stdin.end();
  });
}
