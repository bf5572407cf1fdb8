import type { Notice, Rule } from '../model/decision.ts';
import { checkExamples } from '../policy/check-examples.ts';
import { placesOf } from '../policy/paths/places.ts';
import { shippedRules } from '../policy/rules/shipped.ts';
import { readRules } from '../settings/rules.ts';
import { type JudgingFlags, whereOf } from './policy.ts';
import { columnsOf, fileOf, type Terminal } from './terminal.ts';
import { jsonText, table, visible } from './visible.ts';

/** The options of `handrail rules`. */
export interface RulesFlags extends JudgingFlags {
  readonly json?: boolean;
  readonly test?: boolean;
}

/** Lists the rules: the shipped ones, or those of the files that are named. With `test`, tries their examples. */
export function rules(terminal: Terminal, files: readonly string[], flags: RulesFlags): number {
  const places = placesOf(whereOf(terminal, flags));
  const listed =
    files.length === 0
      ? shippedRules
      : files.flatMap((file) => readRules(fileOf(terminal, 'rules', file), places).rules);
  if (flags.test === true) return testRules(terminal, listed, flags);
  const lines = flags.json === true ? [jsonText(listed, 2)] : describe(listed, columnsOf(terminal));
  terminal.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

function describe(listed: readonly Rule[], columns: number | null): readonly string[] {
  const rows = listed.map(({ finding }) => [finding.verdict, finding.id, visible(reasonOf(finding))]);
  return table([['VERDICT', 'RULE', 'BECAUSE'], ...rows], columns);
}

/** The reason as it is for any command: what it is about is left open. */
function reasonOf({ reason }: Notice): string {
  return reason.replace(/\{(?:subject|program)\}/g, '…');
}

/** Exits with 1 when a rule does not hold for one of its examples, or holds for one that it should not. */
function testRules(terminal: Terminal, listed: readonly Rule[], flags: RulesFlags): number {
  const places = placesOf(whereOf(terminal, flags));
  const tried = listed.filter((rule) => rule.kind === 'invocation');
  const wrong = tried.flatMap((rule) =>
    checkExamples(rule, places).map(({ key, command }) => ({ rule: rule.finding.id, key, command })),
  );
  const examples = tried.flatMap(({ match, notMatch }) => [...(match ?? []), ...(notMatch ?? [])]).length;
  const lines =
    flags.json === true
      ? [jsonText({ examples, wrong }, 2)]
      : [...wrong.map(describeWrong), `${examples} examples, ${wrong.length} wrong`];
  terminal.stdout.write(`${lines.join('\n')}\n`);
  return wrong.length === 0 ? 0 : 1;
}

function describeWrong({ rule, key, command }: WrongExample): string {
  return `${rule} ${key === 'match' ? 'does not hold for' : 'holds for'} ${visible(command)}`;
}

/** An example that a rule does not agree with: one of its `match` that it does not hold for, or one of its `notMatch` that it does. */
interface WrongExample {
  readonly rule: string;
  readonly key: 'match' | 'notMatch';
  readonly command: string;
}
