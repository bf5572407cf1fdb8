import { checkWhole, type OptionKind, type OptionKinds, optionKinds, orNull } from '../model/options.ts';
import type { SandboxLevel, SandboxLimits } from '../model/sandbox.ts';
import { readHostRule } from './host-rule.ts';
import { isPlaceText } from './place-text.ts';

/**
 * Whoever calls without types may give anything: a place that is misspelled would not be hidden, and what is no level must not be found
 * out when something is to run. `of`: where it stands. Throws a `HandrailError` of code `invalid-options`.
 */
export function levelIn(of: string, given: unknown): SandboxLevel {
  checkWhole(of, given, kinds, kinds, 'invalid-options');
  const level = given as SandboxLevel; // As has been checked, but for what is in its limits.
  checkWhole(`${of}: limits`, level.limits, limitKinds, limitKinds, 'invalid-options');
  return level;
}

const places: OptionKind = {
  expected: 'an array of paths that begin with /, with ~/ or with ./',
  has: (value) => Array.isArray(value) && value.every(isPlaceText),
  hasPart: isPlaceText,
  isTold: true,
};

const kinds: OptionKinds<SandboxLevel> = {
  name: optionKinds.text,
  workspace: {
    expected: '"writable" or "read-only"',
    has: (value) => value === 'writable' || value === 'read-only',
    isTold: true,
  },
  writable: places,
  readOnly: places,
  hidden: places,
  network: {
    expected:
      '"none", "host" or { hosts }, an array of hosts such as "example.com", "*.example.com" or "127.0.0.1:8080"',
    has: (value) => value === 'none' || value === 'host' || (isRecord(value) && isHosts(value.hosts)),
    isTold: true,
  },
  limits: { expected: 'an object of limits', has: isRecord, isTold: true },
};

const count = orNull({ expected: 'a whole number above 0', has: isCount, isTold: true });

const limitKinds: OptionKinds<SandboxLimits> = {
  processes: count,
  memory: orNull({
    expected: '{ kind: "bytes", bytes }, { kind: "share", percent } from 1 to 100',
    has: isMemory,
    isTold: true,
  }),
  fileBytes: count,
  cpuSeconds: count,
};

function isMemory(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { kind, bytes, percent, of } = value;
  if (kind === 'bytes') return isCount(bytes);
  if (kind === 'share') return isCount(percent) && Number(percent) <= 100;
  return kind === 'least' && Array.isArray(of) && of.length > 0 && of.every(isMemory);
}

function isHosts(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((one) => typeof one === 'string' && readHostRule(one).kind === 'rule')
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
