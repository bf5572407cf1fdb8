/** Characters without a width, and those that turn the direction of what follows. Made when it is wanted, which takes long. */
const hidden = () => /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Those that are seen by what they make of the character before them: parts of emoji, such as the joiner between two of them and the
 * tags behind a flag, which name a part of a country, and one variant of a sign, a digit or an ideograph. Several in a row, or behind any
 * other letter, can carry a text.
 */
const seen = () =>
  /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|\p{Extended_Pictographic}[\ufe0e\ufe0f]?[\u{1f3fb}-\u{1f3ff}]?(?:\u200d\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)*|[\d#*]\ufe0f?\u20e3|\p{Ideographic}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]|\p{Script=Mongolian}[\u180b-\u180d\u180f]/gu;

/** Whether a text has characters that are not seen, or that make the rest be seen as something else. */
export function hasHiddenCharacters(text: string): boolean {
  // Nearly all commands are plain, and the expressions are slow.
  if (!/[^ -~\t\n\r]/.test(text)) return false;
  return text.replace(seen(), '').search(hidden()) !== -1;
}
