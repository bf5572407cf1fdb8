/** The most that a description has, in bytes: some clients cut at 2 KB, and say nothing of it. */
const maxBytes = 2_000;

/** A description in two parts. */
export interface SplitDescription {
  /** Under 2 KB. */
  readonly description: string;
  /** For the instructions of the server, which are given to a model too; `null`: there is nothing more. */
  readonly more: string | null;
}

/** Keeps the first sections of a description, or of one without sections the first lines; nothing of it is lost. */
export function splitDescription(tool: string, text: string): SplitDescription {
  if (bytesOf(text) <= maxBytes) return { description: text, more: null };
  const sections = text.split(/\n\n(?=# )/);
  const [pieces, joint] =
    bytesOf(sections[0] ?? '') <= maxBytes ? [sections, '\n\n'] : [text.split('\n'), '\n'];
  let kept = 0;
  while (bytesOf([...pieces.slice(0, kept + 1), note].join(joint)) <= maxBytes) kept += 1;
  return {
    description: [...pieces.slice(0, kept), note].join(joint),
    more: [`More about the tool ${tool}:`, ...pieces.slice(kept)].join(joint),
  };
}

const note = 'There is more about this tool in the instructions of its server.';

function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
