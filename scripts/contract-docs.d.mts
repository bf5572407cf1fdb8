import type { Contract } from '../src/model/contract.ts';

export function documentOf(contract: Contract): URL;
export function withTables(text: string, contract: Contract): string;
