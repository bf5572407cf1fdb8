import { spawnSync } from 'node:child_process';

/** Words before those of a program that is to be process 1, in a namespace for processes of its own, which ends with it. */
export const asFirstProcess: readonly string[] = [
  'unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  ...['--pid', '--fork', '--mount-proc', '--kill-child'],
];

/** Where there can be no such namespace its tests are left out, and say why; with `CI` set they are not, and fail. */
export const lacksFirstProcess: string | false =
  !process.env.CI && !works([...asFirstProcess, 'true']) && 'no namespace for processes can be made here';

/** For the title of what is left out. */
export const withoutFirstProcess = lacksFirstProcess ? ` (left out: ${lacksFirstProcess})` : '';

function works([program = '', ...words]: readonly string[]): boolean {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0;
}

/** A program of Node that starts the words after it, and waits for that. */
const startBelow = `
  const { spawnSync } = require('node:child_process');
  const [program, ...words] = process.argv.slice(1);
  process.exit(spawnSync(program, words, { stdio: 'inherit' }).status);
`;

/** Words before those of a program that Node is to start. */
export const underNode: readonly string[] = [process.execPath, '-e', startBelow, '--'];
