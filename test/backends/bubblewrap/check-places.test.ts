import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, realpathSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkPlaces, PutElsewhere } from '../../../src/backends/bubblewrap/layout/check-places.ts';
import { mountsOf } from '../../../src/backends/local/processes/process-places.ts';
import { lacksBubblewrap } from '../../support/bubblewrap.ts';
import { path } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** Exchanges two names again and again, until it is ended or its parent is. 2 is RENAME_EXCHANGE, -100 AT_FDCWD. */
const exchanging = `
use POSIX ();
$| = 1;
my $renameat2 = (POSIX::uname())[4] eq 'aarch64' ? 276 : 316;
my ($one, $other) = @ARGV;
my $parent = getppid;
while (getppid == $parent) {
  syscall($renameat2, -100, $one, -100, $other, 2) == 0 or die "renameat2: $!";
  print "begun\\n" if !$begun++;
}
`;

/** Starts a program that says something once it has begun, and ends it when the test is over. */
async function begin(words: readonly string[]): Promise<string> {
  const [program = '', ...others] = words;
  const child = spawn(program, others, { env: { PATH: path }, stdio: ['pipe', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.stdin.end();
    if (program === 'perl') child.kill('SIGKILL');
    await gone;
  });
  const [said] = await once(child.stdout, 'data');
  return String(said);
}

/** A process that sees all of this machine, but one directory in the place of another; its id. */
async function startShowing(shown: string, place: string): Promise<number> {
  const words = ['--unshare-user', '--ro-bind', '/', '/', '--bind', shown, place];
  return Number(await begin(['bwrap', ...words, '--', 'bash', '--norc', '-c', 'echo "$$"; read -r']));
}

/** A directory, and one of the same name elsewhere that is not to be shown. */
function world() {
  const directory = realpathSync(temporaryDirectory());
  for (const name of ['open/way/inner', 'secret/inner'])
    mkdirSync(join(directory, name), { recursive: true });
  return { open: join(directory, 'open'), secret: join(directory, 'secret') };
}

/** What a look at a process comes to. */
function look(pid: number, place: string, mounts = mountsOf(pid) ?? ''): 'as it was to be' | 'put elsewhere' {
  try {
    checkPlaces({ pid, mounts }, { mountPoints: [], shown: [place] });
    return 'as it was to be';
  } catch (error) {
    if (error instanceof PutElsewhere) return 'put elsewhere';
    throw error;
  }
}

describe.skipIf(lacksBubblewrap)('what a sandbox shows in the place of something', () => {
  test('is what is there', async () => {
    const { open } = world();
    const place = join(open, 'way/inner');
    expect(look(await startShowing(place, place), place)).toBe('as it was to be');
  });

  test('is not taken for it by a path through a link, where nothing is, and where nothing was mounted', async () => {
    const { open } = world();
    const place = join(open, 'way/inner');
    const pid = await startShowing(place, place);
    symlinkSync('way', join(open, 'link'));
    symlinkSync('inner', join(open, 'way/link'));
    for (const name of ['link/inner', 'way/link', 'missing', 'way'])
      expect(look(pid, join(open, name)), name).toBe('put elsewhere');
  });

  test('is not taken for it while a link comes and goes on the way', async () => {
    const { open, secret } = world();
    const place = join(open, 'way/inner');
    const pid = await startShowing(join(secret, 'inner'), place);
    symlinkSync(secret, join(open, 'link'));
    await begin(['perl', '-e', exchanging, join(open, 'way'), join(open, 'link')]);
    const looks = Array.from({ length: 5_000 }, () => look(pid, place));
    expect(new Set(looks)).toEqual(new Set(['put elsewhere']));
  });

  test('is not taken for it where it was put elsewhere after its mounts were told', async () => {
    const { open, secret } = world();
    const place = join(open, 'way/inner');
    const pid = await startShowing(join(secret, 'inner'), place);
    const mounts = mountsOf(pid) ?? '';
    renameSync(join(open, 'way'), join(open, 'moved'));
    mkdirSync(place, { recursive: true });
    expect(look(pid, place, mounts)).toBe('put elsewhere');
  });
});
