import { join } from 'node:path';
import { inOrder } from '../../../confine/in-order.ts';
import { ordersOfWorkspace } from '../../../confine/sandbox-places.ts';
import type { SandboxPlace } from '../../../model/sandbox.ts';
import type { FileView } from './mounts.ts';

type View = Pick<FileView, 'look' | 'realPath'>;

/**
 * Places with what others read as orders in directories that can be written to beside the workspace: of a level, or as a person has let
 * it. What is there of it is kept. What is not is not stood in for, but for what Git goes by in a repository: most such directories are
 * none of a project.
 */
export function withOrders(
  places: readonly SandboxPlace[],
  writable: readonly string[],
  view: View,
): readonly SandboxPlace[] {
  const named = new Set(places.map(({ path }) => path));
  const added = [...new Set(writable)]
    .filter((path) => isDirectory(path, view))
    .flatMap((directory) =>
      ordersOfWorkspace
        .filter((name) => !named.has(join(directory, name)) && isOrder(directory, name, view))
        .map((name) => ({ path: join(directory, name), access: 'kept' as const })),
    );
  return inOrder([...places, ...added], ({ path }) => path);
}

function isDirectory(path: string, view: View): boolean {
  const target = view.realPath(path);
  return target !== null && view.look(target) === 'directory';
}

/** Nothing can be laid over a link: what is behind one is not kept. */
function isOrder(directory: string, name: string, view: View): boolean {
  const steps = name.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
  const found = steps.map((step) => view.look(join(directory, step)));
  const isThere = found[name.startsWith('.git/') ? 0 : found.length - 1] !== 'missing';
  return isThere && !found.includes('link');
}
