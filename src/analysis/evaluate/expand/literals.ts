import { hasBracket, unescapeBare, unescapeQuoted } from './escapes.ts';
import type { Position } from './expand.ts';
import { add, addText, addUnquoted, bareText, type Fields } from './fields.ts';
import { type Scope, splitsAtBlanks } from './scope.ts';

/** Text without quotes, in which a backslash quotes what follows; or text in double quotes. */
export function addLiteral(scope: Scope, fields: Fields, text: string, position: Position): void {
  const { isQuoted, mode, isOperand } = position;
  if (isQuoted) addText(fields, unescapeQuoted(text));
  else if (mode === 'words' && isOperand === true) addSplit(scope, fields, text);
  else
    add(fields, hasBracket(text) ? bareText(unescapeBare(text)) : { kind: 'text', text: unescapeBare(text) });
}

/** Text that is split where no backslash keeps it together. */
function addSplit(scope: Scope, fields: Fields, text: string): void {
  for (const [piece] of text.matchAll(/\\[\s\S]|[^\\]+/g)) {
    if (piece.startsWith('\\')) addText(fields, unescapeBare(piece));
    else if (splitsAtBlanks(scope)) addUnquoted(fields, piece);
    else add(fields, { kind: 'hole', sources: [], splits: true });
  }
}
