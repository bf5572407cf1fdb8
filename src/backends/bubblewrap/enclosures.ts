import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { rememberLast } from '../../confine/remember.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';
import { counted } from '../local/counted.ts';
import type { EnclosedProcess, Enclosure, EnclosureWants } from '../local/enclosure.ts';
import { tryProgram } from '../local/probe.ts';
import { baseArguments, bubblewrapArguments, type Composition, deskPath, modes } from './arguments.ts';
import type { BaseSpec } from './bases/base.ts';
import type { Bases } from './bases/bases.ts';
import { shelteredPrefix } from './bases/enter-script.ts';
import { type Entering, type Entry, enterWords, entryWords, machineProcWords } from './bases/enter-words.ts';
import type { ForkServer } from './bases/fork-server.ts';
import { channelDescriptor } from './descriptors.ts';
import { keeper } from './keeper-script.ts';
import { checkPlacesOf } from './layout/check-places.ts';
import { identitiesSeen } from './layout/identities.ts';
import type { Layout, Mount } from './layout/mounts.ts';
import type { Seen } from './layout/remember-files.ts';
import { deskIn, desksIn, fileWith, privatePlace } from './layout/scratch.ts';
import { type LimitMeans, type LimitWords, limitWords } from './limits/limits.ts';
import { watchMemory } from './limits/memory-watch.ts';
import type { FilteredNetworks } from './network/filtered-network.ts';
import type { SandboxPrograms } from './probe.ts';
import { forkSandbox, type StartedSandbox, spawnSandbox } from './start-sandbox.ts';
import { putAwayScript } from './stub-script.ts';

/** What sandboxes are made of, beside their plan. */
export interface EnclosureParts extends SandboxPrograms {
  readonly bash: string;
  readonly limits: LimitMeans;
  /** The filter for system calls, `null`: there is none; and a file with it by path, or empty. */
  readonly filter: Uint8Array | null;
  readonly filterPath: string;
  readonly networks: FilteredNetworks;
  /** The directory that is private to the conversation. */
  readonly own: string;
  /** What was seen of the files when they were laid out, now. */
  readonly seen: Seen;
}

type LaidOut = Extract<Layout, { kind: 'layout' }>;

/** A sandbox that is made as a whole, and of which nothing is left when its command is over. */
export function wholeEnclosure(
  sandbox: SandboxPlan,
  layout: LaidOut,
  parts: EnclosureParts,
  wants: EnclosureWants,
): Enclosure {
  const { mounts, stubs } = layout;
  const { networks, own, filterPath, bwrap, prlimit, setsid } = parts;
  const desk = wants.desk ? deskIn(own) : null;
  const { groups, rlimits } = limitWords(sandbox.limits, parts.limits);
  const { listener, variables, proxy } = networks.plan(sandbox.network);
  const keeping = keeperWords(parts, { stubs, groups, filterPath, hasChannel: proxy !== null, within: [] });
  const limited = rlimits.length === 0 ? [] : [prlimit, ...rlimits];
  const layers = bubblewrapArguments({
    ...{ mounts, network: sandbox.network, ownSource: ownSourceIn(own, mounts) },
    ...{ desk, variables },
  });
  // `setsid`: the launcher leads the session that its terminal is of.
  const words = [...keeping, bwrap, ...layers, ...listener, ...limited, setsid];
  const { mountPoints, baseShown, origins } = partsOf(layout);
  const putAway = async (): Promise<void> => await putAwayStubs(stubs, parts);
  return {
    ...{ kind: 'enclosure', mountPoints, stubs, isLookedAfter: false },
    async start(given) {
      const kept = { proxy: proxy?.open() ?? null, held: null, putAway };
      const env = { ...given.env, ...keeper.variables };
      const started = await spawnSandbox(words, { ...given, env }, kept);
      await checkPlacesOf(started, { mountPoints, shown: baseShown });
      return watched(started, sandbox, parts);
    },
    key: JSON.stringify([words, identitiesSeen(origins, parts.seen), proxy?.hosts]),
    desk: desk === null ? null : { directory: desk, shownAs: deskPath },
    release: async () => {},
  };
}

/** What sandboxes in a base are made of. */
export type EnteringParts = EnclosureParts & {
  readonly entering: Entering;
  readonly bases: Bases;
  readonly forkServer: ForkServer;
};

/** A sandbox that is made in the base of its conversation. Rejects when there can be none. */
export async function enteredEnclosure(
  sandbox: SandboxPlan,
  layout: LaidOut,
  parts: EnteringParts,
  wants: EnclosureWants,
): Promise<Enclosure> {
  const { own, networks, filter, entering, forkServer } = parts;
  const { mounts, stubs } = layout;
  const { listener, variables, proxy } = networks.plan(sandbox.network);
  // Before the base is taken, which somebody would have to release if this fails.
  const desk = wants.desk ? deskIn(own) : null;
  const base = await parts.bases.take(baseSpec(sandbox, layout, parts, wants.home));
  const entry = (): Entry => {
    const { groups, rlimits } = limitWords(sandbox.limits, parts.limits);
    const { namespaces } = base;
    const entered = { namespaces, proc: procWords(mounts), groups, rlimits, variables, filter };
    return { ...entered, desk: desk === null ? '' : basename(desk) };
  };
  /** By a fork, but for one that has a proxy: it hands on a socket, which only what Node has started can. */
  const start: Enclosure['start'] = async (given) => {
    const entered = entry();
    const held = base.hold();
    if (proxy === null)
      return watched(await forkSandbox(forkServer, entryWords(entered), given, held), sandbox, parts);
    const words = [...enterWords(entering, entered), ...listener];
    // The stubs are those of the base.
    const kept = { proxy: proxy.open(), held, putAway: null };
    const env = sheltered(given.env);
    return watched(await spawnSandbox(words, { ...given, env }, kept), sandbox, parts);
  };
  return {
    ...{ kind: 'enclosure', mountPoints: partsOf(layout).mountPoints, stubs, start },
    // The layers of files are those of the base but for what lies over /proc, which follows from the same places.
    key: JSON.stringify([base.key, sandbox.limits, variables, desk]),
    isLookedAfter: base.isLookedAfter,
    desk: desk === null ? null : { directory: desk, shownAs: deskPath },
    release: base.release,
  };
}

/** With what is known of its memory. */
function watched(
  { endedForMemory, ...started }: StartedSandbox,
  { limits }: SandboxPlan,
  parts: EnclosureParts,
): EnclosedProcess {
  const { pid, over } = started;
  return { ...started, memory: watchMemory(limits, parts.limits, { pid, over, endedForMemory }) };
}

/** The base for a sandbox. Through the proxy of one all of its commands could reach what one of them may. */
function baseSpec(
  { conversationId, network }: SandboxPlan,
  layout: LaidOut,
  parts: EnclosureParts,
  home: string,
): BaseSpec {
  const { own, bwrap } = parts;
  const hosts = typeof network === 'string' ? [] : network.hosts;
  const { mounts, stubs } = layout;
  const { inBase, baseMountPoints, baseShown, origins, hash } = partsOf(layout);
  return {
    ...{ conversationId, stubs, home, mountPoints: baseMountPoints, shown: baseShown },
    standing: identitiesSeen(stubs, parts.seen),
    putAway: async () => await putAwayStubs(stubs, parts),
    keeperWords: (within) =>
      keeperWords(parts, { stubs, groups: [], filterPath: '', hasChannel: false, within }),
    words({ hasNewNetwork }) {
      const ownSource = ownSourceIn(own, mounts);
      return [bwrap, ...baseArguments({ mounts: inBase, ownSource, desk: desksIn(own), hasNewNetwork })];
    },
    key: JSON.stringify([hash, identitiesSeen(origins, parts.seen), own, network, hosts, home]),
    networkKey: network === 'host' ? null : JSON.stringify([conversationId, hosts]),
  };
}

/** Whether a base can have these: what of /proc it leaves to each sandbox, and what each has of its own, is no place to be shown. */
export function fitsBase(layout: LaidOut): boolean {
  return partsOf(layout).fitsBase;
}

function canBeInBase(mounts: readonly Mount[]): boolean {
  const ownOfEach = ['/dev/shm', '/dev/pts', deskPath];
  return mounts.every((mount) => {
    if (isInProc(mount.path)) return mount.kind === 'masked' || mount.kind === 'empty';
    return !ownOfEach.some((path) => `${mount.path}/`.startsWith(`${path}/`));
  });
}

function isInProc(path: string): boolean {
  return `${path}/`.startsWith('/proc/');
}

function procWords(mounts: readonly Mount[]): readonly string[] {
  const covered = mounts.filter(({ path }) => isInProc(path));
  return [
    ...machineProcWords,
    ...covered.map((mount) => `${mount.kind === 'empty' ? modes[mount.access] : 'masked'} ${mount.path}`),
  ];
}

function mountPointsOf(mounts: readonly Mount[]): readonly string[] {
  return mounts.map(({ path }) => path);
}

/** Layouts of which it is remembered: 8, as many as are remembered themselves. */
const mostLayouts = 8;

/** What follows from a layout, which is made once for many commands. */
const partsOf = rememberLast(mostLayouts, ({ mounts, stubs }: LaidOut) => {
  const inBase = mounts.filter(({ path }) => !isInProc(path));
  const mountPoints = mountPointsOf(mounts);
  return {
    inBase,
    mountPoints,
    baseMountPoints: mountPointsOf(inBase),
    baseShown: mountPointsOf(inBase.filter(({ kind }) => kind === 'shown')),
    /** Where something was before the sandbox. */
    origins: mountPoints.filter((path) => !stubs.includes(path)),
    /** Tells it from every other one. */
    hash: createHash('sha256')
      .update(JSON.stringify([mounts, stubs]))
      .digest('hex'),
    fitsBase: canBeInBase(mounts),
  };
});

function ownSourceIn(own: string, mounts: readonly Mount[]): Composition['ownSource'] {
  const privates = mounts.filter(({ kind }) => kind === 'private').map(({ path }) => path);
  return (mount) =>
    mount.kind === 'private' ? privatePlace(own, privates.indexOf(mount.path)) : fileWith(own, mount.text);
}

function keeperWords(
  { bash, flock, mkdir, rmdir, rm, chmod, own }: EnclosureParts,
  keeping: {
    readonly stubs: readonly string[];
    readonly groups: LimitWords['groups'];
    readonly filterPath: string;
    readonly hasChannel: boolean;
    /** What goes before the words of bubblewrap. */
    readonly within: readonly string[];
  },
): readonly string[] {
  const channel = keeping.hasChannel ? String(channelDescriptor) : '';
  return [
    ...[bash, ...keeper.words],
    ...[flock, mkdir, rmdir, rm, chmod, own, keeping.filterPath, channel],
    ...[...counted(keeping.stubs), ...counted(keeping.groups), ...counted(keeping.within)],
  ];
}

/** For a keeper that was killed. Others who need them keep them. */
async function putAwayStubs(
  stubs: readonly string[],
  { bash, flock, rmdir, rm, chmod }: Pick<EnclosureParts, 'bash' | 'flock' | 'rmdir' | 'rm' | 'chmod'>,
): Promise<void> {
  const script = [bash, '--noprofile', '--norc', '-c', putAwayScript, 'handrail-put-away'];
  // What it cannot remove the next sandbox of the workspace does.
  if (stubs.length > 0) await tryProgram([...script, flock, rmdir, rm, chmod, ...stubs]);
}

/** Perl would go by its own variables, outside of the sandbox. A name that looks like a sheltered one is to come out as it was, too. */
function sheltered(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const names = Object.keys(env).filter((name) => /^(?:PERL|HANDRAIL_SHELTERED_)/.test(name));
  if (names.length === 0) return env;
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      names.includes(name) ? `${shelteredPrefix}${name}` : name,
      value,
    ]),
  );
}
