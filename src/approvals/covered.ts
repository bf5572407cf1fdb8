import type { Access } from '../model/access.ts';
import type { ApprovalQuestion } from '../model/ports.ts';

/** Why a call is asked about, and what for. */
type Asked = Pick<ApprovalQuestion, 'findings' | 'access'>;

/**
 * Whether a yes to an earlier question is one to this: it is the same call, and nothing is asked about that was not then. So it is
 * where a part of what was asked about has been granted since. `keyFor`: the key that this question would have, were it asked
 * about for that.
 */
export function isCovered(
  now: Asked,
  then: Asked & Pick<ApprovalQuestion, 'key'>,
  keyFor: (asked: Asked) => string,
): boolean {
  const reasons = new Set(then.findings.map(textOf));
  const accesses = new Set(then.access.map(accessText));
  return (
    now.findings.every((finding) => finding.verdict !== 'ask' || reasons.has(textOf(finding))) &&
    now.access.every((access) => accesses.has(accessText(access))) &&
    keyFor(then) === then.key
  );
}

function textOf({ id, verdict, reason }: Asked['findings'][number]): string {
  return JSON.stringify([id, verdict, reason]);
}

function accessText(access: Access): string {
  return JSON.stringify(access.kind === 'host' ? [access.host] : [access.path, access.access]);
}
