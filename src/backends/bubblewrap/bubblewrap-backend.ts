import { isShared } from '../../confine/sandbox-places.ts';
import { couldNotStart } from '../../model/could-not-start.ts';
import { doAll } from '../../model/do-all.ts';
import { messageOf } from '../../model/errors.ts';
import type { CouldNotStart } from '../../model/outcome.ts';
import type { Backend } from '../../model/ports.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';
import type { Encloser, WayWants } from '../local/enclosure.ts';
import { createLocalBackend } from '../local/local-backend.ts';
import type { LocalBackendOptions } from '../local/preconditions.ts';
import type { PipePool } from '../local/streams/pipes.ts';
import { type UnnamedFile, unnamedFile } from '../local/streams/unnamed-file.ts';
import { type Bases, createBases } from './bases/bases.ts';
import { type Entering, findEntering } from './bases/enter-words.ts';
import { createForkServer, type ForkServer } from './bases/fork-server.ts';
import { createNetworks } from './bases/networks.ts';
import { enteredEnclosure, fitsBase, wholeEnclosure } from './enclosures.ts';
import { PutElsewhere } from './layout/check-places.ts';
import { fileView } from './layout/file-view.ts';
import { createLayOutHere } from './layout/lay-out-here.ts';
import type { Layout } from './layout/mounts.ts';
import { outOfReach } from './layout/out-of-reach.ts';
import { createScratch, type Scratch } from './layout/scratch.ts';
import { createWritablePlaces, type LedElsewhere } from './layout/writable-places.ts';
import { limitMeansNow } from './limits/limit-means.ts';
import { uncountedBy } from './limits/limits.ts';
import { createFilteredNetworks } from './network/filtered-network.ts';
import { probeSandbox, type SandboxProbe } from './probe.ts';

/** How often a sandbox is begun where something is replaced meanwhile: 3 times. Git replaces its settings with each change; who does it all the time keeps it from being made. */
const mostTries = 3;

/** Runs commands on this machine, each in a sandbox of its own where its plan wants one; see bwrap(1). */
export function createBubblewrapBackend(options: Omit<LocalBackendOptions, 'enclose'>): Backend {
  let means: Promise<SandboxMeans> | null = null;
  let scratch: Scratch | null = null;
  let bases: Bases | null = null;
  let forkServer: ForkServer | null = null;
  let isPrepared = false;
  const networks = createFilteredNetworks(options.path);
  const writable = createWritablePlaces(fileView);
  const layOutNow = createLayOutHere();
  /** With nothing in its way. While something is put away files may change: they are looked at again then. */
  const layOutFreely = async (
    sandbox: SandboxPlan,
    wants: WayWants,
  ): Promise<ReturnType<typeof layOutNow>> => {
    const laidOut = layOutNow(sandbox);
    const { layout } = laidOut.value;
    const hasMadeWay = layout.kind === 'layout' && (await wants.makeWay(layout));
    return hasMadeWay ? layOutNow(sandbox) : laidOut;
  };
  /** What is missing may be there the next time: nobody has to start the host again for it. */
  const find = async (): Promise<SandboxMeans> => {
    means ??= findMeans(options.path);
    const finding = means;
    const found = await finding.catch(() => null);
    const now = found && withLimitsNow(found);
    if (now !== found && now !== null && means === finding) means = Promise.resolve(now);
    if (now?.probe.kind !== 'available' && means === finding) means = null;
    return now ?? (await finding);
  };
  /** `null`: none can be made here. */
  const basesFor = ({ entering }: AvailableProbe, pool: PipePool) => {
    if (entering === null) return null;
    bases ??= basesWith(entering, { pool, stays: options.warm !== false });
    forkServer ??= createForkServer(entering);
    return { entering, bases, forkServer };
  };
  /** What was laid out and is known to be within reach: it is looked for once, not with each command. */
  const reached = new WeakSet<Layout>();
  const make = async (
    sandbox: SandboxPlan,
    wants: WayWants,
    given: BackendParts,
  ): ReturnType<Encloser['enclose']> => {
    const { bash, pool } = given;
    const { probe, filterFile } = await find();
    if (probe.kind === 'unavailable') return refused(`${probe.reason}; ${probe.cure}`);
    const { value, seen } = await layOutFreely(sandbox, wants);
    const { layout, leads } = value;
    // Again, by what it was laid out by: a link can come and go at any moment.
    const led = writable.ledElsewhere(sandbox, leads);
    if (led !== null) return refused(ledElsewhere(led));
    if (layout.kind !== 'layout') return refused(inTheWay(layout));
    const unreached = reached.has(layout) ? null : await outOfReach(pathsIn(layout), probe.bwrap);
    if (unreached !== null) return refused(`${unreached.reason}; ${unreached.cure}`);
    reached.add(layout);
    scratch ??= createScratch(probe);
    const own = scratch.of(sandbox, layout.mounts);
    const parts = { ...probe, bash, networks, own, seen, filterPath: filterFile?.path ?? '' };
    const based = fitsBase(layout) ? basesFor(probe, pool) : null;
    if (based === null) return wholeEnclosure(sandbox, layout, parts, wants);
    return await enteredEnclosure(sandbox, layout, { ...parts, ...based }, wants);
  };
  const makeInTries = async (
    sandbox: SandboxPlan,
    wants: WayWants,
    given: BackendParts,
    tries = mostTries,
  ): ReturnType<Encloser['enclose']> => {
    try {
      return await make(sandbox, wants, given);
    } catch (error) {
      if (!(error instanceof PutElsewhere) || tries === 1) throw error;
      return await makeInTries(sandbox, wants, given, tries - 1);
    }
  };
  const encloser = (given: BackendParts): Encloser => ({
    async enclose(sandbox, wants) {
      const led = writable.ledElsewhere(sandbox);
      if (led !== null) return refused(ledElsewhere(led));
      return await makeInTries(sandbox, wants, given).catch((error) => refused(messageOf(error)));
    },
    mountPointsNow(sandbox) {
      try {
        const { layout } = layOutNow(sandbox).value;
        return layout.kind === 'layout' ? pathsIn(layout) : null;
      } catch {
        return null; // Why, who asks for a sandbox is told.
      }
    },
    makeWay: async (isSuch) => (await bases?.drop(isSuch)) ?? false,
  });
  const local = createLocalBackend({ ...options, enclose: encloser });
  return {
    ...local,
    name: 'bubblewrap',
    prepare(wants) {
      if (wants.sandbox && !isPrepared) {
        isPrepared = true;
        // Whether that fails, who asks for a sandbox is told.
        find().catch(() => {});
        const entering = findEntering(options.path, process.arch);
        if (entering !== null && forkServer === null) {
          forkServer = createForkServer(entering);
          forkServer.prepare();
        }
      }
      local.prepare(wants);
    },
    async sandboxSupport() {
      const { probe } = await find();
      const uncounted = probe.kind === 'available' ? uncountedBy(probe.limits) : null;
      return uncounted === null ? probe : { kind: 'available', uncounted };
    },
    sandboxFiles(sandbox) {
      try {
        const { places, layout } = layOutNow(sandbox).value;
        const stubs = layout.kind === 'layout' ? layout.stubs : [];
        return { places, stubs: stubs.filter((path) => !isShared(path)) };
      } catch {
        return { places: sandbox.places, stubs: [] }; // No sandbox is made either, and why is told then.
      }
    },
    async endConversation(conversationId) {
      await doAll([
        () => local.endConversation(conversationId),
        () => writable.endConversation(conversationId),
        () => bases?.endConversation(conversationId),
        () => scratch?.endConversation(conversationId),
      ]);
    },
    async close() {
      await doAll([
        local.close,
        () => {
          const closing = bases;
          bases = null;
          return closing?.close();
        },
        () => {
          const closing = forkServer;
          forkServer = null;
          isPrepared = false;
          return closing?.close();
        },
        networks.close,
        () => {
          const closing = scratch;
          scratch = null;
          return closing?.close();
        },
        async () => {
          // Once, also when it is called again meanwhile: by then its descriptor can be that of another file.
          const found = means;
          means = null;
          (await found?.catch(() => null))?.filterFile?.close();
        },
      ]);
    },
  };
}

type AvailableProbe = Extract<SandboxProbe, { kind: 'available' }>;

function basesWith(
  { perl, setns }: Entering,
  parts: { readonly pool: PipePool; readonly stays: boolean },
): Bases {
  return createBases({ ...parts, perl, setns, networks: createNetworks() });
}

/** What the local backend has for all of its commands. */
interface BackendParts {
  readonly bash: string;
  readonly pool: PipePool;
}

/** What sandboxes are made with, as long as the backend is open. */
interface SandboxMeans {
  readonly probe: SandboxProbe;
  /** `null`: there is no filter. */
  readonly filterFile: UnnamedFile | null;
}

function pathsIn({ mounts }: Extract<Layout, { kind: 'layout' }>): readonly string[] {
  return mounts.map(({ path }) => path);
}

/** What holds limits can go while the backend is open. */
function withLimitsNow(found: SandboxMeans): SandboxMeans {
  const { probe } = found;
  if (probe.kind !== 'available') return found;
  const limits = limitMeansNow(probe.limits);
  return limits === probe.limits ? found : { ...found, probe: { ...probe, limits } };
}

async function findMeans(path: string | undefined): Promise<SandboxMeans> {
  const probe = await probeSandbox(path);
  const hasFilter = probe.kind === 'available' && probe.filter !== null;
  return { probe, filterFile: hasFilter ? unnamedFile(probe.filter) : null };
}

function inTheWay({ kind, path }: Exclude<Layout, { readonly kind: 'layout' }>): string {
  if (kind === 'unnameable')
    return `${JSON.stringify(path)} has a name that is not UTF-8, and cannot be held; give it another one, also where settings of Git name it`;
  return `${path} is a symbolic link, which a command could put something else in the place of; make it what it leads to, or have the level say something else of it`;
}

function ledElsewhere({ path, before, now }: LedElsewhere): string {
  if (before === null) return `${path} leads to ${now}, which was not allowed; ask for it again`;
  return `${path} leads to ${now}, and led to ${before} when the conversation began; a command could have put a link there. If that was you, begin another conversation`;
}

function refused(reason: string): CouldNotStart {
  return couldNotStart(
    'sandbox-unavailable',
    `the command was to be confined, and nothing was started: ${reason}`,
  );
}
