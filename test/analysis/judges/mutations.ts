import fc from 'fast-check';
import { alphabet, constructs } from './constructs.ts';

/** A change to a text that was cut into tokens. `at` is taken round and round, so that it is always somewhere. */
type Mutation =
  | { readonly kind: 'insert' | 'replace'; readonly at: number; readonly token: string }
  | { readonly kind: 'delete' | 'swap'; readonly at: number }
  | { readonly kind: 'repeat'; readonly at: number; readonly length: number }
  | { readonly kind: 'splice'; readonly at: number; readonly other: string };

const construct = fc.constantFrom(...constructs);
const at = fc.nat(60);
const token = fc.constantFrom(...alphabet);

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constantFrom('insert', 'replace'), at, token }),
  fc.record({ kind: fc.constantFrom('delete', 'swap'), at }),
  fc.record({ kind: fc.constant('repeat'), at, length: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('splice'), at, other: construct }),
);

/** What a script is put into: much of it is read differently there. */
const frames: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text,
  (text) => `ok1 $(${text}\n)`,
  (text) => `ok1 "$(${text})"`,
  (text) => `ok1 \`${text}\``,
  (text) => `ok1 <(${text}\n)`,
  (text) => `v() { ${text}\n}; v a`,
  (text) => `(${text})`,
  (text) => `ok1 <<E\n$(${text})\nE`,
  (text) => `ok1 "\${v:-${text}}"`,
  (text) => `ok1 \${v:-${text}}`,
  (text) => `ok1 $((${text}))`,
  (text) => `if ${text}; then ok1; fi`,
  (text) => `eval '${text.replaceAll("'", '')}'`,
];

/** Words, and everything else by its character. */
function tokensOf(text: string): readonly string[] {
  return text.match(/[A-Za-z0-9]+|[^A-Za-z0-9]/g) ?? [];
}

function mutate(tokens: readonly string[], change: Mutation): readonly string[] {
  const place = tokens.length === 0 ? 0 : change.at % tokens.length;
  const [before, here, after] = [
    tokens.slice(0, place),
    tokens.slice(place, place + 1),
    tokens.slice(place + 1),
  ];
  switch (change.kind) {
    case 'insert':
      return [...before, change.token, ...here, ...after];
    case 'replace':
      return [...before, change.token, ...after];
    case 'delete':
      return [...before, ...after];
    case 'swap':
      return [...before, ...after.slice(0, 1), ...here, ...after.slice(1)];
    case 'repeat':
      return [...before, ...tokens.slice(place, place + change.length), ...here, ...after];
    case 'splice':
      return [...before, ...tokensOf(change.other), ...here, ...after];
  }
}

/** One or two constructs with a few changes. */
export const mutant: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(construct, { minLength: 1, maxLength: 2 }),
    fc.array(mutation, { maxLength: 4 }),
    fc.constantFrom(...frames),
    fc.constantFrom('; ', '\n', ' '),
  )
  .map(([texts, changes, frame, joiner]) =>
    frame(changes.reduce(mutate, tokensOf(texts.join(joiner))).join('')),
  );

const words = alphabet.flatMap((text) => text.match(/[A-Za-z0-9]+/g) ?? []);
const onlyWords = new RegExp(`^(?:${[...new Set([...words, 'n', 'eq'])].join('|')})*$`);

/** Whether a text is made of the alphabet alone, with or without what quotes, escapes and joins words. */
export function isOfAlphabet(text: string): boolean {
  const isPlain = (word: string) => onlyWords.test(word);
  return (
    !/[^\n\t -}]|[/.3-90_]/.test(text.replaceAll('=~ ', '=')) &&
    [text, text.replace(/\\\n|['"\\{},]/g, '')].every((each) => each.split(/[^A-Za-z0-9]+/).every(isPlain))
  );
}
