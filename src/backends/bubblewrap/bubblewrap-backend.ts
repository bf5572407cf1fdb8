import { messageOf } from '../../model/errors.ts';
import type { StartProblem } from '../../model/exit.ts';
import type { Backend } from '../../model/ports.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';
import type { Enclose, Enclosure } from '../local/enclosure.ts';
import { createLocalBackend } from '../local/local-backend.ts';
import type { LocalBackendOptions } from '../local/preconditions.ts';
import { bubblewrapArguments, deskPath } from './arguments.ts';
import { fileView } from './file-view.ts';
import { keeperScript } from './keeper-script.ts';
import { layOut } from './mounts.ts';
import { probeSandbox, type SandboxProbe, type SandboxPrograms } from './probe.ts';
import { createScratch, deskIn, privatePlace, type Scratch } from './scratch.ts';
import { withWorktrees } from './worktree.ts';

/** Runs commands on this machine, each in a sandbox of its own where its plan wants one; see bwrap(1). */
export function createBubblewrapBackend(options: Omit<LocalBackendOptions, 'enclose'>): Backend {
  let found: Promise<SandboxProbe> | null = null;
  let scratch: Scratch | null = null;
  /** What is missing may be there the next time: nobody has to start the host again for it. */
  const probe = async (): Promise<SandboxProbe> => {
    found ??= probeSandbox(options.path);
    const probed = await found;
    if (probed.kind === 'unavailable') found = null;
    return probed;
  };
  const enclose = (bash: string): Enclose => {
    return async (sandbox, wants) => {
      const programs = await probe();
      if (programs.kind === 'unavailable') return refused(`${programs.reason}; ${programs.cure}`);
      try {
        scratch ??= createScratch(programs);
        return enclosureOf(sandbox, wants, { ...programs, bash, scratch });
      } catch (error) {
        return refused(messageOf(error));
      }
    };
  };
  const local = createLocalBackend({ ...options, enclose });
  return {
    ...local,
    name: 'bubblewrap',
    sandboxSupport: probe,
    async endConversation(conversationId) {
      await local.endConversation(conversationId);
      await scratch?.endConversation(conversationId);
    },
    async close() {
      await local.close();
      await scratch?.close();
      scratch = null;
    },
  };
}

type Refusal = { readonly kind: 'could_not_start'; readonly problem: StartProblem };

interface Means extends SandboxPrograms {
  readonly bash: string;
  readonly scratch: Scratch;
}

function enclosureOf(
  sandbox: SandboxPlan,
  wants: { readonly desk: boolean },
  { bash, bwrap, flock, mkdir, rmdir, rm, setsid, scratch }: Means,
): Enclosure | Refusal {
  const layout = layOut(withWorktrees(sandbox.places, fileView), fileView);
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
  const words = bubblewrapArguments({ mounts, network: sandbox.network, privateSource, desk });
  const keeper = [bash, '--noprofile', '--norc', '-c', keeperScript, 'handrail-keeper'];
  const programs = [flock, mkdir, rmdir, rm];
  return {
    kind: 'enclosure',
    // `setsid`: the launcher leads the session that its terminal is of.
    words: [...keeper, ...programs, own, String(stubs.length), ...stubs, bwrap, ...words, setsid],
    desk: desk === null ? null : { directory: desk, shownAs: deskPath },
  };
}

function refused(reason: string): Refusal {
  const message = `the command was to be confined, and nothing was started: ${reason}`;
  return { kind: 'could_not_start', problem: { code: 'sandbox-unavailable', message } };
}
