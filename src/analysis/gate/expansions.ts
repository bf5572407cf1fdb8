import type { ParameterExpansionPart } from '../parse.ts';
import { hasExpansion } from '../replacements.ts';
import type { Gate } from './gate.ts';

const parameterName = /^(?:[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])$/;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** `${…}`: brace, prefix, name, subscript, operator follow each other without a gap. */
export function checkParameter(gate: Gate, part: ParameterExpansionPart): void {
  const reason = oddity(gate, part);
  if (reason !== null) gate.refuse(part.pos, reason);
}

function oddity(gate: Gate, part: ParameterExpansionPart): string | null {
  if (part.operation?.type === 'Unknown') return 'an unknown operator in ${…}';
  if (part.operation?.type === 'Replace' && hasExpansion(part.operation.pattern.text))
    return 'an expansion in the pattern of ${…/…}';
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
