import type { Rule } from '../../model/decision.ts';
import { ask } from './make.ts';

/** Rights of others. */
export const rules: readonly Rule[] = [
  ask('privilege', {
    does: [{ kind: 'privilege' }],
    because: 'it would run with the rights of {subject}',
    instead: 'Do it without other rights, or have a person do it.',
  }),
];
