import type { Context, Trap } from './context.ts';
import { fork, type State } from './state/state.ts';

/** The shell as it is where a trap is set. */
export function trapSetting(state: State, { shell: { ledger } }: Context): Trap['set'] {
  const { variables, functions } = state;
  return {
    state: fork(state),
    writes: { variables: variables.writes, functions: functions.writes },
    invocations: ledger.muted > 0 ? null : ledger.drafts.length,
  };
}

/**
 * Has a function, which `define` defines and records, be there for the trap that was set right before it, in the same shell:
 * `trap clean EXIT` on the line before `clean()`.
 */
export function definedBehindTrap(state: State, context: Context, define: () => void): void {
  const { ledger, traps } = context.shell;
  const trap = traps.at(-1);
  const isBehind =
    trap !== undefined &&
    ledger.muted === 0 &&
    trap.set.invocations === ledger.drafts.length &&
    isBeside(trap, context);
  define();
  if (isBehind) trap.set = trapSetting(state, context);
}

/** Whether nothing else led to a command than to the trap. */
function isBeside({ context: { via } }: Trap, context: Context): boolean {
  const own = via.slice(0, -1);
  return (
    own.length === context.via.length &&
    !context.isBackground &&
    own.every((one, at) => one === context.via[at])
  );
}
