import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { otherNames, withSecondNames } from '../../../src/backends/bubblewrap/layout/second-names.ts';
import type { SandboxPlace } from '../../../src/model/sandbox.ts';
import { lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { path, planIn } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const places: readonly SandboxPlace[] = [
  { path: '/', access: 'read-only' },
  { path: '/home/a/.ssh', access: 'hidden' },
  { path: '/home/a/project', access: 'writable' },
  { path: '/run', access: 'hidden' },
  { path: '/run/resolv.conf', access: 'read-only' },
  { path: '/tmp', access: 'private' },
];

/** A view of files where this is mounted: device, what of it, and where. */
function viewOf(mounts: readonly string[]) {
  const lines = mounts.map((mount) => `1 1 ${mount} rw shared:1 - ext4 /dev/x rw`);
  const table = `${lines.join('\n')}\n`;
  return {
    read: (file: string) => (file === '/proc/self/mountinfo' ? table : null),
    realPath: (file: string) => (['/home/a/.gnupg', '/home/a/.bashrc'].includes(file) ? null : file),
  };
}

/** The places that there are more where this is mounted. */
function more(given: readonly SandboxPlace[], mounts: readonly string[]): readonly SandboxPlace[] {
  const known = new Set<SandboxPlace>(given);
  return withSecondNames(given, viewOf(mounts)).filter((place) => !known.has(place));
}

function hiddenMore(...mounts: readonly string[]): readonly string[] {
  return more(places, mounts).map(({ path: hidden }) => hidden);
}

describe('what is hidden is hidden by its other paths too', () => {
  test.each<readonly [how: string, mounts: readonly string[], more: readonly string[]]>([
    ['not where there are none', ['8:1 / /', '8:2 / /home'], []],
    [
      'by that in all of its file system',
      ['8:1 / /', '8:2 /@home /home', '8:2 / /disk'],
      ['/disk/@home/a/.ssh'],
    ],
    ['by that in a part of it', ['8:1 / /', '8:1 /home/a /data\\040a'], ['/data a/.ssh']],
    ['where it is shown by itself', ['8:1 / /', '8:1 /home/a/.ssh /keys'], ['/keys']],
    ['where a part of it is', ['8:1 / /', '8:1 /home/a/.ssh/id /etc/key'], ['/etc/key']],
    ['where it comes from', ['8:1 / /', '8:1 /keep/ssh /home/a/.ssh'], ['/keep/ssh']],
    ['not where something lies over it', ['8:1 / /', '8:1 /home /data', '8:3 / /data/a'], []],
    ['not where another one does', ['8:1 / /', '8:1 /home /data', '8:3 / /data'], []],
    [
      'not where nothing of the machine is shown',
      ['8:1 / /', '8:1 /home/a /tmp/a', '8:1 /home/a /run/a'],
      [],
    ],
    ['not in what is shown of it', ['8:1 / /', '8:4 / /run', '8:4 /resolv.conf /etc/resolv.conf'], []],
    ['not where that is the workspace', ['8:1 / /', '8:1 /home/a/.ssh /home/a/project'], []],
  ])('%s', (_how, mounts, paths) => {
    expect(hiddenMore(...mounts)).toEqual(paths);
  });
});

describe('what is kept is kept by its other paths too', () => {
  const kept: readonly SandboxPlace[] = [
    { path: '/', access: 'read-only' },
    { path: '/home/a/.bashrc', access: 'kept' },
    { path: '/home/a/.config/handrail', access: 'kept' },
    { path: '/project', access: 'writable' },
  ];

  test.each<readonly [how: string, mounts: readonly string[], more: readonly string[]]>([
    [
      'in what can be written to, also where it is not there',
      ['8:1 / /', '8:2 /home /home', '8:2 / /project'],
      ['/project/home/a/.bashrc', '/project/home/a/.config/handrail'],
    ],
    [
      'where a part of it is',
      ['8:1 / /', '8:1 /home/a/.config/handrail/rules /project/rules'],
      ['/project/rules'],
    ],
    ['not where nothing can be written to', ['8:1 / /', '8:2 /home /home', '8:2 / /disk'], []],
  ])('%s', (_how, mounts, paths) => {
    expect(more(kept, mounts)).toEqual(paths.map((one) => ({ path: one, access: 'kept' })));
  });
});

test('a path has other names by what it is in, and by what is in it', () => {
  const view = viewOf(['8:1 / /', '8:2 /home /home', '8:2 / /disk', '8:1 /var/keys /keys']);
  expect(otherNames('/disk/home/a', view)).toEqual(['/home/a']);
  expect(otherNames('/home/a', view)).toEqual(['/disk/home/a']);
  expect(otherNames('/disk', view)).toEqual(['/home']);
  expect(otherNames('/keys/id', view)).toEqual(['/var/keys/id']);
  expect(otherNames('/srv', view)).toEqual([]);
});

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describe.skipIf(lacksBubblewrap)('a home directory that is shown twice', () => {
  test('has its secrets hidden in both places, and from what others take orders is kept', () => {
    const world = temporaryDirectory();
    for (const name of ['data', 'home/.ssh', 'home/.vim', 'project/inner'])
      mkdirSync(join(world, name), { recursive: true });
    writeFileSync(join(world, 'home/.ssh/id'), 'NOT-FOR-COMMANDS\n');
    const project = join(world, 'project');
    const sandbox = sandboxFor(project, { readOnly: [world] }, join(world, 'home'));
    const command = 'cat inner/.ssh/id ../data/.ssh/id; mv inner/.ssh inner/taken; echo x > inner/.vim/vimrc';
    const plan = planIn(project, command, { sandbox, streams: 'combined' });
    const mounts = 'mount --bind "$1/home" "$1/data" && mount --bind "$1/home" "$1/project/inner"';
    const [program = '', ...words] = [
      'unshare',
      ...['--mount', '--propagation', 'private', ...(process.getuid?.() === 0 ? [] : ['--map-root-user'])],
      ...['bash', '-c', `${mounts} && shift && exec "$@"`, 'bash', world],
      ...[process.execPath, file('../fixtures/one-plan.mjs'), file('../../../dist'), path],
      JSON.stringify(plan),
    ];
    const output = execFileSync(program, words, { encoding: 'utf8' });
    expect(output.replaceAll("'", '')).toBe(
      [
        'cat: inner/.ssh/id: Permission denied',
        'cat: ../data/.ssh/id: Permission denied',
        'mv: cannot move inner/.ssh to inner/taken: Device or resource busy',
        'bash: line 1: inner/.vim/vimrc: Read-only file system\n',
      ].join('\n'),
    );
  });
});
