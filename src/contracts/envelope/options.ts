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
    .transform(readRules)
    .describe('Rules that hold beside those of the contract, as in a file of rules.'),
});

/** The options of `envelope`, complete. */
export type EnvelopeOptions = z.output<typeof optionsSchema>;

function readRules(given: readonly unknown[], context: z.RefinementCtx): readonly InvocationRule[] {
  return readRuleList(given, anyPlaces, (path, message) => {
    context.addIssue({ code: 'custom', path: [...keysOf(path)].slice(1), message });
  }).map((rule, at) => {
    const problem = problemOfAllowing(rule);
    if (problem !== null) context.addIssue({ code: 'custom', path: [at], message: problem });
    return rule;
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
