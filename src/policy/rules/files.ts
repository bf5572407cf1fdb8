import type { PathClass, Rule } from '../../model/decision.ts';
import { ask } from './make.ts';

/** Where everything may be read that is not a secret by its name. */
export const readable: readonly PathClass[] = [
  'workspace',
  'everything-here',
  'public',
  'kept-output',
  'sink',
  'terminal',
];

/** Files that are read outside of the workspace, and files that are written anywhere. */
export const rules: readonly Rule[] = [
  ask('write-outside-workspace', {
    does: [{ kind: 'writes', pathNot: ['workspace', 'temp', 'unknown', 'sink'] }],
    because: 'it would write to {subject}, which is outside of the workspace',
    isFallback: true,
  }),
  ask('write-file', {
    does: [{ kind: 'writes', path: ['workspace', 'temp', 'unknown'] }],
    because: 'it would write to {subject}',
    isFallback: true,
  }),
  ask('read-outside-workspace', {
    does: [{ kind: 'reads', pathNot: readable }],
    because: 'it would read {subject}, which is not known to be in the workspace',
    isFallback: true,
  }),
];
