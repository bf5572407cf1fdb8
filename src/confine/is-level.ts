import type { SandboxLevel } from '../model/sandbox.ts';

/** Whoever calls without types may give anything; what is no level must not be found out when something is to run. */
export function isLevel(value: unknown): value is SandboxLevel {
  if (!isRecord(value)) return false;
  const { name, workspace, writable, readOnly, hidden, network, limits } = value;
  return (
    typeof name === 'string' &&
    (workspace === 'writable' || workspace === 'read-only') &&
    [writable, readOnly, hidden].every(isTexts) &&
    (network === 'none' || network === 'host' || (isRecord(network) && isTexts(network.hosts))) &&
    isRecord(limits)
  );
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
