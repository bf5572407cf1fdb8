import { dirname, join, normalize } from 'node:path';
import type { PlaceAccess, SandboxLevel, SandboxPlan, SandboxRule } from '../model/sandbox.ts';
import { inOrder } from './in-order.ts';
import { filesWithSettings } from './plain-settings.ts';
import { rememberLast } from './remember.ts';
import { namedPlaces, usualStates } from './sandbox-named.ts';
import {
  hiddenOfHome,
  hiddenOfSystem,
  ordersOfHome,
  ordersOfWorkspace,
  privatePlaces,
  settingsFileName,
  shownOfSystem,
} from './sandbox-places.ts';
import { tighten } from './tighten.ts';

/** What a level speaks of; directories by absolute paths. */
export interface SandboxDirectories extends UserDirectories {
  /** Where the work is. */
  readonly workspace: string;
}

/** Those that are the same for all commands of a user. */
export interface UserDirectories {
  /** `null` for a user without one. */
  readonly home: string | null;
  /** Handrail's own, which no command is to see. */
  readonly stateDir: string;
  /** Those in it that results name files of, which may be read. */
  readonly outputDirs: readonly string[];
  /** Where the user's own settings are. */
  readonly settingsDir: string;
  /** Files of rules that hold: who could write them could change what is allowed. */
  readonly rules: RulePlaces;
  /** The host's environment, for what it says of where sockets and secrets are. */
  readonly env: Readonly<Record<string, string>>;
}

/** Absolute paths of files of rules, by who has named them. */
export interface RulePlaces {
  readonly ofUser: readonly string[];
  readonly ofProject: readonly string[];
}

/** What a level comes to for a user in a workspace. No file is looked at. */
export function sandboxPlan(
  level: SandboxLevel,
  directories: SandboxDirectories,
): Omit<SandboxPlan, 'conversationId' | 'granted'> {
  const { workspace, home, stateDir, outputDirs, settingsDir, rules, env } = directories;
  const own = (paths: readonly string[]) => paths.flatMap((path) => absolute(path, directories) ?? []);
  const inHome = (paths: readonly string[]) => (home === null ? [] : paths.map((path) => join(home, path)));
  const places = new Map<string, PlaceAccess>();
  const set = (access: PlaceAccess, paths: readonly string[]): void => {
    for (const path of paths) places.set(normal(path), access);
  };
  // What comes later goes before what came earlier: of one path as here, of one within another by being nearer.
  set('private', privatePlaces);
  set(holdsHome(directories) ? 'read-only' : level.workspace, [workspace]);
  set(
    'kept',
    // Also where nothing of the workspace can be written to: somebody may be allowed to.
    ordersOfWorkspace.map((path) => join(workspace, path)),
  );
  set('kept', inHome(ordersOfHome));
  if (isHomeWritable(own(level.writable), home)) set('kept', inHome(ordersOfWorkspace));
  set('hidden', [...hiddenOfSystem, ...inHome(hiddenOfHome), ...spared(namedPlaces(env), directories)]);
  set('read-only', shownOfSystem);
  set('kept', [settingsDir, ...rules.ofUser, ...rules.ofProject, ...settingsAbove(workspace)]);
  set('read-only', own(level.readOnly));
  set('writable', own(level.writable));
  // What other hosts have there tells of their commands, and their sockets do.
  set('hidden', [...own(level.hidden), ...spared(usualStates(directories), directories), stateDir]);
  set('read-only', outputDirs);
  // A system that can be written to is no sandbox, whatever the workspace is.
  set('read-only', ['/']);
  const namedHidden = new Set(own(level.hidden).map(normal));
  return {
    level: level.name,
    home,
    // Who names one has said that nothing of it is to be seen.
    shownInPart: inHome(filesWithSettings).filter((path) => !namedHidden.has(path)),
    places: inOrder([...places], ([path]) => path).map(([path, access]) => ({ path, access })),
    network: level.network,
    limits: level.limits,
  };
}

/** What a rule comes to for the commands of a conversation; `null`: they are not confined. */
export function sandboxOf(
  { levels }: SandboxRule,
  { workspace, home, stateDir, outputDirs, settingsDir, rules, env }: SandboxDirectories,
  conversationId: string,
): SandboxPlan | null {
  const plan = planOf(levels, workspace, home, stateDir, outputDirs, settingsDir, rules, env);
  return plan && { ...plan, conversationId, granted: [] };
}

/** Plans that are remembered: 64, for as many workspaces. */
const mostRemembered = 64;

/** It takes as long as bash to start, and is hardly ever another one than for the command before. */
const planOf = rememberLast(
  mostRemembered,
  (
    levels: readonly SandboxLevel[],
    workspace: string,
    home: string | null,
    stateDir: string,
    outputDirs: readonly string[],
    settingsDir: string,
    rules: RulePlaces,
    env: SandboxDirectories['env'],
  ) => {
    const directories = { workspace, home, stateDir, outputDirs, settingsDir, rules, env };
    const [first, ...others] = levels.map((level) => sandboxPlan(level, directories));
    return first === undefined ? null : others.reduce(tighten, first);
  },
);

/** Whether a level lets all of a home directory be written to. */
function isHomeWritable(writable: readonly string[], home: string | null): boolean {
  return home !== null && writable.some((path) => `${normal(home)}/`.startsWith(`${normal(path)}/`));
}

/** A project's settings are looked for from the workspace upwards, and somebody may have let commands write there. */
function settingsAbove(workspace: string): readonly string[] {
  const above = dirname(workspace);
  return above === workspace ? [] : [join(above, settingsFileName), ...settingsAbove(above)];
}

/** Whoever works in a directory that all homes are in has not said that everything there may be changed. */
function holdsHome({ workspace, home }: SandboxDirectories): boolean {
  return home !== null && normal(home).startsWith(`${normal(workspace)}/`);
}

/** Paths that may be hidden. Not where hiding it would leave nothing to work with, or make another place of it that is the command's own already. */
function spared(paths: readonly string[], { workspace, home }: SandboxDirectories): readonly string[] {
  const needed = [workspace, home ?? workspace, ...privatePlaces].map(normal);
  const isNeeded = (path: string) => needed.some((place) => `${place}/`.startsWith(`${path}/`));
  return paths.map(normal).filter((path) => path !== '/' && !isNeeded(path));
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
