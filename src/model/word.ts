/**
 * What a word of a command becomes once bash has expanded it.
 *
 * - `known`: exactly this word.
 * - `pattern`: the names of the files that match it, or itself if there are none: at least one word, each of which
 *   begins with `prefix`. In `glob` everything that is not a wildcard is escaped with a backslash.
 * - `unknown`: not to be known. It begins with `prefix` and ends with `suffix`, which may overlap, and both may be empty.
 */
export type Word =
  | { readonly kind: 'known'; readonly text: string; readonly asWritten?: string }
  | {
      readonly kind: 'pattern';
      readonly glob: string;
      readonly prefix: string;
      readonly asWritten?: string;
    }
  | {
      readonly kind: 'unknown';
      readonly prefix: string;
      readonly suffix: string;
      /** `one` word, as in quotes, or `any` number of words, none included; then only the first has the prefix. */
      readonly count: 'one' | 'any';
      /** Where its text comes from, as far as that is known. */
      readonly sources: readonly Source[];
      /** All that is not known are numbers: the word with a zero for each; left out: that is not so. */
      readonly withZeros?: string;
      /** All of it, where several parts of it are not known, and not too many; left out: it is the prefix, one such part and the suffix. */
      readonly parts?: readonly Part[];
      readonly asWritten?: string;
    };

/** A part of a word: a text, or where one comes from that is not known. */
export type Part = string | readonly Source[];

/**
 * A word that names a file. In an `Analysis`, known ones are absolute and without `.`, `..` and double slashes. Bash takes `link/..` for the
 * directory that the link is in, and so do they; the kernel takes it for the one above what the link leads to. Of a path with a `..`,
 * `asWritten` has that left in: all of a known one, of others what is known of the directories that they go through.
 */
export type Path = Word;

/** Where the text of an unknown word comes from. */
export type Source =
  /** A variable that the command itself has not set: it comes from the environment, or is empty. */
  | { readonly kind: 'variable'; readonly name: string }
  /** What these invocations write. */
  | {
      readonly kind: 'output';
      readonly of: readonly number[];
      /** It is not what was written: something has been cut off, as of what is `matched`. */
      readonly isPart?: true;
      /** It is one of several words that bash has made of that: there is no blank in it. */
      readonly isWord?: true;
    }
  /** The name of a pipe, from or to these invocations: `<(…)`, `>(…)`. */
  | { readonly kind: 'pipe'; readonly of: readonly number[]; readonly direction: 'from' | 'to' }
  /** One of these texts: a key of an array, a path that a command may print. */
  | { readonly kind: 'one-of'; readonly texts: readonly string[] }
  /** Arithmetic or a count: digits, a minus sign before them maybe, or nothing. */
  | { readonly kind: 'number' }
  /** The standard input: `read`, `xargs`. */
  | { readonly kind: 'input' }
  /** Something else, of which nothing is told: of several sources it is one. */
  | { readonly kind: 'other' }
  /** The name of one of the files that match a pattern: a turn of `for file in *.ts`. */
  | {
      readonly kind: 'matched';
      readonly pattern: Path;
      /** Something has been cut off; left out: it is the name as it is. */
      readonly isPart?: true;
    }
  /** The names of all files that match a pattern, where `shopt -s nullglob`, `set -f` and the like say what does. */
  | { readonly kind: 'matches'; readonly pattern: Path }
  /** A file found in this directory, or it itself: `find -exec`. */
  | { readonly kind: 'found'; readonly under: Path };
