import { contractNamed } from '../contracts/registry.ts';
import type { Contract } from '../model/contract.ts';
import { HandrailError, messageOf } from '../model/errors.ts';
import { describeProblem, type Problem } from '../model/request.ts';
import { visible } from '../policy/visible.ts';
import { invalid } from './files.ts';

/** The contract of that name; the error says who asked for it. */
export function knownContract(name: string, source: string): Contract {
  try {
    return contractNamed(name);
  } catch (error) {
    const message = visible(`settings in ${source}: ${messageOf(error)}`);
    throw new HandrailError('unknown-contract', message, { cause: error });
  }
}

export function invalidOptions(
  source: string,
  contract: string,
  problems: readonly Problem[],
): HandrailError {
  return invalid(source, `options of the contract ${contract}: ${problems.map(describeProblem).join('; ')}`);
}
