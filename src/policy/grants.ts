import type { Invocation } from '../model/analysis.ts';
import type { Decision, InvocationRule } from '../model/decision.ts';
import type { Word } from '../model/word.ts';
import type { Parsed } from './subject.ts';

/** What a person has allowed for good, or for a time: calls with exactly these words, in this workspace. */
export interface Grant {
  readonly words: readonly string[];
  readonly workspace: string;
  readonly grantedAtMs: number;
  /** `null` if it does not end by itself. */
  readonly expiresAtMs: number | null;
}

/**
 * Programs for which an answer would be about something else the next time: they run what other words, a file, or their
 * input say.
 */
const tooBroad =
  /^(?:sudo|sudoedit|doas|su|pkexec|runuser|env|xargs|parallel|eval|exec|source|\.|command|builtin|time|timeout|nice|nohup|setsid|watch|script|ssh|docker|podman|kubectl|busybox|toybox|chroot|unshare|nsenter|(?:ba|da|z|k|fi|c|tc|a)?sh|python[\d.]*|node|nodejs|deno|bun|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|[gmn]?awk|sed|osascript|tclsh|expect|Rscript|julia|swift|java|find|fd|git|npx|bunx|pnpx|uvx|pipx)$/;

/** Of those, the ones that are harmless enough with exactly these words. */
const fineWhenExact = /^(?:git|find|fd|sed|[gmn]?awk)$/;

/**
 * The calls that a person may allow for good when asked about a command, each by its words; `null` where no narrow answer
 * would do: what was asked about is not a call, is not known in every word, or could do anything.
 */
export function offersFor(analysis: Parsed, decision: Decision): readonly (readonly string[])[] | null {
  if (decision.verdict !== 'ask') return null;
  const asked = decision.findings.filter(({ verdict }) => verdict === 'ask');
  const offers = asked.map(({ place }) => {
    const invocation = place === undefined ? undefined : analysis.invocations[place.invocation];
    return invocation === undefined || !isOfCall(invocation, place?.span.start) ? null : offerFor(invocation);
  });
  const narrow = offers.filter((offer) => offer !== null);
  return narrow.length === offers.length ? unique(narrow) : null;
}

/** What stands around the words of a call, a redirect, is not allowed along with them. */
function isOfCall({ redirects }: Invocation, start: number | undefined): boolean {
  return !redirects.some(({ span }) => span.start === start);
}

function offerFor({
  name,
  nameIsLiteral,
  resolution,
  argv,
  assignments,
}: Invocation): readonly string[] | null {
  if (name === null || !nameIsLiteral || resolution !== 'program' || assignments.length > 0) return null;
  if (tooBroad.test(name) && !fineWhenExact.test(name)) return null;
  const words = argv.map(textOf);
  const known = words.filter((word) => word !== null);
  return known.length === words.length ? known : null;
}

function textOf(word: Word): string | null {
  return word.kind === 'known' ? word.text : null;
}

function unique(offers: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(offers.map((words) => [JSON.stringify(words), words])).values()];
}

/** The rules that hold for what has been granted, as of a time. */
export function rulesOfGrants(
  grants: readonly Grant[],
  { workspace, nowMs }: { readonly workspace: string; readonly nowMs: number },
): readonly InvocationRule[] {
  return grants
    .filter((grant) => grant.workspace === workspace && isLive(grant, nowMs))
    .map(({ words }) => ({
      kind: 'invocation',
      finding: {
        id: 'granted',
        verdict: 'allow',
        reason: 'it was allowed before, word for word',
        instead: null,
      },
      when: [{ kind: 'words', words }],
    }));
}

/** Whether a grant still holds. */
export function isLive({ expiresAtMs }: Grant, nowMs: number): boolean {
  return expiresAtMs === null || nowMs < expiresAtMs;
}
