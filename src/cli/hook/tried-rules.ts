import type { Places } from '../../policy/paths/places.ts';
import type { TriedRules } from '../../settings/rules.ts';
import { shortHash } from './short-hash.ts';

/** Texts that one process keeps for those to come, of the same build. What is read back was written by this user, and by nobody else. */
export interface KeptTexts {
  /** `null`: there is none of that name. */
  readText(name: string): string | null;
  /** Keeps a text when the process ends, if that is possible. */
  keepText(name: string, text: string): void;
}

/** The most of a text of rules that is kept, in UTF-16 units: 256 Ki. A longer one is tried each time. */
const mostUnits = 256 * 1024;

/**
 * Remembers rules whose examples hold, by all that this goes by: their text and the places, letter for letter; a build keeps its own. Rules that are wrong are never
 * remembered, and are told of each time.
 */
export function triedRules(kept: KeptTexts): TriedRules {
  return {
    has(text, places) {
      const whole = wholeOf(text, places);
      return whole.length <= mostUnits && kept.readText(nameOf(whole)) === whole;
    },
    add(text, places) {
      const whole = wholeOf(text, places);
      if (whole.length <= mostUnits) kept.keepText(nameOf(whole), whole);
    },
  };
}

function wholeOf(text: string, places: Places): string {
  return `${JSON.stringify(places)}\n${text}`;
}

/** A name that another text seldom has. */
function nameOf(whole: string): string {
  return `rules-${shortHash(whole)}-${whole.length}`;
}
