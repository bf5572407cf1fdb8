/** Characters without a width, and those that turn the direction of what follows. Made when it is wanted, which takes long. */
const hidden = () => /[\p{Cf}\u115f\u1160\u17b4\u17b5\u3164\uffa0]/gu;

/** Parts of emoji: the joiner between two of them, and the tags behind a flag. */
const emoji = () =>
  /\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?(?:\u200d\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?|[\u{e0020}-\u{e007f}])+/gu;

/** Whether a text has characters that are not seen, or that make the rest be seen as something else. */
export function hasHiddenCharacters(text: string): boolean {
  // Nearly all commands are plain, and the expressions are slow.
  if (!/[^ -~\t\n\r]/.test(text)) return false;
  return text.replace(emoji(), '').search(hidden()) !== -1;
}
