import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withSecondNames } from '../../../src/backends/bubblewrap/second-names.ts';
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

/** What is hidden more where this is mounted: device, what of it, and where. */
function hiddenMore(...mounts: readonly string[]): readonly string[] {
  const lines = mounts.map((mount) => `1 1 ${mount} rw shared:1 - ext4 /dev/x rw`);
  const table = `${lines.join('\n')}\n`;
  const view = {
    read: (file: string) => (file === '/proc/self/mountinfo' ? table : null),
    realPath: (file: string) => (file === '/home/a/.gnupg' ? null : file),
  };
  const known = new Set<SandboxPlace>(places);
  return withSecondNames(places, view).flatMap((place) => (known.has(place) ? [] : [place.path]));
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
  ])('%s', (_how, mounts, more) => {
    expect(hiddenMore(...mounts)).toEqual(more);
  });
});

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

describe.skipIf(lacksBubblewrap)('a home directory that is shown twice', () => {
  test('has its secrets hidden in both places', () => {
    const world = temporaryDirectory();
    for (const name of ['data', 'home/.ssh', 'project/inner'])
      mkdirSync(join(world, name), { recursive: true });
    writeFileSync(join(world, 'home/.ssh/id'), 'NOT-FOR-COMMANDS\n');
    const project = join(world, 'project');
    const sandbox = sandboxFor(project, { readOnly: [world] }, join(world, 'home'));
    const command = 'cat inner/.ssh/id ../data/.ssh/id; mv inner/.ssh inner/taken; ls -A inner';
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
        '.ssh\n',
      ].join('\n'),
    );
  });
});
