import type { ParsedCall } from '../analysis/programs/parse-call.ts';
import { parsedCall } from '../analysis/programs/parsed-call.ts';
import { prefixOf } from '../analysis/words.ts';
import type { Analysis, Invocation, Redirect, Span } from '../model/analysis.ts';
import type { PathClass } from '../model/decision.ts';
import type { Effect } from '../model/effect.ts';
import type { Path } from '../model/word.ts';
import { isHarmlessOption, isListOfWorkspace, type Surroundings } from './facts/listing.ts';
import { matchingsOf } from './facts/matchings.ts';
import { pathFromMount } from './facts/mounts.ts';
import { pathFromTop } from './facts/top-directory.ts';
import { type Whole, wholesOf } from './facts/wholes.ts';
import { effectsFromInput } from './from-input.ts';
import { classesOf, classesOfChoices } from './paths/classes.ts';
import type { Places } from './paths/places.ts';
import { throughLinks } from './paths/through-links.ts';

/** An analysis of which something is known. */
export type Parsed = Extract<Analysis, { kind: 'parsed' }>;

/** An effect, and what brings it about: the program itself, or what stands around its words. */
export interface Act {
  readonly effect: Effect;
  readonly origin: 'program' | 'redirect' | 'assignment';
  readonly span: Span;
}

/** An invocation as rules look at it, with what is worked out of it when the first rule asks. */
export interface Subject {
  readonly invocation: Invocation;
  readonly analysis: Parsed;
  readonly places: Places;
  readonly acts: readonly Act[];
  /** Its words sorted into subcommands, options and operands; `null` if the program is not known. */
  readonly call: () => ParsedCall | null;
  readonly classesOf: (path: Path) => readonly PathClass[];
  /** What a path stands for that is all there is somewhere, one after the other. */
  readonly wholesOf: (path: Path) => readonly Whole[];
  /** Whether it has the effect because of what comes in on its standard input, not by its words. */
  readonly isFromInput: (effect: Effect) => boolean;
}

/** The invocation as rules look at it. */
export function subjectOf(invocation: Invocation, analysis: Parsed, places: Places): Subject {
  const around: Surroundings = { invocation, analysis, places };
  let classes: Map<Path, readonly PathClass[]> | undefined;
  let call: ParsedCall | null | undefined;
  let fromInput: ReadonlySet<Effect> | undefined;
  return {
    invocation,
    analysis,
    places,
    acts: actsOf(around),
    call: () => {
      if (call === undefined) call = parsedCall(invocation);
      return call;
    },
    classesOf: (path) => {
      classes ??= new Map();
      const found = classes.get(path) ?? classify(path, around);
      classes.set(path, found);
      return found;
    },
    wholesOf: (path) => wholesOf(path, around),
    isFromInput: (effect) => {
      fromInput ??= effectsFromInput(invocation);
      return fromInput.has(effect);
    },
  };
}

function classify(found: Path, around: Surroundings): readonly PathClass[] {
  const path = pathFromTop(found, around) ?? pathFromMount(found, around) ?? found;
  const { invocation, places } = around;
  const classes = isListOfWorkspace(path, around)
    ? (['workspace', ...classesOfChoices(path, invocation.cwd, places)] as const)
    : classesOf(path, invocation.cwd, places);
  const wholes = wholesOf(path, around);
  const told = wholes.flatMap((whole) => classesOf(whole.path, invocation.cwd, places));
  const all = [...new Set([...classes, ...told.filter((one) => ofWholes.has(one))])];
  const matchings = matchingsOf(path, wholes, around);
  return matchings.reduce<readonly PathClass[]>((own, one) => throughLinks(own, one, places), all);
}

/** What a place can be of which all is taken. */
const ofWholes: ReadonlySet<PathClass> = new Set([
  'root',
  'home',
  'git-directory',
  'everything-here',
  'workspace-root',
  'holds-workspace',
  'holds-handrail',
]);

function actsOf(around: Surroundings): readonly Act[] {
  const { effects, redirects, span } = around.invocation;
  const targets = redirects.length === 0 ? noTargets : targetsOf(redirects);
  const acts: Act[] = [];
  for (const effect of effects) {
    if (isHarmlessOption(effect, around)) continue;
    const redirect = redirectOf(effect, targets);
    if (redirect === null) acts.push({ effect, origin: originOf(effect), span });
    else acts.push({ effect, origin: 'redirect', span: redirect });
  }
  return acts;
}

/** Where the redirects to files stand, by the very path that they name, and the first to a host. */
interface Targets {
  readonly byPath: ReadonlyMap<Path, Span>;
  readonly toHost: Span | null;
}

const noTargets: Targets = { byPath: new Map(), toHost: null };

/** Made once for an invocation: there can be thousands of redirects, with an effect each. */
function targetsOf(redirects: readonly Redirect[]): Targets {
  const byPath = new Map<Path, Span>();
  let toHost: Span | null = null;
  for (const { target, span } of redirects) {
    if (target.kind !== 'file') continue;
    if (!byPath.has(target.path)) byPath.set(target.path, span);
    if (/^\/dev\/(?:tcp|udp)\//.test(prefixOf(target.path))) toHost ??= span;
  }
  return { byPath, toHost };
}

/** The redirect that an effect is that of: it names the very same path, or the host that a `/dev/tcp` stands for. */
function redirectOf(effect: Effect, { byPath, toHost }: Targets): Span | null {
  if ('path' in effect) return byPath.get(effect.path) ?? null;
  return effect.kind === 'network' ? toHost : null;
}

function originOf(effect: Effect): Act['origin'] {
  if (effect.kind === 'unknown' && effect.code === 'unknown-redirect') return 'redirect';
  return effect.kind === 'sets' ? 'assignment' : 'program';
}
