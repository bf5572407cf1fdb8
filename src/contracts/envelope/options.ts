import type { InvocationRule } from '../../model/decision.ts';
import { readRuleList } from '../../policy/files/rule-file.ts';
import { placesOf } from '../../policy/paths/places.ts';
import { z } from '../schema.ts';
import { maxKeptBytes } from '../units.ts';

/** Where the examples of rules are tried: any project of any user will do. */
const anyPlaces = placesOf({ cwd: '/home/user/project', home: '/home/user' });

export const optionsSchema = z.strictObject({
  projectRoot: z
    .string()
    .min(1)
    .optional()
    .describe('Directory that commands stay in; the conversation’s when left out.'),
  maxOutputBytes: z
    .int()
    .min(0)
    .max(maxKeptBytes)
    .optional()
    .describe('Bytes that are given of each stream, from its start; nothing is cut when left out.'),
  rules: z
    .array(z.unknown())
    .default([])
    .superRefine(checkRules)
    .describe('Rules that hold beside those of the contract, as in a file of rules.'),
});

/** The options of `envelope`, complete. */
export type EnvelopeOptions = z.output<typeof optionsSchema>;

function checkRules(given: readonly unknown[], context: z.RefinementCtx): void {
  const rules = readRuleList(given, anyPlaces, (path, message) => {
    context.addIssue({ code: 'custom', path: keysOf(path).slice(1), message });
  });
  for (const [at, rule] of rules.entries()) {
    const problem = problemOfAllowing(rule);
    if (problem !== null) context.addIssue({ code: 'custom', path: [at], message: problem });
  }
}

/** The rules of the options, which have been checked: their examples are not tried again. */
export function rulesOf({ rules }: EnvelopeOptions): readonly InvocationRule[] {
  const withoutExamples = rules.map((rule) => ({ ...Object(rule), match: [], notMatch: [] }));
  return readRuleList(withoutExamples, anyPlaces, (path, expected) => {
    throw new TypeError(`options that were not read: ${path}: expected ${expected}`);
  });
}

/** What is allowed is taken out of the rules that prefer other tools, which only a form of calls can be. */
function problemOfAllowing({ finding, does, unless = [] }: InvocationRule): string | null {
  if (finding.verdict !== 'allow') return null;
  if (does !== undefined) return 'a rule that allows a command, such as "ls -l", and no effect';
  return unless.length > 0 ? 'a rule that allows a command without exceptions' : null;
}

/** `rules[0].deny` as the keys that lead there. */
function keysOf(path: string): readonly (string | number)[] {
  return [...path.matchAll(/[^.[\]]+/g)].map(([key]) => (/^\d+$/.test(key) ? Number(key) : key));
}
