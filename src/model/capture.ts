/** The name of a stream as a command writes it; `output` is both together, in the order of writing. */
export type StreamName = 'stdout' | 'stderr' | 'output';

/**
 * What is made of a stream before a model reads it. Only the text of the answer is made so; the file keeps the bytes that
 * came. What each does exactly stands on its stage in `src/capture/`.
 */
export interface CleanRule {
  /** Escape sequences and other control characters are taken out; a NUL is shown as `␀`. */
  readonly escapes: boolean;
  /** A line that was drawn over itself, by carriage returns or backspaces, is its last frame. */
  readonly redraws: boolean;
  /** Three and more equal neighbouring lines are one of them, and a line that says how often it came. */
  readonly repeats: boolean;
  /** The values of secrets in the host's environment are `***`; in live text too. */
  readonly secrets: boolean;
}

/** How much of each stream is kept for the answer. Sizes are bytes of UTF-8 text, and of the text as it was cleaned. */
export interface CaptureRule {
  /** Text up to this size is kept whole. */
  readonly wholeBytes: number;
  /** What comes is in a file too, once it is over this size; left out: `wholeBytes`, which is the most it can be. */
  readonly fileOverBytes?: number;
  /** Of longer text, at most this much from its start. */
  readonly headBytes: number;
  /** And at most this much from its end. `headBytes + tailBytes` is never over `wholeBytes`. */
  readonly tailBytes: number;
  /** The same in lines, where lines are bounded too; left out, or `null`: they are not. */
  readonly lines?: LineBounds | null;
  /** Where to cut: between two characters, or between two lines where there is a line end to cut at. */
  readonly cutAt: 'character' | 'line';
  readonly clean: CleanRule;
  /** Whether characters are counted, which takes time; left out: they are not. */
  readonly countsCharacters?: boolean;
}

/** How many lines are kept: all up to `whole`, of more the first `head` and the last `tail`, which are not over it together. */
export interface LineBounds {
  readonly whole: number;
  readonly head: number;
  readonly tail: number;
}

/**
 * Where the bytes of a stream are as they came: in a file, or, if that could not be written, why not and how many of
 * them, from the first on, are there.
 */
export type Spill =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'incomplete'; readonly path: string; readonly bytes: number; readonly reason: string };

/** The text of one stream, cleaned as the rule says. A cut one always says where the rest is. */
export type CapturedText =
  | {
      readonly kind: 'whole';
      readonly text: string;
      /** Set when more came than is kept without a file, and only cleaning made the text fit, or a file was wanted before. */
      readonly spill: Spill | null;
    }
  | {
      readonly kind: 'cut';
      readonly head: string;
      readonly tail: string;
      /** Bytes of the cleaned text between head and tail: exact, and not those of the raw stream. */
      readonly omittedBytes: number;
      /** Line ends among them. */
      readonly omittedLines: number;
      readonly spill: Spill;
    };

/** One stream of a command, with the true size of what came, whatever was kept of it and however it was cleaned. */
export interface Captured {
  /** Bytes that the command wrote. */
  readonly bytes: number;
  /** Lines that the command wrote; a last line without its line end counts. */
  readonly lines: number;
  /**
   * Characters that the command wrote: code points of the decoded text, in which what is no UTF-8 stands as U+FFFD;
   * left out where they were not counted.
   */
  readonly characters?: number;
  readonly text: CapturedText;
}

/** What a command wrote. */
export type Capture =
  | { readonly streams: 'combined'; readonly output: Captured }
  | { readonly streams: 'apart'; readonly stdout: Captured; readonly stderr: Captured };

const nothing: Captured = { bytes: 0, lines: 0, text: { kind: 'whole', text: '', spill: null } };

/** A stream that nothing was written to. */
export function nothingCaptured({
  countsCharacters = false,
}: Pick<CaptureRule, 'countsCharacters'>): Captured {
  return countsCharacters ? { ...nothing, characters: 0 } : nothing;
}

/** The capture of a command that wrote nothing. */
export function emptyCapture(streams: Capture['streams']): Capture {
  return streams === 'apart' ? { streams, stdout: nothing, stderr: nothing } : { streams, output: nothing };
}

/** The two streams of a capture; what was captured together stands as standard output. */
export function bothStreams(capture: Capture): { readonly stdout: Captured; readonly stderr: Captured } {
  switch (capture.streams) {
    case 'apart':
      return capture;
    case 'combined':
      return { stdout: capture.output, stderr: nothing };
  }
}

/** The streams of a capture by name, in the order in which they are told. */
export function capturedStreams(capture: Capture): readonly (readonly [StreamName, Captured])[] {
  switch (capture.streams) {
    case 'apart':
      return [
        ['stdout', capture.stdout],
        ['stderr', capture.stderr],
      ];
    case 'combined':
      return [['output', capture.output]];
  }
}
