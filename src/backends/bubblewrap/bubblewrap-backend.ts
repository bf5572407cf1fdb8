import { messageOf } from '../../model/errors.ts';
import type { StartProblem } from '../../model/exit.ts';
import type { Backend } from '../../model/ports.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';
import type { Enclose, Enclosure } from '../local/enclosure.ts';
import { createLocalBackend } from '../local/local-backend.ts';
import type { LocalBackendOptions } from '../local/preconditions.ts';
import { type UnnamedFile, unnamedFile } from '../local/unnamed-file.ts';
import { bubblewrapArguments } from './arguments.ts';
import { fileView } from './file-view.ts';
import { keeperScript } from './keeper-script.ts';
import { type LimitMeans, limitWords } from './limits.ts';
import { layOut } from './mounts.ts';
import { probeSandbox, type SandboxPrograms, type SandboxSupport } from './probe.ts';

/** Runs commands on this machine, each in a sandbox of its own where its plan wants one; see bwrap(1). */
export function createBubblewrapBackend(options: Omit<LocalBackendOptions, 'enclose'>): Backend {
  let means: Promise<SandboxMeans> | null = null;
  const find = (): Promise<SandboxMeans> => (means ??= findMeans(options.path));
  const local = createLocalBackend({ ...options, enclose: encloseBy(find) });
  return {
    ...local,
    name: 'bubblewrap',
    async close() {
      await local.close();
      const found = await means;
      means = null;
      await found?.filterFile?.close();
    },
  };
}

/** What sandboxes are made with, as long as the backend is open. */
interface SandboxMeans {
  readonly support: SandboxSupport;
  /** `null`: there is no filter. */
  readonly filterFile: UnnamedFile | null;
}

async function findMeans(path: string | undefined): Promise<SandboxMeans> {
  const support = await probeSandbox(path);
  const hasFilter = support.kind === 'available' && support.filter !== null;
  return { support, filterFile: hasFilter ? await unnamedFile(support.filter) : null };
}

function encloseBy(find: () => Promise<SandboxMeans>): (bash: string) => Enclose {
  return (bash) => async (sandbox) => {
    try {
      const { support, filterFile } = await find();
      if (support.kind === 'unavailable') return refused(`${support.reason}; ${support.cure}`);
      return enclosureOf(sandbox, { ...support, bash, filterPath: filterFile?.path ?? '' });
    } catch (error) {
      return refused(messageOf(error));
    }
  };
}

type Refusal = { readonly kind: 'could_not_start'; readonly problem: StartProblem };

interface Means extends SandboxPrograms {
  readonly bash: string;
  readonly limits: LimitMeans;
  readonly filterPath: string;
}

function enclosureOf({ places, network, limits }: SandboxPlan, means: Means): Enclosure | Refusal {
  const { bash, bwrap, flock, mkdir, prlimit, rmdir, setsid } = means;
  const layout = layOut(places, fileView);
  if (layout.kind === 'link-in-the-way') {
    return refused(
      `${layout.path} is a symbolic link, which a command could put something else in the place of; make it what it leads to, or let the sandbox write there`,
    );
  }
  const { mounts, stubs } = layout;
  const { groups, rlimits } = limitWords(limits, means.limits);
  const keeper = [bash, '--noprofile', '--norc', '-c', keeperScript, 'handrail-keeper'];
  const own = [flock, mkdir, rmdir, means.filterPath, ...counted(stubs), ...counted(groups)];
  const limited = rlimits.length === 0 ? [] : [prlimit, ...rlimits];
  // It leads the session that its terminal is of.
  const sandbox = [bwrap, ...bubblewrapArguments({ mounts, network }), ...limited, setsid];
  return { kind: 'enclosure', words: [...keeper, ...own, ...sandbox] };
}

function counted(words: readonly string[]): readonly string[] {
  return [String(words.length), ...words];
}

function refused(reason: string): Refusal {
  const message = `the command was to be confined, and nothing was started: ${reason}`;
  return { kind: 'could_not_start', problem: { code: 'sandbox-unavailable', message } };
}
