import { analyze } from '../analysis/analyze.ts';
import { effectsOf } from '../analysis/programs/effects-of.ts';
import { programNamed } from '../analysis/programs/registry.ts';
import { known } from '../analysis/words.ts';
import type { Access } from '../model/access.ts';
import type { Invocation } from '../model/analysis.ts';
import type { Decision, InvocationRule, Notice } from '../model/decision.ts';
import type { CallOffer, Grant, GrantTerms, NotedGrant } from '../model/grant.ts';
import type { Word } from '../model/word.ts';
import { effectsFromInput, runsInput } from './from-input.ts';
import { leadElsewhere } from './paths/leads-elsewhere.ts';
import type { Places } from './paths/places.ts';
import type { Parsed } from './subject.ts';

/**
 * Programs for which an answer would be about something else the next time: they run what other words, a file, or their
 * input say.
 */
const tooBroad =
  /^(?:sudo|sudoedit|doas|su|pkexec|runuser|env|xargs|parallel|eval|exec|source|\.|command|builtin|time|timeout|nice|nohup|setsid|watch|script|ssh|docker|podman|kubectl|busybox|toybox|chroot|unshare|nsenter|(?:ba|da|z|k|fi|c|tc|a)?sh|python[\d.]*|node|nodejs|deno|bun|perl[\d.]*|ruby[\d.]*|php[\d.]*|lua[\d.]*|osascript|tclsh|expect|Rscript|julia|swift|java|npx|bunx|pnpx|uvx|pipx)$/;

/** Whether a program is one of those: to allow its calls would be to allow anything. */
export function isTooBroad(program: string): boolean {
  return tooBroad.test(program);
}

/**
 * The calls that a person may allow for good when asked about a command; `null` where no narrow answer would do: what was
 * asked about is not a call, is not known in every word, could do anything, or is led elsewhere by a link.
 */
export function offersFor(analysis: Parsed, decision: Decision, places: Places): readonly CallOffer[] | null {
  if (decision.verdict !== 'ask') return null;
  const asked = decision.findings.filter(({ verdict }) => verdict === 'ask');
  const offers = asked.map(({ place }) => {
    const invocation = place === undefined ? undefined : analysis.invocations[place.invocation];
    if (invocation === undefined || !isOfCall(invocation, place?.span.start)) return null;
    return leadElsewhere(invocation, invocation.effects, places) ? null : offerFor(invocation);
  });
  const narrow = offers.filter((offer) => offer !== null);
  return narrow.length === offers.length ? unique(narrow) : null;
}

/** The call that a text is, and nothing beside it; `null` where that is not one, or not one that could be allowed for good. */
export function callOffer(command: string, cwd: string): CallOffer | null {
  const analysis = analyze(command, { cwd, home: null });
  if (analysis.kind !== 'parsed') return null;
  const [only, ...others] = analysis.invocations.filter(({ parent }) => parent === null);
  return only === undefined || others.length > 0 || only.redirects.length > 0 ? null : offerFor(only);
}

/** What stands around the words of a call, a redirect, is not allowed along with them. */
function isOfCall({ redirects }: Invocation, start: number | undefined): boolean {
  return !redirects.some(({ span }) => span.start === start);
}

function offerFor(invocation: Invocation): CallOffer | null {
  const { name, nameIsLiteral, resolution, argv, assignments, cwd } = invocation;
  if (name === null || !nameIsLiteral || resolution !== 'program' || assignments.length > 0) return null;
  if (cwd.kind !== 'known' || isTooBroad(name) || programNamed(name) === null || isOfInput(invocation))
    return null;
  const words = argv.map(textOf).filter((word) => word !== null);
  return words.length === argv.length ? { kind: 'call', words, cwd: cwd.text } : null;
}

/** What it does would be up to what it reads the next time. */
function isOfInput(invocation: Invocation): boolean {
  return invocation.effects.some(runsInput) || effectsFromInput(invocation).size > 0;
}

function textOf(word: Word): string | null {
  return word.kind === 'known' ? word.text : null;
}

function unique(offers: readonly CallOffer[]): readonly CallOffer[] {
  return [...new Map(offers.map((offer) => [JSON.stringify(offer), offer])).values()];
}

/** Whether a call does more for what comes in on its standard input: to allow it where anything can be typed into it would be to allow that. */
export function heedsInput({
  words: [name = '', ...others],
  cwd,
}: Pick<CallOffer, 'words' | 'cwd'>): boolean {
  const program = programNamed(name);
  if (program === null) return true;
  const call = {
    name,
    argv: [name, ...others].map(known),
    cwd: known(cwd),
    stdin: { kind: 'unknown' },
  } as const;
  return effectsFromInput({ ...call, effects: effectsOf(program, call) }).size > 0;
}

/** What is said of a call that was granted for good. */
export const grantedForGood = {
  id: 'granted',
  verdict: 'allow',
  reason: 'it was allowed before, word for word',
  instead: null,
} as const satisfies Notice;

/** The rules that hold for what has been granted, as of a time. */
export function rulesOfGrants(
  grants: readonly (Grant | NotedGrant)[],
  nowMs: number,
): readonly InvocationRule[] {
  const calls = grants.filter((grant) => grant.kind === 'call');
  const live = calls.filter((grant) => isLive(grant, nowMs));
  return live.map(({ words, cwd }) => ({
    kind: 'invocation',
    finding: grantedForGood,
    when: [{ kind: 'words', words, cwd }],
  }));
}

/** What commands in a workspace, a path without links, may have beyond their sandbox, as of a time. */
export function accessesOfGrants(
  grants: readonly Grant[],
  workspace: string,
  nowMs: number,
): readonly Access[] {
  return grants
    .filter((grant) => grant.kind === 'access')
    .filter((grant) => grant.workspace === workspace && isLive(grant, nowMs))
    .map(({ access }) => access);
}

/**
 * Whether a grant holds. One of a time that is yet to come does not: the clock was set back since, and nobody can say for how
 * long it has held.
 */
export function isLive({ grantedAtMs, expiresAtMs }: GrantTerms, nowMs: number): boolean {
  return grantedAtMs <= nowMs && (expiresAtMs === null || nowMs < expiresAtMs);
}
