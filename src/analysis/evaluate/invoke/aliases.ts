import type { Word } from '../../../model/word.ts';
import { runsShell, unknownEffect } from '../../programs/effects.ts';
import { known, textOf } from '../../words.ts';
import type { Draft, Outcome } from '../context.ts';
import { forget, fork, type State } from '../state/state.ts';
import { forgetForTraps } from '../traps-on-way.ts';
import type { Expanded } from './invoke.ts';
import { runInPlace } from './nested.ts';

/** An alias is gone through where it is made, with words that are not known: it may be used in a text that is not read. */
export function defineAliases(command: Expanded, draft: Draft, words: readonly Word[]): void {
  for (const word of words) {
    const [, name, value] = /^([^=]+)=([\s\S]*)$/.exec(textOf(word) ?? '') ?? [];
    if (name === undefined || value === undefined) continue;
    command.state.aliases.set(name, known(value));
    forgetForTraps(command.state, command.context);
    if (onlyAddsOptions(name, value)) continue;
    run(command, draft, name, value, { ...fork(command.state), positional: null });
  }
}

/** `alias rm='rm -i'`: whoever uses it writes the name of the program, and is judged by that. */
function onlyAddsOptions(name: string, value: string): boolean {
  const [first, ...others] = value.trim().split(/\s+/);
  return first === name && others.every((word) => /^-[\w-]*$/.test(word));
}

/** A command whose name is an alias. Whether the shell expands aliases is not asked. */
export function runAlias(command: Expanded, draft: Draft, name: string, alias: Word): Outcome {
  const positional = command.words.slice(1);
  return run(command, draft, name, textOf(alias) ?? '', { ...command.state, positional });
}

/** Runs the text with the words behind it, and adds to the invocation what cannot be said of it. */
function run(command: Expanded, draft: Draft, name: string, value: string, state: State): Outcome {
  const text = known(`${value} "$@"`);
  const trial = { ...draft, name: 'eval', effects: [runsShell(text)] };
  const context = { ...command.context, via: [...command.context.via, { kind: 'alias', name } as const] };
  const { ok, ko } = runInPlace({ ...command, context }, trial, state);
  draft.effects.push(...trial.effects.slice(1));
  // Bash takes the lines behind the alias for those of a here-document in it.
  if (value.includes('<<')) {
    draft.effects.push(unknownEffect('unknown-code', value));
    for (const end of [ok, ko]) forget(end);
  }
  const { positional } = command.state;
  return { ok: { ...ok, positional }, ko: { ...ko, positional } };
}
