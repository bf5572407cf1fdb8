import { plainSettings } from '../../../confine/plain-settings.ts';
import { canBeNamed } from './bytes-as-text.ts';
import type { Layout, Mount } from './mounts.ts';
import type { LinkView } from './worktree.ts';

/** Shows, of the hidden files at these paths, the settings that are known to be no secrets. */
export function withPlainSettings(
  layout: Layout,
  paths: readonly string[],
  view: Pick<LinkView, 'readItself'>,
): Layout {
  if (layout.kind !== 'layout') return layout;
  const shown = (mount: Mount): Mount => {
    if (mount.kind !== 'masked' || !paths.includes(mount.path)) return mount;
    const before = view.readItself(mount.path);
    const text = before === null ? null : plainSettings(mount.path, before);
    return text === null || !canBeNamed(text) ? mount : { kind: 'replaced', path: mount.path, text };
  };
  return { ...layout, mounts: layout.mounts.map(shown) };
}
