import { effectsOf } from '../analysis/programs/effects-of.ts';
import { programNamed } from '../analysis/programs/registry.ts';
import type { Invocation } from '../model/analysis.ts';
import type { Effect } from '../model/effect.ts';

/**
 * What a call does because of what comes in on its standard input: `psql db < drop.sql` is other words than `psql db` in nothing but that.
 * Where its words alone say that it runs its input (`python3 -`), that is not of these.
 */
export function effectsFromInput({
  name,
  argv,
  stdin,
  cwd,
  effects,
}: Pick<Invocation, 'name' | 'argv' | 'stdin' | 'cwd' | 'effects'>): ReadonlySet<Effect> {
  const program = name === null ? null : programNamed(name);
  if (name === null || program === null || stdin.kind === 'inherited' || stdin.kind === 'nothing')
    return nothing;
  const call = { name, argv, cwd };
  const byWords = effectsOf(program, { ...call, stdin: { kind: 'inherited' } });
  if (byWords.some(runsInput)) return nothing;
  const ofWords = new Set(byWords.map(textOf));
  const all = effectsOf(program, { ...call, stdin });
  const more = new Set([
    ...all.map(textOf).filter((text) => !ofWords.has(text)),
    ...byWords.filter(takesOrders).map(textOf),
  ]);
  const isCode = all.some(runsInput);
  return new Set(effects.filter((effect) => more.has(textOf(effect)) || (isCode && isUnknownCode(effect))));
}

const nothing: ReadonlySet<Effect> = new Set();

/** Whether code is run that is read from the standard input. */
export function runsInput(effect: Effect): boolean {
  return effect.kind === 'executes' && effect.code.kind === 'input';
}

/** Whether it does what is typed, which nobody has looked into: a debugger, an editor. What comes in is that. */
function takesOrders(effect: Effect): boolean {
  return effect.kind === 'interactive' || (effect.kind === 'unknown' && effect.code === 'unknown-program');
}

/** What is said of code that nobody could look into. */
function isUnknownCode(effect: Effect): boolean {
  return effect.kind === 'unknown' && effect.code === 'unknown-code';
}

function textOf(effect: Effect): string {
  return JSON.stringify(effect);
}
