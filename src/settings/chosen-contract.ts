import { contractNamed } from '../contracts/registry.ts';
import type { Contract } from '../model/contract.ts';
import { HandrailError, messageOf } from '../model/errors.ts';
import { describeProblem, type Problem } from '../model/request.ts';
import { invalid } from './files.ts';

/** The contract of that name; the error says who asked for it. */
export function knownContract(name: string, source: string): Contract {
  try {
    return contractNamed(name);
  } catch (error) {
    throw new HandrailError('unknown-contract', `settings in ${source}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

export function invalidOptions(
  source: string,
  contract: string,
  problems: readonly Problem[],
): HandrailError {
  return invalid(source, `options of the contract ${contract}: ${problems.map(describeProblem).join('; ')}`);
}
