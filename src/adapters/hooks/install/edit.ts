/**
 * What came of changing a text of settings.
 *
 * - `edited`: `text` is what the file is to hold; `null`: it is to go.
 * - `unchanged`: it holds already what it should.
 * - `refused`: it cannot be changed without the risk of destroying something.
 */
export type Edit =
  | { readonly kind: 'edited'; readonly text: string | null }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly problem: string };

/** How a hook gets into the settings of an agent and out again: pure functions over the text of one file. */
export interface SettingsFormat {
  /** With our hook that runs this command, once; `null`: there is no file. */
  add(text: string | null, command: string): Edit;
  /** Without anything of ours. */
  remove(text: string): Edit;
  /**
   * Whether a text says what `now` does, but for what is ours, and is as well formed as that or as `before`, in which our hook was not
   * yet.
   */
  isWithoutOurs(text: string, given: { readonly before: string; readonly now: string }): boolean;
}

/** Whether a command of a hook is ours, whatever it was installed with, and with the quotes of a word in a word. */
export function isOurs(command: unknown): boolean {
  return typeof command === 'string' && /\bhandrail(?:\.cjs)?['"\\]* hook [a-z]+\b/.test(command);
}

export function edited(before: string | null, text: string | null): Edit {
  return before === text ? { kind: 'unchanged' } : { kind: 'edited', text };
}

export function refused(problem: string): Edit {
  return { kind: 'refused', problem };
}
