import type { LineControl, LineStage, Stage } from '../../src/capture/stage.ts';

/** The stage behind the one that is tested: keeps what is passed on, and takes nothing for granted afterwards. */
export interface EndStage extends LineStage {
  /** The controls that it was told of, each with how many bytes came before it. */
  readonly controls: readonly (readonly [LineControl, number])[];
  bytes(): Buffer;
}

export function createEnd(): EndStage {
  const parts: Buffer[] = [];
  const controls: [LineControl, number][] = [];
  const bytes = (): Buffer => Buffer.concat(parts);
  return {
    push(chunk) {
      parts.push(Buffer.from(chunk));
    },
    control(what) {
      controls.push([what, bytes().length]);
    },
    finish() {},
    rests: true,
    controls,
    bytes,
  };
}

/** What a stage makes of chunks, each of which is overwritten as soon as it was taken. */
export function through(create: (next: EndStage) => Stage, chunks: readonly Uint8Array[]): Buffer {
  const end = createEnd();
  const stage = create(end);
  for (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    stage.push(bytes);
    bytes.fill(0x58);
  }
  stage.finish();
  return end.bytes();
}

/** The same of a text in one chunk. */
export function textThrough(create: (next: EndStage) => Stage, text: string): string {
  return through(create, [Buffer.from(text)]).toString();
}
