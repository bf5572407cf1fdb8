import { type ParsedCall, parseCall } from '../analysis/programs/parse-call.ts';
import { programNamed } from '../analysis/programs/registry.ts';
import { prefixOf } from '../analysis/words.ts';
import type { Analysis, Invocation, Span } from '../model/analysis.ts';
import type { PathClass } from '../model/decision.ts';
import type { Effect } from '../model/effect.ts';
import type { Path } from '../model/word.ts';
import { isHarmlessOption, isListOfWorkspace, type Surroundings } from './facts/listing.ts';
import { classesOf } from './paths/classes.ts';
import type { Places } from './paths/places.ts';

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
}

/** The invocation as rules look at it. */
export function subjectOf(invocation: Invocation, analysis: Parsed, places: Places): Subject {
  const around: Surroundings = { invocation, analysis, places };
  let classes: Map<Path, readonly PathClass[]> | undefined;
  let call: ParsedCall | null | undefined;
  return {
    invocation,
    analysis,
    places,
    acts: actsOf(around),
    call: () => {
      if (call === undefined) call = parsed(invocation);
      return call;
    },
    classesOf: (path) => {
      classes ??= new Map();
      const found = classes.get(path) ?? classify(path, around);
      classes.set(path, found);
      return found;
    },
  };
}

function classify(path: Path, around: Surroundings): readonly PathClass[] {
  return isListOfWorkspace(path, around)
    ? ['workspace']
    : classesOf(path, around.invocation.cwd, around.places);
}

function parsed({ name, argv, stdin, cwd }: Invocation): ParsedCall | null {
  const program = name === null ? null : programNamed(name);
  return name === null || program === null ? null : parseCall(program, { name, argv, stdin, cwd });
}

function actsOf(around: Surroundings): readonly Act[] {
  const acts: Act[] = [];
  for (const effect of around.invocation.effects) {
    if (!isHarmlessOption(effect, around)) acts.push(actOf(effect, around.invocation));
  }
  return acts;
}

function actOf(effect: Effect, { redirects, span }: Invocation): Act {
  for (const { target, span: ofRedirect } of redirects) {
    if (target.kind === 'file' && isAbout(effect, target.path))
      return { effect, origin: 'redirect', span: ofRedirect };
  }
  return { effect, origin: originOf(effect), span };
}

/** Whether an effect is that of a redirect: it names the very same path, or the host that a `/dev/tcp` stands for. */
function isAbout(effect: Effect, path: Path): boolean {
  if ('path' in effect) return effect.path === path;
  return effect.kind === 'network' && /^\/dev\/(?:tcp|udp)\//.test(prefixOf(path));
}

function originOf(effect: Effect): Act['origin'] {
  if (effect.kind === 'unknown' && effect.code === 'unknown-redirect') return 'redirect';
  return effect.kind === 'sets' ? 'assignment' : 'program';
}
