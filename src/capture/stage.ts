/** One step of cleaning a stream. What it passes on does not depend on how the stream was chunked. */
export interface Stage {
  /** Takes the next bytes. They are the caller's again when the call returns: a stage copies what it keeps. */
  push(bytes: Buffer): void;
  /** Passes on what it still holds; called once, after the last push. */
  finish(): void;
  /** Whether it holds nothing, so that what comes next is treated as if it were the first to come. */
  readonly rests: boolean;
}

/** What a control sequence does to the line that the cursor is on. */
export type LineControl = 'to-line-start' | 'erase-to-end' | 'erase-to-start' | 'erase-line';

/** A stage that is also told of control sequences, in their place among the bytes. */
export interface LineStage extends Stage {
  control(what: LineControl): void;
}
