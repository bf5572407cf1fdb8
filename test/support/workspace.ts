import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Bash, type BashOptions, type WorkspaceResult, workspace } from '../../src/index.ts';
import { createFakeBackend, exited, type FakeBackend } from '../../src/testing/index.ts';
import { temporaryBash } from './bash.ts';
import { temporaryDirectory } from './temporary.ts';

/** A profile that lets every command through that is not blocked. */
export const allowAll = { name: 'open', allow: ['tool:bash:*'] };

/** An agent's directory with files in it. */
export function workspaceWithFiles(): string {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'subdir'));
  writeFileSync(join(directory, 'notes.txt'), 'a note\n');
  writeFileSync(join(directory, 'subdir/inner.txt'), 'inside\n');
  return directory;
}

/** A host's environment with what must not reach a command. */
export function safeEnv(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: '/home/host',
    USER: 'agent',
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    TERM: 'dumb',
    SHELL: '/bin/bash',
    TMPDIR: '/tmp',
    DISCORD_TOKEN: 'discord-value-1234',
    ANTHROPIC_API_KEY: 'anthropic-value-1234',
    OPENAI_API_KEY: 'openai-value-1234',
    EDITOR: 'vi',
    ...more,
  };
}

/** A bash of the contract in a directory with files, in which everything is allowed unless the options say otherwise. */
export function workspaceBash(
  options: Readonly<Record<string, unknown>> = {},
  parts: Partial<BashOptions> = {},
): { readonly bash: Bash<WorkspaceResult>; readonly directory: string } {
  const directory = workspaceWithFiles();
  const bash = temporaryBash({
    env: safeEnv(),
    ...parts,
    contract: workspace,
    options: { workspace: directory, profile: allowAll, ...options },
  });
  return { bash, directory };
}

/** The result of one command. */
export async function resultOf(
  command: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<WorkspaceResult> {
  const { bash } = workspaceBash(options);
  return (await bash.run({ command })).result;
}

/** A backend that starts nothing, for commands that must not run: they do no harm even where a rule has a hole. */
export function harmlessBackend(): FakeBackend {
  return createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
}

/** What the contract says of a command that must not run, and whether it would have been started. */
export async function verdictOn(
  command: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly result: WorkspaceResult; readonly started: boolean }> {
  const backend = harmlessBackend();
  const { bash } = workspaceBash(options, { backend });
  const { result } = await bash.run({ command });
  return { result, started: backend.plans.length > 0 };
}

/** A command that ran, with what was not told left as it is when there is nothing to tell. */
export function ran(
  command: string,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    command,
    exit_code: 0,
    stdout: '',
    stderr: '',
    timed_out: false,
    duration_ms: expect.any(Number),
    truncated: false,
    ...more,
  };
}
