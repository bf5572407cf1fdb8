import type { PathClass, Rule } from '../../model/decision.ts';
import { ask, fact } from './make.ts';

/** Where everything may be read that is not a secret by its name. */
export const readable: readonly PathClass[] = [
  'workspace',
  'public',
  'kept-output',
  'sink',
  'endless',
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
  ask('replace-many', {
    when: [fact('replaces-many')],
    does: [{ kind: 'writes', how: ['replaces'], isLiteral: false, pathNot: ['temp', 'sink'] }],
    because: 'it would replace what is in many files at once ({subject})',
    instead: 'Name the files.',
    match: ['truncate -s0 *', 'for f in *.ts; do : > "$f"; done', 'ls | xargs truncate -s0'],
    notMatch: ['truncate -s0 a', 'cp *.ts out', 'for f in *.md; do sort "$f" > "$f.sorted"; done'],
  }),
  ask('read-outside-workspace', {
    does: [{ kind: 'reads', pathNot: readable }],
    because: 'it would read {subject}, which is not known to be in the workspace',
    isFallback: true,
  }),
];
