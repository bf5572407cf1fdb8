import { expect, test } from 'vitest';
import { decisionOn } from './shipped.ts';

test.each([
  ['cd src; for f in *; do wc -l "$f"; done', 'allow'],
  ['cd src; for f in *.ts; do cat "$f"; head -1 "$f"; done', 'allow'],
  ['cd src; for d in */; do for f in *.ts; do cat "$f"; done; done', 'allow'],
  ['cd /; for f in *; do rm -rf "$f"; done', 'deny'],
  ['cd build; for f in *; do rm -rf "$f"; done', 'deny'],
  ['cd /etc; for f in shad*; do cat "$f"; done', 'ask'],
  ['cd /etc; for f in pass*; do cat "$f"; done', 'ask'],
  ['cd src; for f in ../../*; do cat "$f"; done', 'ask'],
] as const)(
  'what a loop goes over is what is in each directory where the shell may be: %s',
  (command, verdict) => {
    expect(decisionOn(command).verdict).toBe(verdict);
  },
);
