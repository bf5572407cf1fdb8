import { closestMatch } from 'leven';

/** The known name nearest to the given one, or else one that it is the beginning of, as a question; `null` when there is none. */
export function suggestion(given: string, known: readonly string[]): string | null {
  const nearest =
    closestMatch(given, [...known], { maxDistance: Math.max(2, Math.floor(given.length / 2)) }) ??
    (given.length < 3 ? undefined : known.find((name) => name.startsWith(given)));
  return nearest === undefined ? null : `did you mean ${JSON.stringify(nearest)}?`;
}
