import { spawn } from 'node:child_process';
import { createLineSplitter } from './line-reader.ts';

/**
 * Makes pipes as the kernel makes them for bash, without a name, and tells their numbers. They are there until its input is
 * at its end: the host has opened them by then, or is gone. From version 5.1 on bash puts a short text into a pipe, which
 * costs nothing; before it does so for a substitution alone, which costs a process.
 */
const script = `
numbers=()
for ((made = 0; made < $1; made++)); do
  exec {pipe}<<< ''
  if [[ -p /proc/self/fd/$pipe ]]; then read -r -u "$pipe"; else exec {pipe}<&- {pipe}<> <(:); fi
  numbers+=("$pipe")
done
echo "\${numbers[@]}"
read -r
`;

/**
 * Has `open` open pipes by paths that are good for this moment. However this process ends, nothing is left of them: they
 * never have a name. Rejects when there is none, or what `open` throws.
 */
export async function openUnnamedPipes<Opened>(
  bash: string,
  count: number,
  open: (paths: readonly string[]) => Opened,
): Promise<Opened> {
  const child = spawn(bash, ['--noprofile', '--norc', '-c', script, 'handrail-pipes', String(count)], {
    ...{ cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
  });
  child.stdin.on('error', () => {}); // It has ended before: that is told by what it has not said.
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  try {
    const numbers = await new Promise<readonly string[]>((resolve, reject) => {
      child.on('error', reject);
      child.stdout.setEncoding('latin1');
      child.stdout.on(
        'data',
        createLineSplitter((line) => resolve(line.split(' '))),
      );
      child.stdout.on('close', () => reject(new Error(`${bash} has made no pipes`)));
    });
    return open(numbers.map((number) => `/proc/${child.pid}/fd/${number}`));
  } finally {
    child.stdin.end();
    // As long as it has them open, they are not at their end when everybody else has closed them.
    if (child.pid !== undefined) await exited;
  }
}
