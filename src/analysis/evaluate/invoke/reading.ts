import { allValues, has } from '../../programs/options.ts';
import { parseCall } from '../../programs/parse-call.ts';
import type { Call } from '../../programs/program.ts';
import { programNamed } from '../../programs/registry.ts';
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
 * Whether a builtin may fail before it has set its variables, so that they keep what the environment has put there: where
 * nothing can be read, with a limit that is none, from a descriptor that may not be open.
 */
export function mayLeaveVariables(draft: Draft): boolean {
  const call = callOf(draft);
  if (call === null) return false;
  const { stdin } = call;
  if (stdin.kind === 'nothing' || stdin.kind === 'file' || stdin.kind === 'unknown') return true;
  if (call.name !== 'read') return ['-u', '-n', '-O', '-s', '-c'].some((option) => has(call, option));
  const limits = ['-t', '-n', '-N'].flatMap((option) => allValues(call, option));
  return has(call, '-u') || limits.some((word) => !/^[1-9][0-9]{0,4}$/.test(textOf(word) ?? ''));
}

function callOf({ name, argv, stdin, cwd }: Draft): Call | null {
  const program = name !== null && readers.has(name) ? programNamed(name) : null;
  return name === null || program === null ? null : parseCall(program, { name, argv, stdin, cwd }).call;
}
