import { messageOf } from '../../model/errors.ts';
import type { StartProblem } from '../../model/exit.ts';
import type { Backend } from '../../model/ports.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';
import { channelDescriptor, type Enclose, type Enclosure } from '../local/enclosure.ts';
import { createLocalBackend } from '../local/local-backend.ts';
import type { LocalBackendOptions } from '../local/preconditions.ts';
import { type UnnamedFile, unnamedFile } from '../local/unnamed-file.ts';
import { bubblewrapArguments, deskPath } from './arguments.ts';
import { fileView, identityOf } from './file-view.ts';
import { createFilteredNetworks, type FilteredNetworks } from './filtered-network.ts';
import { keeperScript } from './keeper-script.ts';
import { type LimitMeans, limitWords } from './limits.ts';
import { type Layout, layOut } from './mounts.ts';
import { probeSandbox, type SandboxProbe, type SandboxPrograms } from './probe.ts';
import { rememberFiles } from './remember-files.ts';
import { createScratch, deskIn, privatePlace, type Scratch } from './scratch.ts';
import { withWorktrees } from './worktree.ts';

/** Runs commands on this machine, each in a sandbox of its own where its plan wants one; see bwrap(1). */
export function createBubblewrapBackend(options: Omit<LocalBackendOptions, 'enclose'>): Backend {
  let means: Promise<SandboxMeans> | null = null;
  let scratch: Scratch | null = null;
  const networks = createFilteredNetworks(options.path);
  const layOutNow = rememberFiles(fileView, (places: SandboxPlan['places'], view) =>
    layOut(withWorktrees(places, view), view),
  );
  /** What is missing may be there the next time: nobody has to start the host again for it. */
  const find = async (): Promise<SandboxMeans> => {
    means ??= findMeans(options.path);
    const found = await means;
    if (found.probe.kind === 'unavailable') means = null;
    return found;
  };
  const enclose = (bash: string): Enclose => {
    return async (sandbox, wants) => {
      try {
        const { probe, filterFile } = await find();
        if (probe.kind === 'unavailable') return refused(`${probe.reason}; ${probe.cure}`);
        scratch ??= createScratch(probe);
        const filterPath = filterFile?.path ?? '';
        return enclosureOf(sandbox, wants, {
          ...probe,
          bash,
          scratch,
          filterPath,
          networks,
          layOutNow,
        });
      } catch (error) {
        return refused(messageOf(error));
      }
    };
  };
  const local = createLocalBackend({ ...options, enclose });
  return {
    ...local,
    name: 'bubblewrap',
    sandboxSupport: async () => (await find()).probe,
    async endConversation(conversationId) {
      await local.endConversation(conversationId);
      await scratch?.endConversation(conversationId);
    },
    async close() {
      await local.close();
      networks.close();
      await scratch?.close();
      scratch = null;
      const found = await means;
      means = null;
      await found?.filterFile?.close();
    },
  };
}

/** What sandboxes are made with, as long as the backend is open. */
interface SandboxMeans {
  readonly probe: SandboxProbe;
  /** `null`: there is no filter. */
  readonly filterFile: UnnamedFile | null;
}

async function findMeans(path: string | undefined): Promise<SandboxMeans> {
  const probe = await probeSandbox(path);
  const hasFilter = probe.kind === 'available' && probe.filter !== null;
  return { probe, filterFile: hasFilter ? await unnamedFile(probe.filter) : null };
}

type Refusal = { readonly kind: 'could_not_start'; readonly problem: StartProblem };

interface Means extends SandboxPrograms {
  readonly bash: string;
  readonly scratch: Scratch;
  readonly limits: LimitMeans;
  /** Empty: there is no filter. */
  readonly filterPath: string;
  readonly networks: FilteredNetworks;
  layOutNow(places: SandboxPlan['places']): Layout;
}

function enclosureOf(
  sandbox: SandboxPlan,
  wants: { readonly desk: boolean },
  means: Means,
): Enclosure | Refusal {
  const { bash, bwrap, flock, mkdir, prlimit, rmdir, rm, setsid, scratch, networks, layOutNow } = means;
  const layout = layOutNow(sandbox.places);
  if (layout.kind === 'link-in-the-way') {
    return refused(
      `${layout.path} is a symbolic link, which a command could put something else in the place of; make it what it leads to, or let the sandbox write there`,
    );
  }
  const { mounts, stubs } = layout;
  const own = scratch.of(sandbox);
  const privates = mounts.filter(({ kind }) => kind === 'private').map(({ path }) => path);
  const privateSource = (path: string): string => privatePlace(own, privates.indexOf(path));
  const desk = wants.desk ? deskIn(own) : null;
  const { groups, rlimits } = limitWords(sandbox.limits, means.limits);
  const keeper = [bash, '--noprofile', '--norc', '-c', keeperScript, 'handrail-keeper'];
  const { listener, variables, proxy } = networks.plan(sandbox.network);
  const channel = proxy === null ? '' : String(channelDescriptor);
  const kept = [
    ...[flock, mkdir, rmdir, rm, own, means.filterPath, channel],
    ...[...counted(stubs), ...counted(groups)],
  ];
  const limited = rlimits.length === 0 ? [] : [prlimit, ...rlimits];
  const words = bubblewrapArguments({
    ...{ mounts, network: sandbox.network, privateSource, desk, variables },
  });
  const mountPoints = mounts.map(({ path }) => path);
  return {
    kind: 'enclosure',
    // `setsid`: the launcher leads the session that its terminal is of.
    words: [...keeper, ...kept, bwrap, ...words, ...listener, ...limited, setsid],
    ...{ mountPoints, stubs },
    identity: mountPoints.map((path) => (stubs.includes(path) ? '' : identityOf(path))).join(' '),
    desk: desk === null ? null : { directory: desk, shownAs: deskPath },
    proxy,
  };
}

function counted(words: readonly string[]): readonly string[] {
  return [String(words.length), ...words];
}

function refused(reason: string): Refusal {
  const message = `the command was to be confined, and nothing was started: ${reason}`;
  return { kind: 'could_not_start', problem: { code: 'sandbox-unavailable', message } };
}
