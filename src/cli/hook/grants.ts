import type { Rule } from '../../model/decision.ts';
import { rulesOfGrants } from '../../policy/grants.ts';
import { createLazyState } from '../../state/lazy-state.ts';

/** The rules of what a person has allowed for calls of a contract, as of now. Rejects when the state cannot be used. */
export async function granted(contract: string, stateDir: string): Promise<readonly Rule[]> {
  const state = createLazyState(stateDir);
  try {
    return rulesOfGrants(await state.grants.of(contract), Date.now());
  } finally {
    state.shut();
  }
}
