import type { Invocation } from '../../model/analysis.ts';
import type { Subject } from '../subject.ts';
import { shells } from './shells.ts';

/** Shells, and the builtin by which one changes its options. */
const tracers: ReadonlySet<string | null> = new Set(['set', ...shells]);

/** Whether a shell of the command is told to show what it runs; where in it does not matter, as it may run in turns. */
export function isTraced({ analysis }: Subject): boolean {
  return analysis.invocations.some(startsTrace);
}

/** `set -eux`, `set -o xtrace`, `bash -xc '…'`. A word that is not known is asked about as such. */
function startsTrace({ name, argv }: Invocation): boolean {
  return (
    tracers.has(name) &&
    argv.slice(1).some((word) => word.kind === 'known' && /^(?:-[A-Za-z]*x[A-Za-z]*|xtrace)$/.test(word.text))
  );
}
