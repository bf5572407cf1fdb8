import { dirname } from 'node:path';
import { isShared } from '../../../confine/sandbox-places.ts';
import type { SandboxPlace } from '../../../model/sandbox.ts';
import { canBeNamed } from './bytes-as-text.ts';
import type { FileView, Layout, Mount } from './mounts.ts';
import { isWithin } from './resolve-places.ts';
import type { LinkView } from './worktree.ts';

/** Where a repository has its own list of what Git passes over in each of its worktrees; see gitignore(5). */
export const nameOfList = 'info/exclude';

/** Places without such a list that is a link, as of a template for repositories, or lies behind one: nothing could be laid over it. */
export function withoutLinkedLists(
  places: readonly SandboxPlace[],
  view: Pick<FileView, 'look'>,
): readonly SandboxPlace[] {
  const isLinked = (path: string): boolean => {
    const steps = [dirname(dirname(path)), dirname(path), path];
    const end = steps.find((at) => view.look(at) !== 'directory');
    return end !== undefined && view.look(end) === 'link';
  };
  return places.filter(
    ({ path, access }) => access !== 'kept' || !path.endsWith(`/${nameOfList}`) || !isLinked(path),
  );
}

/**
 * Has Git pass over what stands in for something in directories that it has files in, `tops`: `git stash -u` and `git clean` would end at
 * what they cannot remove. Its list of that, where it is held, is one of the sandbox's own, with these paths after what is in it.
 */
export function withExcludes(
  layout: Layout,
  tops: readonly string[],
  view: Pick<LinkView, 'readItself' | 'realPath'>,
): Layout {
  if (layout.kind !== 'layout') return layout;
  const { mounts, stubs } = layout;
  const real = tops.map((top) => view.realPath(top) ?? top);
  // What a command makes in a shared one is to be seen.
  const meant = stubs.filter((stub) => !isShared(stub) || !stubs.some((other) => isWithin(other, stub)));
  const lines = real.flatMap((top) => meant.flatMap((stub) => lineFor(stub, top)));
  const replaced = mounts.map((mount) =>
    isHeldList(mount) ? longerList(mount, { stubs, lines }, view) : mount,
  );
  return { ...layout, mounts: replaced };
}

function isHeldList(mount: Mount): boolean {
  return mount.kind === 'shown' && mount.access === 'read-only' && mount.path.endsWith(`/${nameOfList}`);
}

function longerList(
  list: Mount,
  { stubs, lines }: { readonly stubs: readonly string[]; readonly lines: readonly string[] },
  view: Pick<LinkView, 'readItself'>,
): Mount {
  const text = stubs.includes(list.path) ? '' : view.readItself(list.path);
  // What nobody can read here, or is not UTF-8, stays what it is; and by a link that has come meanwhile it would tell what that leads to.
  if (text === null || !canBeNamed(text)) return list;
  return { kind: 'replaced', path: list.path, text: [text, ...lines, ''].join('\n') };
}

/** The line that has Git pass over one path; there is none for a name with the end of a line in it, or at its end a part of one. */
function lineFor(stub: string, top: string): readonly string[] {
  const path = stub.slice(top.length);
  const isMeant = isWithin(stub, top) && !`${path}/`.startsWith('/.git/');
  if (!isMeant || path.includes('\n') || path.endsWith('\r')) return [];
  return [path.replace(/[\\*?[]| (?= *$)/g, String.raw`\$&`)];
}
