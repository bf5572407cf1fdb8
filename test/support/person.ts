import { spawn } from '@lydell/node-pty';
import { expect, onTestFinished, vi } from 'vitest';
import { type Machine, mainFile } from './handrail.ts';

/** A person at a terminal, with the built command line running on it. */
export interface Person {
  /** Waits until that stands on the screen, after what was waited for before. */
  sees(text: string): Promise<void>;
  types(keys: string): void;
  /** Types a text and then Enter, which would be taken for pasted if it came with it. */
  enters(text: string): Promise<void>;
  /** All that has come, without the sequences that a terminal obeys. */
  screen(): string;
  /** The same with them. */
  written(): string;
  readonly status: Promise<number>;
}

export function personAt(
  machine: Machine,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Person {
  const place = { cwd: machine.directory, env: { ...machine.env, HANDRAIL_SANDBOX: 'off', ...env } };
  const person = personWith([process.execPath, mainFile, ...words], place);
  onTestFinished(person.leaves);
  return person;
}

/** A person with any program on the terminal, who has to leave when all is over. */
export function personWith(
  [program, ...words]: readonly [string, ...string[]],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Person & { readonly pid: number; leaves(): void } {
  const child = spawn(program, words, {
    ...{ cols: 100, rows: 40, cwd },
    env: { TERM: 'xterm-256color', ...env },
  });
  let output = '';
  let seen = 0;
  let isOver = false;
  child.onData((text) => {
    output += text;
  });
  const status = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      isOver = true;
      resolve(exitCode);
    });
  });
  const screen = (): string => output.replaceAll(sequence, '');
  const sees = async (text: string): Promise<void> => {
    await vi.waitFor(() => expect(screen().slice(seen)).toContain(text), { timeout: 60_000, interval: 20 });
    seen = screen().indexOf(text, seen) + text.length;
  };
  return {
    sees,
    types: (keys) => child.write(keys),
    async enters(text) {
      child.write(text);
      await sees(text);
      child.write('\r');
    },
    screen,
    written: () => output,
    status,
    pid: child.pid,
    leaves: () => {
      if (!isOver) child.kill();
    },
  };
}

/** A person at a shell with job control, which has stopped a program that was started in its background. */
export async function shellWithStopped(
  machine: Machine,
  command: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Person & { readonly program: number }> {
  const shell = personWith(['bash', '--norc', '--noprofile', '-i'], {
    cwd: machine.directory,
    env: { ...machine.env, HANDRAIL_SANDBOX: 'off', PS1: 'ready> ', HISTFILE: '', ...env },
  });
  onTestFinished(async () => {
    shell.leaves();
    await shell.status;
  });
  await shell.sees('ready>');
  shell.types(`"${process.execPath}" "${mainFile}" ${command} & echo "pid=$!="\r`);
  shell.types('until [[ $(jobs -s) ]]; do sleep 0.05; done; echo it is $((6 * 7))\r');
  await shell.sees('it is 42');
  return { ...shell, program: Number(/pid=(\d+)=/.exec(shell.screen())?.[1]) };
}

const sequence = new RegExp(`${String.fromCharCode(27)}(?:\\[[0-?]*[ -/]*[@-~]|[^[])`, 'g');
