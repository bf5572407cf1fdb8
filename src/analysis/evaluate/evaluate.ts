import type { Invocation } from '../../model/analysis.ts';
import type { Script } from '../parse.ts';
import { known, unknown } from '../words.ts';
import { newBudget } from './budget.ts';
import type { Context, Shell, Surroundings, TextPlace } from './context.ts';
import { runBody, runScript } from './control/bodies.ts';
import { runDefinition } from './invoke/functions.ts';
import { join } from './state/join.ts';
import { fork, initialState, type State } from './state/state.ts';
import { runTraps } from './traps.ts';

/** All invocations that a script could come to. Throws `LimitReached` where there are too many. */
export function evaluate(
  script: Script,
  place: TextPlace,
  surroundings: Surroundings,
): readonly Invocation[] {
  const budget = newBudget(place.source.length, surroundings.maxLength);
  const shell: Shell = {
    surroundings,
    ledger: {
      drafts: [],
      outputs: new Map(),
      redirectedOutputs: new Map(),
      outputsOfPipes: new Map(),
      muted: 0,
      steps: 0,
      budget,
    },
    runScript: (inner, state, context) => runScript(inner.commands, state, context),
    runBody,
    literals: new Set(),
    codeOfVariables: new Map(),
    arrays: new Set(),
    integers: new Set(),
    tried: new Set(),
    possible: new Set(),
    traps: [],
    functions: new Map(),
    called: new Set(),
  };
  const context: Context = {
    shell,
    place,
    parent: null,
    via: [],
    stdin: { kind: 'inherited' },
    isHere: true,
    isBackground: false,
    isBackgroundInLoop: false,
    isConditional: false,
    frames: [],
    depth: 0,
  };
  const cwd = surroundings.cwd === null ? unknown() : known(surroundings.cwd);
  const home =
    surroundings.home === null
      ? unknown('', '', [{ kind: 'variable', name: 'HOME' }])
      : known(surroundings.home);
  const end = runScript(script.commands, initialState(cwd, home, budget), context);
  if (shell.traps.length > 0)
    runTraps(shell, initialState(cwd, home, budget), { ...join(end.ok, end.ko), isDead: false });
  if (surroundings.includesUncalled === true) runUncalled(context, initialState(cwd, home, budget));
  return shell.ledger.drafts;
}

/** Goes through functions that nobody has called, as if somebody did at the start. They may define others. */
function runUncalled(context: Context, state: State): void {
  const { functions, called } = context.shell;
  const uncalled = () =>
    [...functions].flatMap(([name, definitions]) =>
      definitions.filter((definition) => !called.has(definition)).map((definition) => ({ name, definition })),
    );
  for (let left = uncalled(); left.length > 0; left = uncalled()) {
    for (const { name, definition } of left) {
      const via = [{ kind: 'function', name } as const];
      runDefinition(definition, name, fork(state), null, { ...context, via, isConditional: true });
    }
  }
}
