import type { NotedGrant } from '../../model/grant.ts';
import { openDatabase } from '../../state/database.ts';
import { createGrantStore } from '../../state/grant-store.ts';
import { inStateWords } from '../../state/state-directory.ts';

/** What was granted for calls of these contracts, as the database has it. Rejects when the state cannot be used. */
export async function grantsInState(
  stateDir: string,
  contracts: readonly string[],
): Promise<readonly NotedGrant[]> {
  const database = openDatabase(stateDir);
  const grants = createGrantStore(
    () => database,
    () => database,
  );
  try {
    const granted = await Promise.all(contracts.map(async (contract) => await grants.of(contract)));
    return granted.flat().filter((grant) => grant.kind !== 'access');
  } catch (error) {
    throw inStateWords(stateDir, error);
  } finally {
    database.close();
  }
}
