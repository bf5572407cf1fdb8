import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileView } from '../../../src/backends/bubblewrap/layout/file-view.ts';
import { withExcludes } from '../../../src/backends/bubblewrap/layout/git-excludes.ts';
import type { Mount } from '../../../src/backends/bubblewrap/layout/mounts.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

const list: Mount = { kind: 'shown', path: '/ws/.git/info/exclude', access: 'read-only' };
const workspace: Mount = { kind: 'shown', path: '/ws', access: 'writable' };

const tops = ['/link'];
const realPath = (path: string) => (path === '/link' ? '/ws' : path);

/** What the lists of a layout have in them, by their paths; `read`: what is in a file before. */
function lists(stubs: readonly string[], { read = () => '*.log\n' }: { read?(): string | null } = {}) {
  const layout = withExcludes({ kind: 'layout', mounts: [workspace, list], stubs }, tops, {
    readItself: read,
    realPath,
  });
  if (layout.kind !== 'layout') throw new Error('expected a layout');
  return layout.mounts.map((mount) =>
    mount.kind === 'replaced' ? [mount.path, mount.text] : mount === list || mount === workspace,
  );
}

describe('what Git passes over in a sandbox', () => {
  test('is what the repository says, and what stands in for something at its top', () => {
    const stubs = ['/ws/.vscode', '/ws/a/b c', '/ws/.git/hooks', '/other/.vscode'];
    expect(lists(stubs)).toEqual([true, ['/ws/.git/info/exclude', '*.log\n\n/.vscode\n/a/b c\n']]);
  });

  test('is that of a repository that lies elsewhere, too', () => {
    const elsewhere: Mount = { ...list, path: '/repo/.bare/info/exclude' };
    const layout = { kind: 'layout', mounts: [elsewhere], stubs: ['/ws/.vscode'] } as const;
    expect(withExcludes(layout, tops, { readItself: () => '', realPath })).toMatchObject({
      mounts: [{ kind: 'replaced', path: elsewhere.path, text: '\n/.vscode\n' }],
    });
  });

  test('is not a directory that commands share, but what is held in it', () => {
    expect(lists(['/ws/.github', '/ws/.github/hooks'])[1]).toEqual([list.path, '*.log\n\n/.github/hooks\n']);
  });

  test('is such a directory where it is held itself', () => {
    expect(lists(['/ws/info'])[1]).toEqual([list.path, '*.log\n\n/info\n']);
  });

  test('are names with the blanks at their end', () => {
    expect(lists(['/ws/a b  ', '/ws/a\r'])[1]).toEqual([list.path, '*.log\n\n/a b\\ \\ \n']);
  });

  test('are names as they are, and none that a line cannot have', () => {
    expect(lists([String.raw`/ws/a*[b]?\c`, '/ws/a\nb'])[1]).toEqual([
      list.path,
      `*.log\n\n${String.raw`/a\*\[b]\?\\c`}\n`,
    ]);
  });

  test('is only that where the repository has no list, or what stands in for one', () => {
    const read = () => '# handrail';
    expect(lists(['/ws/.vscode', list.path], { read })[1]).toEqual([list.path, '\n/.vscode\n']);
  });

  test.each<readonly [what: string, text: string | null]>([
    ['cannot be read', null],
    ['is not UTF-8', '\udcff'],
  ])('is the list of a repository that %s, as it is', (_what, text) => {
    expect(lists(['/ws/.vscode'], { read: () => text })).toEqual([true, true]);
  });

  test.each(['exclude', 'info'])(
    'is not what a link leads to that has come in the place of %s since its place was looked at',
    (name) => {
      const top = temporaryDirectory();
      const path = join(top, '.git/info/exclude');
      const layoutNow = () => {
        const mount: Mount = { kind: 'shown', path, access: 'read-only' };
        return withExcludes(
          { kind: 'layout', mounts: [mount], stubs: [join(top, '.vscode')] },
          [top],
          fileView,
        );
      };
      for (const directory of ['.git/info', 'secret']) mkdirSync(join(top, directory), { recursive: true });
      for (const file of ['.git/info/exclude', 'secret/exclude']) writeFileSync(join(top, file), file);
      expect(JSON.stringify(layoutNow())).toContain('.git/info/exclude\\n/.vscode');
      const place = name === 'info' ? dirname(path) : path;
      renameSync(place, join(top, 'aside'));
      symlinkSync(join(top, name === 'info' ? 'secret' : 'secret/exclude'), place);
      expect(layoutNow()).toMatchObject({ mounts: [{ kind: 'shown', path, access: 'read-only' }] });
    },
  );

  test('is the list of a repository that a command may write to, as it is', () => {
    const open: Mount = { kind: 'shown', path: list.path, access: 'writable' };
    const layout = { kind: 'layout', mounts: [workspace, open], stubs: ['/ws/.vscode'] } as const;
    expect(withExcludes(layout, tops, { readItself: () => '', realPath })).toEqual(layout);
  });
});
