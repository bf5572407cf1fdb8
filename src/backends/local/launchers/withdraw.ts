import { endCall } from '../processes/end-call.ts';
import type { FileId } from '../processes/process-table.ts';
import type { Launcher } from './launcher.ts';

/**
 * Takes back an order that a launcher may not have carried out, or only in part: nothing more of it happens after this. It
 * names what the shell is to open by descriptors of this process: once those are closed they can be another call's.
 *
 * A sandbox is ended by who keeps it, and who keeps it by nobody: it would leave in the workspace what it has put there.
 */
export async function withdraw(launcher: Launcher, mark: string): Promise<void> {
  const { pid, startTime, lifelineFd } = launcher;
  launcher.endNow();
  if (lifelineFd !== null) return await launcher.over();
  const outputFiles = new Set<FileId>();
  await endCall(
    { mark, launcher: { pid, startTime }, shell: null, begin: null, sandbox: null, outputFiles },
    0,
  );
}
