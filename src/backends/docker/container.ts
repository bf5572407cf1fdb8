import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { mayBeSpecial } from '../../model/special-file.ts';
import { type FileId, fileIdOf } from '../local/processes/process-table.ts';
import { containerSpec } from './container-spec.ts';
import { type Control, createControl, withinMs } from './control.ts';
import type { Daemon } from './daemon.ts';
import { hostLabels } from './host-labels.ts';
import { type ContainerLaunchers, createContainerLaunchers } from './launcher-pool.ts';
import type { DockerSettings } from './options.ts';

/** A container that runs. */
export interface Container {
  readonly control: Control;
  readonly launchers: ContainerLaunchers;
  /** The workspace that is mounted in it: another one by the same path is not seen there. */
  readonly workspaceId: FileId;
  /** The calls that are under way in it, by their marks. */
  readonly calls: Set<string>;
  /** Ends it, with all that runs in it, and removes it; only the first reason counts. Must not reject. */
  remove(why: WhyRemoved): Promise<void>;
  /** Why it was removed here; `null`: it was not. */
  whyRemoved(): WhyRemoved | null;
}

type WhyRemoved =
  /** Nobody wants it any more. */
  | 'ended'
  /** A command in it cannot be ended in any other way. */
  | 'unruly'
  /** It is over already; what somebody has restarted in its place has nobody who looks after it. */
  | 'over';

/** Milliseconds that a container has from its start until its keeper answers: 30 s. It takes a tenth of one. */
const startMs = 30_000;

/** Makes a container and waits until its keeper is there. Rejects with what the daemon has against it; nothing is left then. */
export async function startContainer(daemon: Daemon, settings: DockerSettings): Promise<Container> {
  const token = randomBytes(16).toString('hex');
  const user = settings.user ?? (await ownUser(daemon));
  const spec = containerSpec(settings, { token, user, labels: hostLabels() });
  const workspaceId = fileIdOf(statSync(settings.workspace, mayBeSpecial));
  let id = '';
  let control: Control | null = null;
  const remove = async (): Promise<void> => {
    control?.close();
    // The daemon may be gone, and the container with it; if not, it ends by itself, and is removed then.
    if (id !== '') await daemon.remove(id).catch(() => {});
  };
  try {
    control = createControl(
      await daemon.create(spec, (created) => {
        id = created;
      }),
    );
    const greeting = greetingOf(control);
    await daemon.start(id);
    const keeper = await withinMs(startMs, [greeting, control.over.then(() => null)]);
    if (keeper === null)
      throw new Error(control.complaint() || 'its first program ended, or does not answer');
    const launchers = createContainerLaunchers(daemon, { id, control, ...keeper });
    let removal: { readonly why: WhyRemoved; readonly done: Promise<void> } | null = null;
    return {
      ...{ control, launchers, workspaceId, calls: new Set() },
      remove(why) {
        removal ??= { why, done: remove() };
        return removal.done;
      },
      whyRemoved: () => removal?.why ?? null,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Whoever this process runs as is root in the containers of a daemon of its own, and nobody by its own id: it could not enter the workspace. */
async function ownUser(daemon: Daemon): Promise<string> {
  return (await daemon.isRootless()) ? '0:0' : `${process.getuid?.()}:${process.getgid?.()}`;
}

function greetingOf(control: Control): Promise<{ readonly keeperPid: number; readonly bash: string }> {
  return new Promise((resolve) => {
    const forget = control.listen((report) => {
      if (report.kind !== 'keeper') return;
      forget();
      resolve({ keeperPid: report.pid, bash: report.bash });
    });
  });
}
