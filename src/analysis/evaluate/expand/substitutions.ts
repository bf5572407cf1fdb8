import type { Source } from '../../../model/word.ts';
import type { CommandExpansionPart, ParsedScript, ProcessSubstitutionPart } from '../../parse.ts';
import { known, unknown } from '../../words.ts';
import { idsSince, through } from '../context.ts';
import { fork } from '../state/state.ts';
import { writtenBy } from '../written.ts';
import type { Position } from './expand.ts';
import { add, addQuoted, addSplitting, addUnquoted, addWhole, type Fields } from './fields.ts';
import { printsNumber } from './numbers.ts';
import { pathsPrinted } from './printed-paths.ts';
import { type Scope, sourcesOfPieces, splitsAtBlanks } from './scope.ts';

/** `$(…)`: its output, if what it runs is one command of which that is known. */
export function addSubstitution(
  scope: Scope,
  fields: Fields,
  part: CommandExpansionPart,
  position: Position,
): void {
  const { isQuoted, mode } = position;
  const ids = part.script === undefined ? [] : runApart(scope, part.script, part, 'substitution');
  const isEmpty = part.script?.commands.length === 0;
  const text = isEmpty ? '' : (outputOf(scope, part.script, ids)?.replace(/\n+$/, '') ?? null);
  if (text === null) {
    const sources = sourcesOf(scope, part.script, ids);
    if (isQuoted || mode === 'one') addQuoted(fields, unknown('', '', sources));
    else if (splitsAtBlanks(scope)) addSplitting(fields, unknown('', '', sources));
    else add(fields, { kind: 'hole', sources: sourcesOfPieces(scope, sources), splits: true });
  } else if (isQuoted || mode === 'one') addWhole(fields, known(text), position);
  else if (splitsAtBlanks(scope)) addUnquoted(fields, text);
  else add(fields, { kind: 'hole', sources: [], splits: true });
}

function sourcesOf(
  { state, context }: Scope,
  script: ParsedScript | undefined,
  ids: readonly number[],
): readonly Source[] {
  if (script !== undefined && printsNumber(script, state)) return [{ kind: 'number' }];
  const texts = pathsPrinted(ids, context.shell.ledger);
  const output = { kind: 'output', of: ids } as const;
  return texts.length === 0 ? [output] : [output, { kind: 'one-of', texts }];
}

/** `<(…)` and `>(…)`: the name of a pipe. */
export function addProcess(scope: Scope, fields: Fields, part: ProcessSubstitutionPart): void {
  const ids = part.script === undefined ? [] : runApart(scope, part.script, part, 'process-substitution');
  const direction = part.operator === '<' ? 'from' : 'to';
  const { ledger } = scope.context.shell;
  const output = part.script === undefined ? null : writtenBy(part.script.commands, ids, ledger);
  if (output !== null) ledger.outputsOfPipes.set(ids.join(), output);
  addQuoted(fields, unknown('/dev/fd/', '', [{ kind: 'pipe', of: ids, direction }]));
}

/** Runs a script in a subshell, and says which invocations it has. */
function runApart(
  scope: Scope,
  script: ParsedScript,
  { pos, end }: CommandExpansionPart | ProcessSubstitutionPart,
  kind: 'substitution' | 'process-substitution',
): readonly number[] {
  const { context, state } = scope;
  const { ledger, runScript } = context.shell;
  const count = ledger.drafts.length;
  const stdin = kind === 'substitution' ? context.stdin : ({ kind: 'unknown' } as const);
  const span = context.place.spanOf(pos, end);
  const place = script.source === undefined ? context.place : { source: script.source, spanOf: () => span };
  runScript(script, fork(state), through(context, { kind }, { stdin, place, frames: [] }));
  return idsSince(context, count);
}

function outputOf(
  { context }: Scope,
  script: ParsedScript | undefined,
  ids: readonly number[],
): string | null {
  const output = script === undefined ? null : writtenBy(script.commands, ids, context.shell.ledger);
  return output?.kind === 'known' ? output.text : null;
}
