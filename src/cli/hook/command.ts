import type { Terminal } from '../terminal.ts';
import { endNow } from './end-now.ts';
import { loadAllSettings, loadStateGrants } from './parts.ts';
import { answerHook } from './run.ts';

/** `handrail hook` where the program was not started by its own file: the same answer, in more time. */
export async function hook(
  { env, cwd, stdout, stderr }: Terminal,
  agent: string,
  { approve, ask }: { readonly approve?: boolean; readonly ask?: boolean },
): Promise<number> {
  const words = [agent, ...(approve === true ? ['--approve'] : []), ...(ask === true ? ['--ask'] : [])];
  const parts = { grantsInState: loadStateGrants, allSettings: loadAllSettings };
  const output = await answerHook(words, { env, cwd: () => cwd, stdin: 0, parts, kept: null });
  stderr.write(output.stderr);
  stdout.write(output.stdout);
  if (output.isReading === true) endNow();
  return output.status;
}
