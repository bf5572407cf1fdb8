import type { Contract } from '../model/contract.ts';
import { HandrailError } from '../model/errors.ts';
import { suggestion } from '../model/suggestion.ts';
import { defaultContract } from './default/default.ts';
import { envelope } from './envelope/envelope.ts';
import { modes } from './modes/modes.ts';
import { contractNames } from './names.ts';
import { plain } from './plain/plain.ts';
import { session } from './session/session.ts';
import { workspace } from './workspace/workspace.ts';

/**
 * The contracts that Handrail brings along. The bundler makes each of these functions one that loads its contract: a call has to do
 * with one of them.
 */
const byName = {
  default: () => defaultContract,
  modes: () => modes,
  plain: () => plain,
  workspace: () => workspace,
  session: () => session,
  envelope: () => envelope,
} as const satisfies Readonly<Record<ContractName, () => Contract>>;

/** The name of a contract that Handrail brings along. */
export type ContractName = (typeof contractNames)[number];

/** What calls come to under the contract of that name. */
export type ResultNamed<Name extends ContractName> =
  ReturnType<(typeof byName)[Name]> extends Contract<infer _Options, infer Result> ? Result : never;

/** The contract that is served when nobody chose one. */
export const defaultContractName = contractNames[0];

/** Throws a `HandrailError` of code `unknown-contract` that names the contracts there are. */
export function contractNamed(name: string): Contract {
  const known = contractNames.find((candidate) => candidate === name);
  if (known !== undefined) return byName[known]();
  const hint = suggestion(name, contractNames);
  throw new HandrailError(
    'unknown-contract',
    `expected one of the contracts ${contractNames.join(', ')}, got ${JSON.stringify(name)}${hint === null ? '' : ` — ${hint}`}`,
  );
}
