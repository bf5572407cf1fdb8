import { characters } from '../../columns.ts';

/** What a terminal would obey, or not show: controls, characters without a width or that turn the direction, halves. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;

/**
 * Characters in which such parts belong: emoji with joiners and variants, keys, the flags that are spelled with tags (which
 * could spell anything elsewhere), and variants of Han characters.
 */
const wellFormed = new RegExp(
  `^(?:${[
    String.raw`\p{Extended_Pictographic}[\ufe0e\ufe0f]?[\u{1f3fb}-\u{1f3ff}]?(?:\u200d\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)*`,
    String.raw`[\d#*]\ufe0f?\u20e3`,
    String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}`,
    String.raw`\p{Script=Han}[\u{e0100}-\u{e01ef}]`,
  ].join('|')})$`,
  'u',
);

/** Marks that have nothing to stand on. */
const bareMarks = /^[\p{Mn}\p{Me}]/u;

/** Text as a terminal shows and does not obey it: what is hidden stands there as a symbol, or as its number. */
export function visible(text: string): string {
  // Nearly all text is plain.
  if (/^[ -~]*$/.test(text)) return text;
  return characters(text).map(visibleCharacter).join('');
}

function visibleCharacter(character: string): string {
  if (wellFormed.test(character)) return character;
  const shown = character.replace(hidden, symbolOf);
  return bareMarks.test(shown) ? `◌${shown}` : shown;
}

function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
