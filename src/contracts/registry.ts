import type { Contract } from '../model/contract.ts';
import { HandrailError } from '../model/errors.ts';
import { defaultContract } from './default/default.ts';
import { envelope } from './envelope/envelope.ts';
import { modes } from './modes/modes.ts';
import { plain } from './plain/plain.ts';
import { suggestion } from './schema.ts';
import { session } from './session/session.ts';
import { workspace } from './workspace/workspace.ts';

/** Every contract that Handrail brings along, in the order in which help lists them. */
export const contracts: readonly Contract[] = [defaultContract, modes, plain, workspace, session, envelope];

/** The contract that is served when nobody chose one. */
export const defaultContractName = defaultContract.name;

/** Throws a `HandrailError` of code `unknown-contract` that names the contracts there are. */
export function contractNamed(name: string): Contract {
  const contract = contracts.find((candidate) => candidate.name === name);
  if (contract !== undefined) return contract;
  const names = contracts.map((candidate) => candidate.name);
  const hint = suggestion(name, names);
  throw new HandrailError(
    'unknown-contract',
    `expected one of the contracts ${names.join(', ')}, got ${JSON.stringify(name)}${hint === null ? '' : ` — ${hint}`}`,
  );
}
