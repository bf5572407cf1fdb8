import type { Stage } from './stage.ts';

/**
 * Puts `***` in the place of every secret, also where a secret comes in several chunks; where secrets overlap, or one
 * overlaps itself, they have one mask. It holds what may be the beginning of a secret, and no more than that: less than
 * the longest of them.
 */
export function createSecretMask(secrets: readonly string[], next: Pick<Stage, 'push' | 'finish'>): Stage {
  const needles = secrets.map((secret) => Buffer.from(secret)).filter((needle) => needle.length > 0);
  let held: Buffer = Buffer.alloc(0);
  /** So many of the held bytes belong to a secret whose mask was passed on. */
  let masked = 0;

  return {
    push(bytes) {
      const text = held.length === 0 ? bytes : Buffer.concat([held, bytes]);
      const open = openFrom(text, needles);
      pass(text, open);
      held = open === text.length ? nothing : Buffer.from(text.subarray(open));
    },
    finish() {
      pass(held, held.length);
      next.finish();
    },
    get rests() {
      return held.length === 0;
    },
  };

  /** Passes on what comes before `end`; a secret that begins there is masked whole, wherever it ends. */
  function pass(text: Buffer, end: number): void {
    let at = masked;
    for (const place of placesOf(text, needles)) {
      if (place.start >= end) break;
      if (place.start >= at) {
        if (place.start > at) next.push(text.subarray(at, place.start));
        next.push(mask);
      }
      at = Math.max(at, place.end);
    }
    if (at < end) next.push(text.subarray(at, end));
    masked = Math.max(0, at - end);
  }
}

const nothing = Buffer.alloc(0);
const mask = Buffer.from('***');

/** Where the earliest secret may begin that the text has only the first bytes of; the length of the text if none does. */
export function openFrom(text: Buffer, needles: readonly Buffer[]): number {
  let open = text.length;
  for (const needle of needles) {
    const first = needle[0] ?? 0;
    let at = text.indexOf(first, Math.max(0, text.length - needle.length + 1));
    while (at !== -1 && at < open) {
      if (text.compare(needle, 0, text.length - at, at) === 0) open = at;
      at = text.indexOf(first, at + 1);
    }
  }
  return open;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Every place of every needle, in the order of their starts. */
function placesOf(text: Buffer, needles: readonly Buffer[]): readonly Place[] {
  const places: Place[] = [];
  for (const needle of needles) {
    for (let start = text.indexOf(needle); start !== -1; start = text.indexOf(needle, start + 1)) {
      places.push({ start, end: start + needle.length });
    }
  }
  return needles.length > 1 ? places.sort((a, b) => a.start - b.start) : places;
}
