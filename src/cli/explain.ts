import { explain as inWords } from '../policy/explain.ts';
import { draw } from './draw.ts';
import { type JudgingFlags, judge } from './policy.ts';
import { misuse, readAll, type Terminal } from './terminal.ts';
import { jsonText } from './visible.ts';

/** The options of `handrail explain`. */
export interface ExplainFlags extends JudgingFlags {
  readonly json?: boolean;
  readonly batch?: boolean;
}

/** Says what a command would do and what the policy says of it; runs nothing. */
export async function explain(
  terminal: Terminal,
  command: string | undefined,
  flags: ExplainFlags,
): Promise<number> {
  if (flags.batch === true) return await explainBatch(terminal, command, flags);
  if (command === undefined) throw misuse('expected a command in quotes, got none');
  const { analysis, decision } = judge(terminal, flags)(command);
  if (flags.json === true) terminal.stdout.write(`${jsonText({ ...decision, analysis }, 2)}\n`);
  else if (analysis === null)
    terminal.stdout.write(`${decision.findings.map(({ reason }) => reason).join('\n')}\n`);
  else terminal.stdout.write(`${draw(inWords(analysis, decision), hasColours(terminal))}\n`);
  return 0;
}

/** A line of JSON in for each command, and one out: `{ id, command }` and `{ id, verdict, findings }`. */
async function explainBatch(
  terminal: Terminal,
  command: string | undefined,
  flags: ExplainFlags,
): Promise<number> {
  if (command !== undefined)
    throw misuse('expected no command beside --batch, which reads them from standard input');
  const judgeOne = judge(terminal, flags);
  const lines = (await readAll(terminal)).split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) {
    const { id, command: text } = readLine(line);
    terminal.stdout.write(`${jsonText({ id, ...judgeOne(text).decision })}\n`);
  }
  return 0;
}

function readLine(line: string): { id: unknown; command: string } {
  const value = parse(line);
  if (
    typeof value === 'object' &&
    value !== null &&
    'command' in value &&
    typeof value.command === 'string'
  ) {
    return { id: 'id' in value ? value.id : null, command: value.command };
  }
  throw misuse(`expected lines of JSON with id and command, got ${line.slice(0, 80)}`);
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // No JSON is no command either, and is told of as that.
  }
}

function hasColours({ stdout, env }: Terminal): boolean {
  return stdout.isTTY === true && (env.NO_COLOR ?? '') === '' && env.TERM !== 'dumb';
}
