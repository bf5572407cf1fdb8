import type { Verdict } from '../model/decision.ts';
import { deciding } from '../policy/decide.ts';
import { givenCommand } from './given-command.ts';
import { type JudgingFlags, judgeAloud } from './policy.ts';
import type { Terminal } from './terminal.ts';
import { visible } from './visible.ts';

const statusOf: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/** Says with the exit status what the policy says of a command: 0 allow, 1 ask, 2 deny; with words why. */
export async function check(terminal: Terminal, argument: string, flags: JudgingFlags): Promise<number> {
  const { decision } = judgeAloud(terminal, flags)(await givenCommand(terminal, argument));
  const reasons = deciding(decision).map(({ id, reason }) => `${decision.verdict} ${id}: ${visible(reason)}`);
  const lines = reasons.length === 0 ? [decision.verdict] : reasons;
  terminal.stdout.write(`${lines.join('\n')}\n`);
  return statusOf[decision.verdict];
}
