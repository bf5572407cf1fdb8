import type { Confinement, Denial } from '../../model/sandbox.ts';
import type { BashResult } from './result.ts';

/** What held a command, as data. */
export function confinementResult(confinement: Confinement): BashResult['confinement'] {
  const { kind } = confinement;
  switch (kind) {
    case 'none':
      return { kind, level: null, network: null, problem: null };
    case 'sandbox':
      return { kind, level: confinement.level, network: confinement.network, problem: null };
    case 'degraded':
      return { kind, level: confinement.level, network: null, problem: problemOf(confinement) };
  }
}

function problemOf({ reason, cure }: Extract<Confinement, { kind: 'degraded' }>): string {
  return `${reason}; ${cure}`;
}

/** Said only where it is not what was asked for. */
export function describeConfinement(confinement: Confinement): readonly string[] {
  return confinement.kind === 'degraded' ? [`[it was not confined: ${problemOf(confinement)}]`] : [];
}

export function denialResult(denial: Denial): BashResult['denials'][number] {
  if (denial.kind === 'network') return { path: null, access: null, host: denial.host };
  return { path: denial.path, access: denial.access, host: null };
}

/** One line for all of them: what was denied, and what the user would have to allow. */
export function describeDenials(denials: readonly Denial[]): readonly string[] {
  if (denials.length === 0) return [];
  return [`[the sandbox denied this: ${denials.map(describeDenial).join('; ')}]`];
}

function describeDenial(denial: Denial): string {
  if (denial.kind === 'network') {
    const whom = denial.host === null ? '' : ` and ${denial.host} cannot be reached`;
    return `there is no network in it${whom}; ask the user for a sandbox with "network"`;
  }
  const { path } = denial;
  switch (denial.access) {
    case 'hidden':
      return `${path} is hidden; ask the user for one with it in "readOnly"`;
    case 'kept':
      return `${path} is kept from being changed, because others take orders from it; ask the user to do that, or for one with it in "writable"`;
    case 'read-only':
      return `${path} cannot be written to; ask the user for one with it in "writable", or use /tmp`;
  }
}
