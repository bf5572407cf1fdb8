import type {
  ArithmeticCommandExpansion,
  CommandExpansionPart,
  ParameterExpansionPart,
  ProcessSubstitutionPart,
} from '../parse.ts';
import type { Gate, Place } from './gate.ts';

const parameterName = /^(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])$/;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** `${…}`: brace, prefix, name, subscript, operator follow each other without a gap. */
export function checkParameter(gate: Gate, part: ParameterExpansionPart): void {
  const reason = oddity(gate, part);
  if (reason !== null) gate.refuse(part.pos, reason);
}

function oddity(gate: Gate, part: ParameterExpansionPart): string | null {
  if (part.operation?.type === 'Unknown') return 'an unknown operator in ${…}';
  return oddName(gate.source, part) ?? oddEnd(gate.source, part);
}

function oddName(source: string, part: ParameterExpansionPart): string | null {
  if (!parameterName.test(part.parameter)) return 'an odd name in ${…}';
  if (part.prefix === '!' && !/^(?:[A-Za-z_]\w*|[0-9]+|[@*])$/.test(part.parameter)) return 'an odd ${!…}';
  if (part.prefix === '#' && part.operation !== undefined) return 'an odd ${#…}';
  const isContiguous = source.slice(part.pos, part.parameterPos) === `\${${part.prefix ?? ''}`;
  const isThere = source.slice(part.parameterPos, part.parameterEnd) === part.parameter;
  return isContiguous && isThere ? null : 'an odd start of ${…}';
}

function oddEnd(source: string, { operation, ...part }: ParameterExpansionPart): string | null {
  const afterName = afterSubscript(source, part);
  if (afterName === null) return 'an odd subscript';
  const afterOperation = operation === undefined ? afterName : operation.end;
  const isContiguous = operation === undefined || operation.pos === afterName;
  const isWhole = source[part.end - 1] === '}' && afterOperation === part.end - 1;
  return isContiguous && isWhole ? null : 'an odd operator in ${…}';
}

/** The place behind name and subscript, or `null` if they do not fit together. */
function afterSubscript(
  source: string,
  part: Pick<ParameterExpansionPart, 'index' | 'parameter' | 'parameterEnd'>,
): number | null {
  const { index } = part;
  if (index === undefined) return part.parameterEnd;
  if (!variableName.test(part.parameter) || index.pos !== part.parameterEnd + 1) return null;
  return source[part.parameterEnd] === '[' && source[index.end] === ']' ? index.end + 1 : null;
}

/** `$(…)`, `` `…` ``, `<(…)`, `>(…)`. */
export function checkSubstitution(
  gate: Gate,
  part: CommandExpansionPart | ArithmeticCommandExpansion | ProcessSubstitutionPart,
  place: Place,
): void {
  if (part.script === undefined) gate.refuse(part.pos, 'a substitution that was not read');
  if (part.type === 'ProcessSubstitution') checkProcess(gate, part, place);
  else if (part.text.startsWith('`')) {
    if (part.text.includes('\\')) gate.refuse(part.pos, 'escapes in backquotes');
  } else if (!part.text.startsWith('$(') || part.text.startsWith('$((')) {
    gate.refuse(part.pos, 'an odd substitution');
  }
}

/** Bash goes on with the word behind a process substitution, the parser ends it there. */
function checkProcess(gate: Gate, part: ProcessSubstitutionPart, place: Place): void {
  const before = gate.source[part.pos - 1] ?? '\n';
  const after = gate.source[part.end] ?? '\n';
  const isWholeWord = ' \t\n'.includes(before) && ' \t\n;|&)'.includes(after);
  if (!isWholeWord || place !== 'plain') gate.refuse(part.pos, 'text beside a process substitution');
  // With nothing in it, it is no word.
  if (part.script?.commands.length === 0) gate.refuse(part.pos, 'an empty process substitution');
}
