import type { BashOptions } from '../bash-options.ts';
import { contractNames } from '../contracts/names.ts';
import { contractNamed } from '../contracts/registry.ts';
import type { Contract } from '../model/contract.ts';
import { HandrailError, messageOf } from '../model/errors.ts';
import type { EndMark } from './ends.ts';
import type { FarApprover } from './methods.ts';

/** What a thread is started with. */
export interface ThreadData {
  readonly options: BashOptions;
  /** Who is asked about all calls; `null`: nobody. */
  readonly approver: FarApprover | null;
  readonly tellsJobEnds: boolean;
  readonly endMark: EndMark;
}

/** What has come of the options of its bash so far. */
interface Chosen<Options> {
  /** Those of the contract, with what stands in files that they name. */
  readonly options: Options;
  /** Absolute. */
  readonly stateDir: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What a thread is to know of the options of its bash. Throws a `HandrailError` of code `invalid-options` for what cannot be given to
 * another thread: it is code, not data.
 */
export function threadData<Options, Result>(
  given: BashOptions<Options, Result>,
  { options, stateDir, env }: Chosen<Options>,
): Omit<ThreadData, 'approver' | 'endMark'> {
  const { thread, approver, onJobEnd, contract, ...others } = given;
  for (const name of ['backend', 'recorder', 'browser', 'clock'] as const)
    if (given[name] !== undefined) throw notData(name, 'it works in this thread');
  const data = {
    ...others,
    ...(contract === undefined ? {} : { contract: nameOf(contract) }),
    // As they are now: the thread is started later. What was read of options reads as the same ones.
    ...{ options: options as Readonly<Record<string, unknown>>, stateDir, env },
  };
  try {
    structuredClone(data);
  } catch (error) {
    throw notData('options', messageOf(error));
  }
  return { options: data, tellsJobEnds: onJobEnd !== undefined };
}

function nameOf<Options, Result>(contract: string | Contract<Options, Result>): string {
  if (typeof contract === 'string') return contract;
  const name = contractNames.find((candidate) => candidate === contract.name);
  // One of another's that has the same name is not ours.
  if (name !== undefined && contractNamed(name).tools === (contract as unknown as Contract).tools)
    return name;
  throw notData('contract', 'only those that Handrail brings along are known in another thread');
}

function notData(option: string, why: string): HandrailError {
  const message = `createBash: ${option}: expected what can be given to a thread of its own, got what cannot: ${why}. Leave "thread" out, or this`;
  return new HandrailError('invalid-options', message);
}
