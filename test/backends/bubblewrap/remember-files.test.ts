import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileView } from '../../../src/backends/bubblewrap/layout/file-view.ts';
import { identitiesOf, identitiesSeen } from '../../../src/backends/bubblewrap/layout/identities.ts';
import { rememberFiles } from '../../../src/backends/bubblewrap/layout/remember-files.ts';
import { lastProcessId } from '../../../src/backends/local/processes/process-table.ts';
import { nextTick } from '../../support/file-clock.ts';
import { seed } from '../../support/seed.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** `fileView`, and the paths that it was really asked for since it was last said. */
function recordingView() {
  let asked: string[] = [];
  const record = (path: string): string => {
    asked.push(path);
    return path;
  };
  const view = {
    read: fileView.read,
    readItself: fileView.readItself,
    readPath: fileView.readPath,
    look: (path: string) => fileView.look(record(path)),
    realPath: (path: string) => fileView.realPath(record(path)),
    newIn: (path: string) => fileView.newIn(record(path)),
  };
  const takeAsked = (): readonly string[] => {
    const taken = asked;
    asked = [];
    return taken;
  };
  return { view, takeAsked };
}

type View = typeof fileView;

const keyOf = (key: object): object => key;

/** What a view says to some questions, remembered; it gives the same object as long as it remembers it. */
function remembered(
  questions: (view: View) => readonly unknown[],
  { view = fileView, settledMs = 0 }: { readonly view?: View; readonly settledMs?: number } = {},
): () => readonly unknown[] {
  const ask = rememberFiles(view, (_key: object, asked) => questions(asked), { keyOf, settledMs });
  const key = {};
  return () => ask(key).value;
}

test('what was seen is not looked at again while its directory is as it was', async () => {
  const directory = temporaryDirectory();
  const there = join(directory, 'there');
  const not = join(directory, 'not');
  const here = join(not, 'here');
  mkdirSync(there);
  await nextTick(temporaryDirectory());
  const { view, takeAsked } = recordingView();
  const ask = remembered(({ look }) => [look(there), look(not), look(here)], { view });
  expect(ask()).toEqual(['directory', 'missing', 'missing']);
  expect(takeAsked()).toHaveLength(3);
  const first = ask();
  expect(first).toEqual(['directory', 'missing', 'missing']);
  expect(takeAsked()).toEqual([]);

  // Something else changes there: it is looked at again, and nothing has become of it.
  mkdirSync(join(directory, 'other'));
  await nextTick(temporaryDirectory());
  expect(ask()).toBe(first);
  expect(takeAsked()).toHaveLength(2);
  expect(ask()).toBe(first);
  expect(takeAsked()).toEqual([]);

  mkdirSync(not);
  expect(ask()).toEqual(['directory', 'directory', 'missing']);
});

test('what was seen in a directory that has only just changed is looked at again', () => {
  const directory = temporaryDirectory();
  const { view, takeAsked } = recordingView();
  const ask = remembered(({ look }) => [look(join(directory, 'not'))], { view, settledMs: 60_000 });
  for (let time = 0; time < 2; time += 1) {
    expect(ask()).toEqual(['missing']);
    expect(takeAsked()).toHaveLength(1);
  }
});

test('what lies on a file system that keeps no times of its directories is looked at again', () => {
  const { view, takeAsked } = recordingView();
  const ask = remembered(({ look }) => [look('/proc/sys/nothing-of-this-name')], { view });
  for (let time = 0; time < 2; time += 1) {
    expect(ask()).toEqual(['missing']);
    expect(takeAsked()).toHaveLength(1);
  }
});

test('what the kernel has from the start of the machine is looked at once', () => {
  const { view, takeAsked } = recordingView();
  const ask = remembered(({ look, realPath }) => [realPath('/proc/kmsg'), look('/proc/kmsg')], { view });
  expect(ask()).toEqual(['/proc/kmsg', 'file']);
  expect(takeAsked()).toHaveLength(2);
  expect(ask()).toEqual(['/proc/kmsg', 'file']);
  expect(takeAsked()).toEqual([]);
});

test('what was missing there is looked at again, as others come there', () => {
  for (;;) {
    // The id of a process that is still to come, if nobody else has one meanwhile.
    const next = lastProcessId() + 1;
    const ask = remembered(({ look, realPath }) => [look(`/proc/${next}/fd`), realPath('/proc/kmsg')]);
    const before = [ask(), ask()];
    const child = spawn('cat', { stdio: ['pipe', 'ignore', 'ignore'] });
    const [now] = ask();
    child.kill('SIGKILL');
    if (child.pid !== next) continue;
    expect(before.map(([first]) => first)).toEqual(['missing', 'missing']);
    expect(now).toBe('directory');
    return;
  }
});

test('what is in a file is looked at again', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'file');
  const stub = join(directory, 'commondir');
  writeFileSync(file, 'one');
  writeFileSync(stub, '.');
  await nextTick(temporaryDirectory());
  const ask = remembered(({ look, read }) => [read(file), look(stub)]);
  expect(ask()).toEqual(['one', 'missing']);
  writeFileSync(file, 'two');
  writeFileSync(stub, 'elsewhere');
  expect(ask()).toEqual(['two', 'file']);
});

test('what a link leads to is looked at again: it changes elsewhere', async () => {
  const [directory, elsewhere] = [temporaryDirectory(), temporaryDirectory()];
  symlinkSync(join(elsewhere, 'end'), join(directory, 'link'));
  await nextTick(temporaryDirectory());
  const ask = remembered(({ realPath }) => [realPath(join(directory, 'link'))]);
  expect(ask()).toEqual([null]);
  mkdirSync(join(elsewhere, 'end'));
  expect(ask()).toEqual([join(elsewhere, 'end')]);
});

test('a path is another when a directory far above it has become a link', async () => {
  const directory = temporaryDirectory();
  const path = join(directory, 'old', 'in', 'it');
  mkdirSync(path, { recursive: true });
  await nextTick(temporaryDirectory());
  const ask = remembered(({ realPath }) => [realPath(path)]);
  expect(ask()).toEqual([path]);
  renameSync(join(directory, 'old'), join(directory, 'new'));
  symlinkSync(join(directory, 'new'), join(directory, 'old'));
  expect(ask()).toEqual([join(directory, 'new', 'in', 'it')]);
});

test('of many the last eight are remembered', async () => {
  const directory = temporaryDirectory();
  await nextTick(temporaryDirectory());
  const { view, takeAsked } = recordingView();
  const ask = rememberFiles(view, (_key: object, { look }) => look(join(directory, 'not')), {
    ...{ keyOf, settledMs: 0 },
  });
  const keys = Array.from({ length: 9 }, () => ({}));
  for (const key of keys) ask(key);
  const askedFor = keys.toReversed().map((key) => {
    takeAsked();
    ask(key);
    return takeAsked().length;
  });
  expect(askedFor).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1]);
});

/** One thing done to a tree of few names. */
type Deed =
  | { readonly kind: 'directory' | 'file' | 'remove'; readonly at: string }
  | { readonly kind: 'rename' | 'link'; readonly at: string; readonly to: string };

const names = ['a', 'b', 'a/a', 'a/b', 'b/a', 'a/a/b', 'a/b/a', 'b/a/b'];
const name = fc.constantFrom(...names);
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('directory' as const, 'directory' as const, 'file' as const, 'remove' as const),
    at: name,
  }),
  fc.record({ kind: fc.constantFrom('rename' as const, 'link' as const), at: name, to: name }),
);

function doIn(root: string, deed: Deed): void {
  const at = join(root, deed.at);
  try {
    switch (deed.kind) {
      case 'directory':
        mkdirSync(at);
        break;
      case 'file':
        writeFileSync(at, '', { flag: 'wx' });
        break;
      case 'remove':
        rmSync(at, { recursive: true });
        break;
      case 'rename':
        renameSync(at, join(root, deed.to));
        break;
      case 'link':
        symlinkSync(join(root, deed.to), at);
    }
  } catch {
    // Much of what comes up by chance cannot be done; then nothing has changed.
  }
}

test('whatever is done to files, what is remembered is what is there', async () => {
  const all = temporaryDirectory();
  const clock = temporaryDirectory();
  const seen = (view: Pick<typeof fileView, 'look' | 'realPath'>, root: string): readonly unknown[] =>
    names.map((one) => [one, view.look(join(root, one)), view.realPath(join(root, one))]);
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 2, maxLength: 12 }), async (deeds) => {
      const root = mkdtempSync(join(all, 'root-'));
      const paths = names.map((one) => join(root, one));
      const ask = rememberFiles(fileView, (_key: object, view) => seen(view, root), { keyOf, settledMs: 0 });
      const key = {};
      for (const one of deeds) {
        doIn(root, one);
        await nextTick(clock);
        expect(attempt(() => ask(key).value)).toEqual(attempt(() => seen(fileView, root)));
        expect(attempt(() => identitiesSeen(paths, ask(key).seen))).toEqual(
          attempt(() => identitiesOf(paths)),
        );
      }
    }),
    { seed, numRuns: 60 },
  );
});

/** Links that lead to each other in a circle cannot be gone through. */
function attempt(look: () => unknown): unknown {
  try {
    return look();
  } catch (error) {
    return String(error).slice(0, 12);
  }
}
