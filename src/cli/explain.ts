import { explain as inWords } from '../policy/explain.ts';
import { answerLines } from './batch.ts';
import { draw, drawUnrunnable, type Screen } from './draw.ts';
import { givenCommand } from './given-command.ts';
import { canDraw } from './person.ts';
import { type JudgingFlags, judge, judgeAloud } from './policy.ts';
import { columnsOf, misuse, type Terminal } from './terminal.ts';
import { jsonText } from './visible.ts';

/** The options of `handrail explain`. */
export interface ExplainFlags extends JudgingFlags {
  readonly json?: boolean;
  readonly batch?: boolean;
}

/** Says what a command would do and what the policy says of it; runs nothing. */
export async function explain(
  terminal: Terminal,
  argument: string | undefined,
  flags: ExplainFlags,
): Promise<number> {
  if (flags.batch === true) return await explainBatch(terminal, argument, flags);
  if (argument === undefined) throw misuse('expected a command in quotes, or - for standard input, got none');
  const { analysis, decision } = judgeAloud(terminal, flags)(await givenCommand(terminal, argument));
  const screen = screenOf(terminal);
  if (flags.json === true) terminal.stdout.write(`${jsonText({ ...decision, analysis }, 2)}\n`);
  else if (analysis === null) terminal.stdout.write(`${drawUnrunnable(decision, screen)}\n`);
  else terminal.stdout.write(`${draw(inWords(analysis, decision), screen)}\n`);
  return 0;
}

/** A line of JSON in for each command, and one out: `{ id, command }` and `{ id, verdict, findings }`. */
async function explainBatch(
  terminal: Terminal,
  argument: string | undefined,
  flags: ExplainFlags,
): Promise<number> {
  if (argument !== undefined)
    throw misuse('expected no command beside --batch, which reads them from standard input');
  const judgeOne = judge(terminal, flags);
  return await answerLines(terminal, (command) => ({ ...judgeOne(command).decision }));
}

function screenOf(terminal: Terminal): Screen {
  const { stdout, env } = terminal;
  const hasColours = stdout.isTTY === true && (env.NO_COLOR ?? '') === '' && canDraw(env);
  return { hasColours, columns: columnsOf(terminal) };
}
