import { join, normalize } from 'node:path';
import type { PlaceAccess, SandboxLevel, SandboxPlace, SandboxPlan } from '../model/sandbox.ts';
import { namedPlaces } from './sandbox-named.ts';
import {
  hiddenOfSystem,
  ordersOfWorkspace,
  privatePlaces,
  secretsOfHome,
  shownOfSystem,
} from './sandbox-places.ts';

/** What a level speaks of; directories by absolute paths. */
export interface SandboxDirectories {
  /** Where the work is. */
  readonly workspace: string;
  /** `null` for a user without one. */
  readonly home: string | null;
  /** Handrail's own, which no command is to see. */
  readonly stateDir: string;
  /** The host's environment, for what it says of where sockets and secrets are. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a level comes to for a user in a workspace. No file is looked at. */
export function sandboxPlan(level: SandboxLevel, directories: SandboxDirectories): SandboxPlan {
  const { workspace, home, stateDir } = directories;
  const own = (paths: readonly string[]) => paths.flatMap((path) => absolute(path, directories) ?? []);
  const inHome = home === null ? [] : secretsOfHome.map((path) => join(home, path));
  const inWorkspace = level.workspace === 'writable' ? ordersOfWorkspace : [];
  const places = new Map<string, PlaceAccess>();
  const set = (access: PlaceAccess, paths: readonly string[]): void => {
    for (const path of paths) places.set(normal(path), access);
  };
  // What comes later goes before what came earlier: of one path as here, of one within another by being nearer.
  set('private', privatePlaces);
  set(level.workspace, [workspace]);
  set(
    'kept',
    inWorkspace.map((path) => join(workspace, path)),
  );
  set('hidden', [...hiddenOfSystem, ...inHome, ...named(directories)]);
  set('read-only', shownOfSystem);
  set('read-only', own(level.readOnly));
  set('writable', own(level.writable));
  set('hidden', [...own(level.hidden), stateDir]);
  // A system that can be written to is no sandbox, whatever the workspace is.
  set('read-only', ['/']);
  return { level: level.name, places: inOrder(places), network: level.network, limits: level.limits };
}

/** Not where hiding it would leave nothing to work with, or make another place of it that is the command's own already. */
function named({ env, workspace, home }: SandboxDirectories): readonly string[] {
  const needed = [workspace, home ?? workspace, ...privatePlaces].map(normal);
  const isNeeded = (path: string) => needed.some((place) => `${place}/`.startsWith(`${path}/`));
  return namedPlaces(env)
    .map(normal)
    .filter((path) => path !== '/' && !isNeeded(path));
}

/** `null`: in the home directory of a user without one, there is nothing. */
function absolute(path: string, { home, workspace }: SandboxDirectories): string | null {
  if (path.startsWith('~/')) return home && join(home, path.slice(2));
  return path.startsWith('./') ? join(workspace, path) : path;
}

function normal(path: string): string {
  const whole = normalize(path);
  return whole === '/' ? whole : whole.replace(/\/$/, '');
}

function inOrder(places: ReadonlyMap<string, PlaceAccess>): readonly SandboxPlace[] {
  const all = [...places].map(([path, access]) => ({ path, access, key: path.split('/').join('\0') }));
  // By steps and not by characters: `/a/b` comes before `/a-c`, and so stays with `/a`.
  const sorted = all.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return sorted.map(({ path, access }) => ({ path, access }));
}
