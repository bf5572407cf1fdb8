import type { Contract } from '../model/contract.ts';
import { contractNames } from './names.ts';
import { contractNamed } from './registry.ts';

/** Every contract that Handrail brings along, in the order in which help lists them. */
export const contracts: readonly Contract[] = contractNames.map(contractNamed);
