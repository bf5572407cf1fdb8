import { allValues, has } from '../../programs/options.ts';
import { parsedCall } from '../../programs/parsed-call.ts';
import type { Call } from '../../programs/program.ts';
import { textOf } from '../../words.ts';
import type { Draft } from '../context.ts';

/** Builtins that put what comes in into variables. */
const readers: ReadonlySet<string> = new Set(['read', 'mapfile', 'readarray']);

/** `mapfile` and `read -a` make an array anew; with `-O` what was there stays before it. */
export function makesArray(draft: Draft): boolean {
  const call = callOf(draft);
  return call !== null && (call.name === 'read' ? has(call, '-a') : !has(call, '-O'));
}

/**
 * Whether a builtin may leave its variables as they are, so that they keep what the environment has put there: `read -t 0` only looks
 * whether there is something to read.
 */
export function mayLeave(draft: Draft): 'never' | 'if-it-fails' | 'always' {
  const call = callOf(draft);
  if (call === null) return 'never';
  const [limit] = call.name === 'read' ? allValues(call, '-t').slice(-1) : [];
  if (limit !== undefined && !/[1-9]/.test(textOf(limit) ?? '')) return 'always';
  return mayFailFirst(call) ? 'if-it-fails' : 'never';
}

/** Where nothing can be read, with a limit that is none, from a descriptor that may not be open. At the end of its input it sets them, to nothing. */
function mayFailFirst(call: Call): boolean {
  const { stdin } = call;
  if (stdin.kind === 'nothing' || stdin.kind === 'file' || stdin.kind === 'unknown') return true;
  if (call.name !== 'read') return ['-u', '-n', '-O', '-s', '-c'].some((option) => has(call, option));
  const limits = ['-t', '-n', '-N'].flatMap((option) => allValues(call, option));
  return has(call, '-u') || limits.some((word) => !/^[1-9][0-9]{0,4}$/.test(textOf(word) ?? ''));
}

function callOf(draft: Draft): Call | null {
  return draft.name !== null && readers.has(draft.name) ? (parsedCall(draft)?.call ?? null) : null;
}
