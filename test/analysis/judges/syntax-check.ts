import { spawn } from 'node:child_process';
import { ask, end } from './conversation.ts';
import { bashPath } from './fence.ts';

/** What bash says of a script that it reads and does not run. */
interface Reading {
  readonly isRefused: boolean;
  readonly stderr: string;
}

/** A bash that reads scripts and runs none. */
export interface Reader {
  readonly read: (script: string) => Promise<Reading>;
  readonly close: () => void;
}

/** Nothing is run, so that bash comes to the end of each; on a machine that has much else to do it takes seconds to begin. */
const waitMs = 60_000;

/** Reads one script after the other, each in a process of its own, and answers with the status and the complaints. */
const driver = `
while IFS= read -r -d '' script; do
  err=$(exec "$1" --norc --noprofile -n -c -- "$script" 2>&1 >/dev/null </dev/null)
  printf '%s\\n%s\\0' "$?" "$err"
done`;

const warning = /: warning: here-document at line \d+ delimited by end-of-file/;

/**
 * Has bash read scripts with `-n`, with which nothing is run. It refuses one if it complains: of a bad `[[ … ]]` it does so
 * with the status 0. That a here-document goes on to the end it only warns of.
 */
export function openReader(): Reader {
  const shell = spawn(bashPath, ['--norc', '--noprofile', '-c', driver, 'reader', bashPath], {
    cwd: '/',
    detached: true,
    env: { PATH: '', LC_ALL: 'C.UTF-8' },
  });
  return {
    read: async (script) => {
      const answer = await ask(shell, script, waitMs);
      if (answer === null) throw new Error(`bash did not end reading ${JSON.stringify(script)}`);
      const [status, ...lines] = answer.split('\n');
      const complaints = lines.filter((line) => line !== '' && !warning.test(line));
      return { isRefused: status !== '0' || complaints.length > 0, stderr: lines.join('\n') };
    },
    close: () => end(shell),
  };
}
