import { dirname } from 'node:path';
import { isShared } from '../../confine/sandbox-places.ts';
import type { SandboxPlace } from '../../model/sandbox.ts';
import { canBeNamed } from './bytes-as-text.ts';
import type { FileView, Layout, Mount } from './mounts.ts';
import { isWithin } from './resolve-places.ts';
import type { LinkView } from './worktree.ts';

/** By what a repository's own list of what Git passes over is told from other files; see gitignore(5). */
const nameOfList = '/.git/info/exclude';

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
    ({ path, access }) => access !== 'kept' || !path.endsWith(nameOfList) || !isLinked(path),
  );
}

/**
 * Has Git pass over what stands in for something at the top of a repository: `git stash -u` and `git clean` would end at what they cannot
 * remove. Its list of that, where it is held, is one of the sandbox's own, with these paths after what is in it.
 */
export function withExcludes(layout: Layout, view: Pick<LinkView, 'read'>): Layout {
  if (layout.kind !== 'layout') return layout;
  const mounts = layout.mounts.map((mount) =>
    isHeldList(mount) ? longerList(mount, layout.stubs, view) : mount,
  );
  return { ...layout, mounts };
}

function isHeldList(mount: Mount): boolean {
  return mount.kind === 'shown' && mount.access === 'read-only' && mount.path.endsWith(nameOfList);
}

function longerList(list: Mount, stubs: readonly string[], view: Pick<LinkView, 'read'>): Mount {
  const top = list.path.slice(0, -nameOfList.length);
  const text = stubs.includes(list.path) ? '' : view.read(list.path);
  // What nobody can read here, or is not UTF-8, stays what it is.
  if (text === null || !canBeNamed(text)) return list;
  const lines = stubs.flatMap((stub) => lineFor(stub, top));
  return { kind: 'replaced', path: list.path, text: [text, ...lines, ''].join('\n') };
}

/** The line that has Git pass over one path; there is none for a name with the end of a line in it. */
function lineFor(stub: string, top: string): readonly string[] {
  const path = stub.slice(top.length);
  const isMeant = isWithin(stub, top) && !isWithin(stub, `${top}/.git`) && stub !== `${top}/.git`;
  // What a command makes in a shared one is to be seen.
  if (!isMeant || isShared(stub) || path.includes('\n')) return [];
  return [path.replace(/[\\*?[]/g, String.raw`\$&`)];
}
