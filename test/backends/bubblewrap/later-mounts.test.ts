import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { path, planIn } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Words that have a program run where what it mounts is mounted for nobody else, and is told to the namespaces that are made there. */
const inMountsOfItsOwn = [
  ...[
    'unshare',
    '--mount',
    '--propagation',
    'private',
    ...(process.getuid?.() === 0 ? [] : ['--map-root-user']),
  ],
  ...['bash', '-c', 'mount --make-rshared / && exec "$@"', 'bash'],
];

describe.skipIf(lacksBubblewrap)('what this machine mounts while a sandbox stands', () => {
  test('is not shown there, to be written to or with what is to be hidden', () => {
    const world = temporaryDirectory();
    for (const name of ['disk', 'home/.ssh', 'project']) mkdirSync(join(world, name), { recursive: true });
    writeFileSync(join(world, 'home/.ssh/id'), 'NOT-FOR-COMMANDS\n');
    const project = join(world, 'project');
    const sandbox = sandboxFor(project, { readOnly: [world] }, join(world, 'home'));
    const plan = planIn(project, '', { sandbox, streams: 'combined' });
    const [program = '', ...words] = [
      ...[...inMountsOfItsOwn, process.execPath, file('../fixtures/later-mounts.mjs'), file('../../../dist')],
      ...[path, world, JSON.stringify(plan)],
    ];
    // Printed by our fixture.
    const outputs = JSON.parse(execFileSync(program, words, { encoding: 'utf8' })) as readonly string[];
    const denied = `Read-only file system\ncat: '${world}/home/.ssh/id': Permission denied\n`;
    const told = outputs.map((output) => output.replace(/^.*disk\/new: /, ''));
    expect(told).toEqual([denied, denied, denied]);
  });
});
