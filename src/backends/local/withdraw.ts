import { endCall } from './end-call.ts';
import type { Launcher } from './launcher.ts';
import type { FileId } from './process-table.ts';

/**
 * Takes back an order that a launcher may not have carried out, or only in part: nothing more of it happens after this. It
 * names what the shell is to open by descriptors of this process: once those are closed they can be another call's.
 */
export async function withdraw(launcher: Launcher, mark: string): Promise<void> {
  const { pid, startTime, sandbox } = launcher;
  launcher.endNow();
  const outputFiles = new Set<FileId>();
  await endCall({ mark, launcher: { pid, startTime }, shell: null, begin: null, sandbox, outputFiles }, 0);
}
