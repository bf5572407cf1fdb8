import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/model/decision.ts';
import { verdictOf } from './shipped.ts';

/** Commands in directories that a pattern has matched, one after the other. Nothing here is executed. */
const cases: readonly (readonly [verdict: Verdict, commands: readonly string[]])[] = [
  [
    'deny',
    [
      'for d in packages/*/; do (cd "$d" && rm -rf .git); done',
      'for d in */; do (cd "$d" && rm -rf .); done',
      'for d in packages/*/; do (cd "$d" && rm -rf /); done',
      'for d in packages/*/; do (cd "$d" && cd / && rm -rf *); done',
      'rm -rf .*',
      'rm -rf .*/',
    ],
  ],
  [
    'ask',
    [
      'for d in packages/*/; do (cd "$d" && cat .env); done',
      'for d in packages/*/; do (cd "$d" && cat *.pem); done',
      'for d in packages/*/; do (cd "$d" && cat .git/config); done',
      'for d in packages/*/; do cd "$d"; done; cat x',
      'for d in packages/*/; do (cd "$d" && cat ../x); done',
      'for d in packages/*/; do (cd "$d" && cat ../../../x); done',
      'for d in packages/*/; do (cd "$d" && cat /etc/passwd); done',
      'for d in packages/*/; do (cd "$d" && rm -rf dist); done',
      'for d in packages/*/; do (cd "$d" && rm -rf *); done',
      'for d in packages/*/; do (cd "$d" && git status); done', // It may be a repository of its own.
      'for d in packages/*/; do (cd "$d" && ./run.sh); done',
      'for d in packages/*/; do (cd "$d" && npm test); done',
      'for d in /*/; do (cd "$d" && cat x); done',
      'for d in ../*/; do (cd "$d" && cat x); done',
      'for d in ~/*/; do (cd "$d" && cat x); done',
      'for d in packages/*/; do cd "$d"; cat ../x; done',
      // A name that could be `-`, one that is none of those, and one of another directory.
      'for d in *; do (cd "$d" && cat x); done',
      'for d in */; do (cd "${d#*a}/" && cat x); done',
      'for d in */; do cd /etc && cd "$d" && cat x; done',
      'for d in */; do (cd "..$d" && cat x); done',
      'CDPATH=/etc; for d in packages/*/; do (cd "$d" && cat x); done',
      // Before bash 5.2 these are also the directory above.
      'for d in .*/; do (cd "$d" && cat x); done',
      'for d in .*/; do cat "$d/x"; done',
      'cat .*/x',
      'cat .?/x',
      'cat .[!a]/x',
      'grep -r foo .?',
      'cat $(ls -d .?/x)',
      'find .? -name x.ts -exec cat {} +',
      'tar cf - .?',
    ],
  ],
  [
    'allow',
    [
      'for d in packages/*/; do (cd "$d" && npm ls); done',
      'for d in */; do (cd "$d" && npm ls); done',
      'for d in packages/*; do (cd "$d/src" && ls && wc -l *.ts); done',
      'for d in packages/*/; do echo "== $d"; (cd "$d" && jq -r .version package.json); done',
      'for d in packages/*/; do (cd "$d" && cat src/*.ts | wc -l); done',
      'for d in packages/*/; do (cd "$d" && grep -rn foo .); done',
      'for d in packages/*/; do (cd "$d" && find . -name \'*.ts\' | wc -l); done',
      'for d in packages/*/; do (cd "$d" && for f in *.ts; do wc -l "$f"; done); done',
      'cat .[!.]*/x.ts',
      'cat .github/*/x.yml',
      'ls -d .*/',
      'du -sh .[!.]*',
    ],
  ],
];

describe.each(cases)('a matched directory has the verdict %s', (verdict, commands) => {
  test.each(commands)('%s', (command) => {
    expect(verdictOf(command)).toBe(verdict);
  });
});
