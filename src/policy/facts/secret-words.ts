import type { Word } from '../../model/word.ts';
import { protectedTable } from '../paths/protected.ts';

const secrets = protectedTable.filter((entry) => entry.class === 'secret');

/** Whether a word names a file that usually holds secrets, or has the name in it: `HEAD:.env`, `*.pem`. */
export function namesSecret(word: Word): boolean {
  switch (word.kind) {
    case 'known':
      return isSecretPath(word.text);
    case 'pattern':
      return isSecretPath(word.glob);
    case 'unknown':
      return isSecretPath(word.suffix) || isSecretPath(word.prefix);
  }
}

function isSecretPath(text: string): boolean {
  if (!/[.\w]/.test(text)) return false;
  const path = text.slice(text.lastIndexOf(':') + 1).replace(/^(?:\.?\/)+/, '');
  return secrets.some((entry) => entry.is.test(`/${path}`) && entry.isNot?.test(`/${path}`) !== true);
}
