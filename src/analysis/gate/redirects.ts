import type { HereDoc, HereString, Redirect, RedirectDescriptor } from '../parse.ts';
import type { Gate } from './gate.ts';

export function checkRedirect(gate: Gate, redirect: Redirect | HereString): void {
  checkDescriptor(gate, redirect.descriptor);
  if (redirect.target === undefined) {
    gate.fail(redirect.pos, 'a redirect to nothing');
    return;
  }
  // Digits before `<` or `>` are a descriptor, even where a target is due.
  if (
    /^(?:[0-9]+|\{\w+\})$/.test(redirect.target.text) &&
    /[<>]/.test(gate.source[redirect.target.end] ?? '')
  ) {
    gate.fail(redirect.target.pos, 'a redirect to a descriptor');
  }
  if (redirect.operator === '>&' || redirect.operator === '<&') {
    checkDuplicate(gate, redirect.target.pos, redirect.target.text);
  }
}

/** A number too large for a descriptor is a word to bash. */
function checkDescriptor(gate: Gate, descriptor: RedirectDescriptor | undefined): void {
  if (descriptor === undefined) return;
  const isOdd =
    descriptor.type === 'FileDescriptor' ? descriptor.value > 255 : !/^[A-Za-z_]\w*$/.test(descriptor.name);
  if (isOdd) gate.refuse(descriptor.pos, 'an odd descriptor');
}

/** `>&-` ends with the dash: what is glued to it is the next word. */
function checkDuplicate(gate: Gate, at: number, target: string): void {
  if (/^[-0-9]/.test(target) && !/^(?:[0-9]{1,3}-?|-)$/.test(target)) gate.refuse(at, 'an odd descriptor');
}

export function checkHereDoc(gate: Gate, document: HereDoc): void {
  checkDescriptor(gate, document.descriptor);
  const { delimiter, closing } = document;
  if (delimiter === undefined || (closing === undefined && !goesToEnd(gate, document))) {
    gate.fail(document.pos, 'a here-document without an end');
    return;
  }
  if (!/^(?:[\w.+-]+|'[\w.+ #%:,=@/!-]+'|"[\w.+ #%:,=@/-]+"|\\\w+)$/.test(delimiter.text)) {
    gate.refuse(delimiter.pos, 'an odd end word of a here-document');
  }
  if (closing === undefined) return;
  const line = gate.source
    .slice(closing.pos, closing.end)
    .replace(document.operator === '<<-' ? /^\t+/ : '', '');
  const after = gate.source[closing.end] ?? '\n';
  if (line !== delimiter.value || after !== '\n') gate.refuse(closing.pos, 'an odd end of a here-document');
}

/**
 * Without an end word bash takes all that is left for the here-document, and warns. It joins lines before it looks for the
 * word, and reads several documents otherwise: only the last one, without backslashes that could mean something, is such.
 */
function goesToEnd({ source, documents }: Gate, { body, delimiter }: HereDoc): boolean {
  const isLast = ![...documents.keys()].some((start) => start > body.pos);
  const isPlain =
    delimiter?.quoted === true ? !source.endsWith('\\') : !source.slice(body.pos).includes('\\');
  return body.pos < source.length && body.end === source.length && isLast && isPlain;
}
