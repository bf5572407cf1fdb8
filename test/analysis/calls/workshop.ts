import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bashPath, giveAway, startFenced } from '../judges/fence.ts';

/** What a call has done beside reading in its directory. */
interface Deeds {
  /** Whether the program `ran` was started, which no call names as what is to be run. */
  readonly ran: boolean;
  /** Files that came, went, or are others now, by their paths from where the directories are. */
  readonly changed: readonly string[];
  /** Whether it has printed what is in a file outside of the directory. */
  readonly told: boolean;
}

/** A directory with files of many kinds, one beside it, and a home, in which one call after the other is made behind fences. */
export interface Workshop {
  readonly directory: string;
  readonly home: string;
  /** `missing`: this machine lacks the program; `null`: it did not end by itself, which shows nothing. */
  readonly make: (call: string) => Promise<Deeds | 'missing' | null>;
  readonly close: () => void;
}

/** Where the programs of the machine are. */
const system = ['/usr/local/bin', '/usr/bin', '/bin'];

const secret = 'what nobody has asked for';

/** Characters of its output that are looked at: what never ends is no use beyond that. */
const mostOutput = 1_000_000;

/** How long a call may take: nearly all end in some hundredths of it. */
const patienceMs = 5_000;

export function openWorkshop(): Workshop {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'handrail-'));
  chmodSync(root, 0o755);
  const kept = join(root, 'kept');
  const inside = join(root, 'inside');
  const bin = join(root, 'bin');
  const log = join(root, 'log');
  mkdirSync(bin);
  writeFileSync(join(bin, 'ran'), `#!/bin/sh\necho ran >> '${log}'\n`, { mode: 0o755 });
  furnish(kept);
  const anew = (): ReadonlyMap<string, string> => {
    rmSync(inside, { recursive: true, force: true });
    cpSync(kept, inside, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    for (const path of ['', ...readdirSync(inside, { recursive: true, encoding: 'utf8' })])
      giveAway(join(inside, path));
    return stateOf(inside);
  };
  let before = anew();
  const [directory, home] = [join(inside, 'work'), join(inside, 'home')];
  return {
    directory,
    home,
    async make(call) {
      const [program = ''] = call.split(' ');
      if (!system.some((path) => existsSync(join(path, program)))) return 'missing';
      writeFileSync(log, '');
      giveAway(log);
      const output = await outputOf(call, directory, {
        ...{ PATH: [bin, ...system].join(':'), HOME: home, LC_ALL: 'C.UTF-8' },
        TMPDIR: join(inside, 'tmp'),
      });
      const after = stateOf(inside);
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (path) => before.get(path) !== after.get(path),
      );
      if (changed.length > 0 || output === null) before = anew();
      if (output === null) return null;
      return { ran: readFileSync(log).length > 0, changed, told: output.includes(secret) };
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Files that lead elsewhere, if a program takes what is in them for names or for orders. */
function furnish(root: string): void {
  for (const path of ['', 'work', 'work/d1', 'out', 'home', 'tmp']) mkdirSync(join(root, path));
  chmodSync(join(root, 'tmp'), 0o777);
  const work = join(root, 'work');
  const files = {
    'a.txt': 'a b\nc 3\n/x 1\n',
    'main.c': 'int main(void) { return 0; }\n',
    'd1/e.txt': 'e\n',
    names: '../out/secret\n',
    names0: '../out/secret\0',
    'script.sed': 'w made\n1e ran\nr ../out/secret\n',
    'script.awk': 'BEGIN { print 1 > "made"; system("ran"); getline x < "../out/secret"; print x }\n',
    'rules.mk': 'X := $(shell ran)\nall:\n\tran\n',
    Makefile: 'X := $(shell ran)\nall:\n\tran\n',
    'data.json': '{"a": "../out/secret"}\n',
    ran: '#!/bin/sh\nran\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(work, name), text);
  chmodSync(join(work, 'ran'), 0o755);
  writeFileSync(join(root, 'out/secret'), `${secret}\n`);
  const packs = `
    tar cf t.tar a.txt; for by in gzip bzip2 xz; do $by -k a.txt; done; mv a.txt.gz a.gz; mv a.txt.bz2 a.bz2; mv a.txt.xz a.xz
    gcc -c main.c -o a.o; zip -q a.zip a.txt
    git init -q -b main; git add a.txt main.c d1; git commit -qm one; echo more >> a.txt; git commit -qam two; echo more >> main.c`;
  const person = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  spawnSync(bashPath, ['-c', packs], {
    cwd: work,
    env: { ...process.env, ...person, HOME: work },
    stdio: 'ignore',
  });
}

/** Each file by what it is, what is in it, and when it was written. */
function stateOf(root: string): ReadonlyMap<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  return new Map(
    // What git remembers of files is written anew as it looks at them; programs keep what they need meanwhile in `tmp`.
    names
      .filter((name) => name !== 'work/.git/index' && !name.startsWith('tmp'))
      .map((name) => [name, stateOfFile(join(root, name))]),
  );
}

function stateOfFile(path: string): string {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return `link to ${readlinkSync(path)}`;
  if (!stat.isFile()) return `mode ${stat.mode}`;
  return `mode ${stat.mode} at ${stat.mtimeMs}: ${readFileSync(path, 'latin1')}`;
}

/** Limits that hold where something is wrong with what is harmless: seconds of processor time, KiB of a file and of memory, processes. */
const limits = 'ulimit -t 4 -f 4096 -v 8000000 -u 4000 -c 0';

async function outputOf(
  call: string,
  directory: string,
  env: Readonly<Record<string, string>>,
): Promise<string | null> {
  const child = startFenced(
    [bashPath, '-c', `${limits}; cd "$1" && exec "$2" -c "$3"`, 'workshop', directory, bashPath, call],
    env,
  );
  child.stdin.on('error', () => {}).end();
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('latin1').on('data', (text: string) => {
      if (output.length < mostOutput) output += text;
    });
  return await new Promise((resolve) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, patienceMs);
    child.on('close', () => {
      clearTimeout(timer);
      resolve(isLate ? null : output);
    });
  });
}
