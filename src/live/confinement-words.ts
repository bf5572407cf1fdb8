import type { Confinement, SandboxNetwork } from '../model/sandbox.ts';

/** What holds a command, in a few words for a person. */
export function confinementWords(confinement: Confinement): string {
  switch (confinement.kind) {
    case 'none':
      return 'not confined';
    case 'degraded':
      return `NOT confined, though it was to be (${confinement.level}): ${confinement.reason}`;
    case 'sandbox': {
      const { level, network, granted, unheld } = confinement;
      const more = granted.length === 0 ? '' : `, ${granted.length} granted beyond it`;
      return `sandbox ${level}, ${networkWords(network)}${more}${unheld === undefined ? '' : `; ${unheld.reason}`}`;
    }
  }
}

function networkWords(network: SandboxNetwork): string {
  if (network === 'none') return 'no network';
  if (network === 'host') return 'whole network';
  return network.hosts.length === 1 ? 'network to 1 host' : `network to ${network.hosts.length} hosts`;
}
