import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Policy } from '../model/decision.ts';
import { messageOf } from '../model/errors.ts';
import { describeFileProblem } from '../policy/files/read-json.ts';
import { type RuleFile, readRuleFile } from '../policy/files/rule-file.ts';
import { type Judgement, judgeCommand } from '../policy/judge-command.ts';
import { merge } from '../policy/layers.ts';
import { type PlacesOptions, placesOf } from '../policy/paths/places.ts';
import { shippedRules } from '../policy/rules/shipped.ts';
import { misuse, type Terminal } from './terminal.ts';

/** The options of every command that judges and runs nothing. */
export interface JudgingFlags {
  readonly cwd?: string;
  readonly rules?: readonly string[];
}

/** What judges a command as it would run here: the shipped rules, and those of the files that were named. */
export function judge(terminal: Terminal, flags: JudgingFlags): (command: string) => Judgement {
  const where = whereOf(terminal, flags);
  const policy = policyOf(terminal, flags.rules ?? [], where);
  return (command) => judgeCommand(policy, command, where);
}

/** Where a command would run. */
export function whereOf({ cwd, env }: Terminal, flags: JudgingFlags): PlacesOptions {
  return { cwd: resolve(cwd, flags.cwd ?? '.'), home: env.HOME ?? null };
}

function policyOf(terminal: Terminal, files: readonly string[], where: PlacesOptions): Policy {
  const shipped = { scope: 'shipped', rules: shippedRules, off: [], mayLoosen: true } as const;
  // Who names a file on the command line has chosen it.
  const named = files.map(
    (file) => ({ scope: 'user', ...readRules(terminal, file, where), mayLoosen: true }) as const,
  );
  return merge([shipped, ...named]);
}

/** Reads a file of rules. Throws when it cannot be read, or when something in it is wrong. */
export function readRules(terminal: Terminal, file: string, where: PlacesOptions): RuleFile {
  const reading = readRuleFile(file, textOf(resolve(terminal.cwd, file), file), placesOf(where));
  if (reading.kind === 'value') return reading.value;
  throw misuse(reading.problems.map(describeFileProblem).join('\n'));
}

function textOf(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw misuse(`${file}: expected a file of rules, got ${messageOf(error)}`);
  }
}
