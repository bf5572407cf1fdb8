import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { giveAway } from './fence.ts';

/** How deep the working directory is, so that no number of \`cd ..\` in a script leads out of the laboratory. */
const depth = 40;

/** Where files are in memory, if there is such a place: it is several times as fast. */
function parentDirectory(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    // There is none, or it is closed: any place will do.
    return realpathSync(tmpdir());
  }
}

/** Where a laboratory has its things. */
export interface Places {
  readonly inside: string;
  readonly directory: string;
  readonly home: string;
  readonly log: string;
  readonly bin: string;
}

/** Makes the directories. Programs have one elsewhere, as nothing can be executed in memory on some machines. */
export function openPlaces(): Places {
  const [fast = '', ordinary = ''] = [parentDirectory(), realpathSync(tmpdir())].map((path) =>
    mkdtempSync(join(path, 'handrail-')),
  );
  const places = placesIn(fast, join(ordinary, 'bin'));
  const { inside, directory, log, bin } = places;
  mkdirSync(bin);
  writeFileSync(log, '');
  for (const path of [fast, ordinary]) chmodSync(path, 0o755);
  mkdirSync(dirname(directory), { recursive: true });
  for (let path = dirname(directory); path !== dirname(inside); path = dirname(path)) giveAway(path);
  giveAway(log);
  return places;
}

export function closePlaces({ inside, bin }: Places): void {
  for (const path of [inside, bin]) rmSync(dirname(path), { recursive: true, force: true });
}

function placesIn(root: string, bin: string): Places {
  const inside = join(root, 'inside');
  const below = join(inside, ...Array.from({ length: depth }, () => 'u'));
  return {
    inside,
    directory: join(below, 'work'),
    home: join(below, 'home'),
    log: join(root, 'log'),
    bin,
  };
}

/** Makes the directories as they are before every script, and says what there is. */
export function prepare(places: Places): ReadonlyMap<string, string> {
  const { directory, home, log } = places;
  for (const path of filesIn(places)) rmSync(path, { recursive: true, force: true });
  const made = new Map<string, string>();
  const add = (path: string) => {
    mkdirSync(path);
    made.set(path, directoryMark);
  };
  for (const path of ['.', 'd1', 'd1/d2']) add(join(directory, path));
  for (const path of ['.', 'd1']) add(join(home, path));
  for (const name of ['a.c', 'b.c']) {
    const text = 'ok1 in a file\n';
    writeFileSync(join(directory, name), text);
    made.set(join(directory, name), text);
  }
  writeFileSync(log, '');
  for (const path of made.keys()) giveAway(path);
  return made;
}

/** What stands for what is in a directory. */
const directoryMark = '/';

/** The files that have come since, or have another content. */
export function writtenSince(before: ReadonlyMap<string, string>, places: Places): readonly string[] {
  return [...contentsIn(places)].flatMap(([path, text]) => (before.get(path) === text ? [] : [path]));
}

/** The files that there are, each with what is in it. */
function contentsIn(places: Places): ReadonlyMap<string, string> {
  return new Map(
    filesIn(places).map((path) => [
      path,
      statSync(path).isFile() ? readFileSync(path, 'latin1') : directoryMark,
    ]),
  );
}

/** All that is below the laboratory but the directories that lead down to where scripts run. */
function filesIn({ inside, directory }: Places): readonly string[] {
  const files: string[] = [];
  let path = inside;
  for (const name of relative(inside, dirname(directory)).split('/')) {
    files.push(
      ...readdirSync(path)
        .filter((other) => other !== name)
        .map((other) => join(path, other)),
    );
    path = join(path, name);
  }
  const below = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return [...files, ...below.map((name) => join(path, name))];
}
