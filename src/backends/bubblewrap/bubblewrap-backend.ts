import { messageOf } from '../../model/errors.ts';
import type { StartProblem } from '../../model/exit.ts';
import type { Backend } from '../../model/ports.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';
import type { Enclose, Enclosure } from '../local/enclosure.ts';
import { createLocalBackend } from '../local/local-backend.ts';
import type { LocalBackendOptions } from '../local/preconditions.ts';
import { bubblewrapArguments } from './arguments.ts';
import { fileView } from './file-view.ts';
import { createFilteredNetworks, type FilteredNetworks } from './filtered-network.ts';
import { keeperScript } from './keeper-script.ts';
import { layOut } from './mounts.ts';
import { probeSandbox, type SandboxPrograms, type SandboxSupport } from './probe.ts';

/** Runs commands on this machine, each in a sandbox of its own where its plan wants one; see bwrap(1). */
export function createBubblewrapBackend(options: Omit<LocalBackendOptions, 'enclose'>): Backend {
  let support: Promise<SandboxSupport> | null = null;
  const probe = (): Promise<SandboxSupport> => (support ??= probeSandbox(options.path));
  const networks = createFilteredNetworks(options.path);
  const local = createLocalBackend({ ...options, enclose: encloseBy(probe, networks.connect) });
  return {
    ...local,
    name: 'bubblewrap',
    async close() {
      await local.close();
      networks.close();
    },
  };
}

function encloseBy(
  probe: () => Promise<SandboxSupport>,
  connect: FilteredNetworks['connect'],
): (bash: string) => Enclose {
  return (bash) => async (sandbox) => {
    const found = await probe();
    if (found.kind === 'unavailable') return refused(`${found.reason}; ${found.cure}`);
    try {
      return enclosureOf(sandbox, { ...found, bash }, connect);
    } catch (error) {
      return refused(messageOf(error));
    }
  };
}

type Refusal = { readonly kind: 'could_not_start'; readonly problem: StartProblem };

function enclosureOf(
  { places, network }: SandboxPlan,
  { bash, bwrap, flock, mkdir, rmdir, setsid }: SandboxPrograms & { readonly bash: string },
  connect: FilteredNetworks['connect'],
): Enclosure | Refusal {
  const layout = layOut(places, fileView);
  if (layout.kind === 'link-in-the-way') {
    return refused(
      `${layout.path} is a symbolic link, which a command could put something else in the place of; make it what it leads to, or let the sandbox write there`,
    );
  }
  const { mounts, stubs } = layout;
  const keeper = [bash, '--noprofile', '--norc', '-c', keeperScript, 'handrail-keeper', flock, mkdir, rmdir];
  const { words, variables, proxy } = connect(network);
  // It leads the session that its terminal is of.
  const sandbox = [bwrap, ...bubblewrapArguments({ mounts, network, variables }), ...words, setsid];
  return {
    kind: 'enclosure',
    words: [...keeper, String(stubs.length), ...stubs, ...sandbox],
    ...(proxy === null ? {} : { proxy }),
  };
}

function refused(reason: string): Refusal {
  const message = `the command was to be confined, and nothing was started: ${reason}`;
  return { kind: 'could_not_start', problem: { code: 'sandbox-unavailable', message } };
}
