import type { Rule } from '../../model/decision.ts';

/** Text that is not what it seems. */
export const rules: readonly Rule[] = [
  {
    kind: 'unparsed',
    finding: {
      id: 'unparsed',
      verdict: 'ask',
      reason: 'it is not known what it would do: {subject}',
      instead: 'Write it in a plainer way, as several calls if need be.',
    },
  },
  {
    kind: 'hidden-characters',
    finding: {
      id: 'hidden-characters',
      verdict: 'ask',
      reason: 'it has characters that are not seen, or that change how the rest is shown',
      instead: 'Write it without them.',
    },
  },
];
