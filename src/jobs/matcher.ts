import { createContext, Script } from 'node:vm';
import { messageOf } from '../model/errors.ts';

/** Milliseconds that one look for a pattern may take: some take for ever on some texts. */
const lookMs = 1_000;

/** Milliseconds that all looks for a pattern may take together: 10 s, in which simple ones go through several times the most that is kept of a job. */
const usualAllMs = 10_000;

/** Where a text matches. */
interface Match {
  /** Which of the texts. */
  readonly index: number;
  /** Where in it the match begins, in characters. */
  readonly at: number;
}

/** A regular expression that cannot hold this process up. */
export interface Matcher {
  /** The first match in each of the texts that has one. Throws a `SlowPattern` when that takes too long. */
  matching(texts: readonly string[]): readonly Match[];
}

/** A pattern takes longer than anybody would wait. */
export class SlowPattern extends Error {
  readonly pattern: string;
  readonly expected = 'a regular expression that is matched within a second';
  readonly hint = 'a repetition within another, as in (a+)+, can take for ever';

  constructor(pattern: string) {
    super(`the regular expression ${JSON.stringify(pattern)} takes too long`);
    this.pattern = pattern;
  }
}

/** What is wrong with a pattern, by what was thrown for it: that begins with the pattern itself. */
export function describePatternError(pattern: string, thrown: unknown): string {
  return messageOf(thrown).replace(`Invalid regular expression: /${pattern}/u: `, () => '');
}

/** How a pattern is looked for. */
interface Looks {
  readonly flags?: string;
  /** Milliseconds that all looks may take together; left out: 10 s. */
  readonly allMs?: number;
}

/** Throws a SyntaxError when the pattern is not one. */
export function createMatcher(pattern: string, { flags = 'u', allMs = usualAllMs }: Looks = {}): Matcher {
  const expression = new RegExp(pattern, flags);
  const sandbox = { expression, texts: [] as readonly string[], found: [] as readonly Match[] };
  const context = createContext(sandbox);
  const script = new Script(`found = texts.flatMap((text, index) => {
    const match = expression.exec(text);
    return match === null ? [] : [{ index, at: match.index }];
  })`);
  let leftMs = allMs;
  return {
    matching(texts) {
      if (texts.length === 0) return [];
      sandbox.texts = texts;
      const begin = performance.now();
      try {
        script.runInContext(context, { timeout: Math.max(1, Math.min(lookMs, Math.ceil(leftMs))) });
      } catch (error) {
        if (isTimeout(error)) throw new SlowPattern(pattern);
        throw error;
      }
      leftMs -= performance.now() - begin;
      return sandbox.found;
    },
  };
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
