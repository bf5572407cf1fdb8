import { type AccessScope, accessScope, judgeAccess, shown } from '../confine/judge-access.ts';
import { neverAllowed } from '../confine/never-granted.ts';
import type { Access } from '../model/access.ts';
import type { Finding } from '../model/decision.ts';
import type { AccessOffer } from '../model/grant.ts';
import type { CouldNotStart, Invalid } from '../model/outcome.ts';
import type { Problem, Request } from '../model/request.ts';
import type { SandboxFiles, SandboxPlan } from '../model/sandbox.ts';
import { accessesOfGrants } from '../policy/grants.ts';
import { accessFindingId } from '../policy/grants-of-answer.ts';
import { type Confined, filesOf, withAccess } from './confinement.ts';
import type { Stages } from './stages.ts';
import { unusableState } from './unusable-state.ts';

/** What a call is to have beyond the level of its sandbox. */
export interface JudgedAccess {
  readonly kind: 'judged';
  /** The sandbox with what was granted before. */
  readonly confined: Confined;
  /** What was not, as it really is: somebody has to say. */
  readonly asked: readonly Access[];
  /** What there is to say of that. */
  readonly findings: readonly Finding[];
  readonly offers: readonly AccessOffer[];
}

type Judging = Scoping & Pick<Stages, 'contract' | 'grants' | 'clock'>;

/** What accesses are judged with. */
type Scoping = Pick<Stages, 'backend' | 'sandbox' | 'realPath' | 'look' | 'otherNames'>;

/**
 * Holds what a request asks for beyond its sandbox against what the sandbox lets it, and against what was granted for its
 * workspace. Where nothing is confined there is nothing to ask for.
 */
export async function judgeAccesses(
  stages: Judging,
  request: Request,
  confined: Confined,
  workspace: string,
): Promise<JudgedAccess | Invalid | CouldNotStart> {
  const { sandbox } = confined;
  if (sandbox === null) return { kind: 'judged', confined, asked: [], findings: [], offers: [] };
  const place = stages.realPath(workspace);
  const kept = await keptFor(stages, place);
  if ('problem' in kept) return kept;
  const before = scopeOf(stages, sandbox);
  // What nobody could grant today is not granted, whoever did.
  const granted = kept.accesses.filter((access) => judgeAccess(access, before).kind === 'ask');
  return judgeAsked(stages, request, withAccess(confined, granted, stages.realPath), place);
}

async function keptFor(
  { contract, grants, clock }: Judging,
  workspace: string,
): Promise<{ readonly accesses: readonly Access[] } | CouldNotStart> {
  try {
    return { accesses: accessesOfGrants(await grants.of(contract), workspace, clock.nowMs()) };
  } catch (error) {
    return unusableState('what was granted could not be read', error);
  }
}

/**
 * The sandbox with what a person has allowed this once. Their answer can take long: what came to be there meanwhile, and would not be asked
 * about now, as a repository of somebody else's in the place of one that was to be made, was not asked about.
 */
export function withAllowed(stages: Judging, confined: Confined, asked: readonly Access[]): Confined {
  const { sandbox } = confined;
  if (sandbox === null || asked.length === 0) return confined;
  const scope = scopeOf(stages, sandbox);
  const allowed = asked.filter((access) => judgeAccess(access, scope).kind === 'ask');
  return withAccess(confined, allowed, stages.realPath);
}

/** What accesses of a plan are judged by. */
export function scopeOf(stages: Scoping, plan: SandboxPlan): AccessScope {
  const places = (): SandboxFiles['places'] => filesOf(stages.backend, plan).places;
  return accessScope({ ...plan, places }, neverAllowed(stages.sandbox), stages);
}

function judgeAsked(
  stages: Judging,
  request: Request,
  confined: Confined,
  workspace: string,
): JudgedAccess | Invalid {
  const scope = confined.sandbox && scopeOf(stages, confined.sandbox);
  const judged = request.access.flatMap((written) => {
    const access = followed(written, stages.realPath);
    return scope === null ? [] : [{ written, access, judgement: judgeAccess(access, scope) }];
  });
  const [missing, ...others] = judged.flatMap(({ written, judgement }) =>
    judgement.kind === 'missing' ? [missingPath(written, judgement.nearest)] : [],
  );
  if (missing !== undefined) return { kind: 'invalid', problems: [missing, ...others] };
  const findings = judged.flatMap(({ written, access, judgement }) => {
    if (judgement.kind !== 'ask' && judgement.kind !== 'never') return [];
    const reason = `${judgement.reason}${leading(written, access)}`;
    return [judgement.kind === 'ask' ? asking(reason) : refusing(reason)];
  });
  const asked = once(judged.flatMap(({ access, judgement }) => (judgement.kind === 'ask' ? [access] : [])));
  const offers = asked.map((access) => ({ kind: 'access', access, workspace }) as const);
  return { kind: 'judged', confined, asked, findings, offers };
}

function followed(access: Access, realPath: Stages['realPath']): Access {
  return access.kind === 'host' ? access : { ...access, path: realPath(access.path) };
}

/** Each once; what may be written to may be read. */
function once(accesses: readonly Access[]): readonly Access[] {
  const key = (access: Access): string => (access.kind === 'host' ? access.host : access.path);
  const wider = accesses.filter((access) => access.kind === 'host' || access.access === 'writable');
  const all = new Map([...accesses, ...wider].map((access) => [`${access.kind} ${key(access)}`, access]));
  return [...all.values()];
}

function missingPath(access: Access, nearest: string | null): Problem {
  const path = access.kind === 'path' ? access.path : access.host;
  return {
    path: '',
    expected: 'access to a path that is there',
    received: `${JSON.stringify(path)} (nothing is there)`,
    hint:
      nearest === null
        ? 'the user can make it; nobody can let a command to the directory that it would be in'
        : `ask for a directory that is there: ${JSON.stringify(nearest)}`,
  };
}

function leading(written: Access, access: Access): string {
  const isOther = written.kind === 'path' && access.kind === 'path' && written.path !== access.path;
  return isOther ? ` (${shown(written.path)} leads there)` : '';
}

function asking(reason: string): Finding {
  return { id: accessFindingId, verdict: 'ask', reason, instead: null };
}

function refusing(reason: string): Finding {
  return { id: 'sandbox-access-never', verdict: 'deny', reason, instead: null };
}
