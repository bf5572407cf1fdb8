import { describe, expect, test } from 'vitest';
import { withExcludes } from '../../../src/backends/bubblewrap/git-excludes.ts';
import type { Mount } from '../../../src/backends/bubblewrap/mounts.ts';

const list: Mount = { kind: 'shown', path: '/ws/.git/info/exclude', access: 'read-only' };
const workspace: Mount = { kind: 'shown', path: '/ws', access: 'writable' };

const tops = ['/link'];
const realPath = (path: string) => (path === '/link' ? '/ws' : path);

/** What the lists of a layout have in them, by their paths; `read`: what is in a file before. */
function lists(stubs: readonly string[], { read = () => '*.log\n' }: { read?(): string | null } = {}) {
  const layout = withExcludes({ kind: 'layout', mounts: [workspace, list], stubs }, tops, { read, realPath });
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
    expect(withExcludes(layout, tops, { read: () => '', realPath })).toMatchObject({
      mounts: [{ kind: 'replaced', path: elsewhere.path, text: '\n/.vscode\n' }],
    });
  });

  test('is not a directory that commands share, but what is held in it', () => {
    expect(lists(['/ws/.github', '/ws/.github/hooks'])[1]).toEqual([list.path, '*.log\n\n/.github/hooks\n']);
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

  test('is the list of a repository that a command may write to, as it is', () => {
    const open: Mount = { kind: 'shown', path: list.path, access: 'writable' };
    const layout = { kind: 'layout', mounts: [workspace, open], stubs: ['/ws/.vscode'] } as const;
    expect(withExcludes(layout, tops, { read: () => '', realPath })).toEqual(layout);
  });
});
