import type { FollowLinks } from '../confine/real-places.ts';
import { sandboxOf, type UserDirectories } from '../confine/sandbox.ts';
import { unheldLimits } from '../confine/unheld-limits.ts';
import { widen } from '../confine/widen.ts';
import type { Access } from '../model/access.ts';
import { couldNotStart } from '../model/could-not-start.ts';
import type { CouldNotStart } from '../model/outcome.ts';
import type { Backend } from '../model/ports.ts';
import type {
  Confinement,
  SandboxFiles,
  SandboxPlan,
  SandboxRule,
  SandboxSupport,
} from '../model/sandbox.ts';

/** How the commands of an engine are to be confined. */
export interface SandboxWish extends UserDirectories {
  readonly rule: SandboxRule;
}

/** The sandbox of a command, and what its result is to say of it. */
export interface Confined {
  readonly kind: 'confined';
  /** `null`: it has none. */
  readonly sandbox: SandboxPlan | null;
  readonly confinement: Confinement;
}

export const unconfined: Confined = { kind: 'confined', sandbox: null, confinement: { kind: 'none' } };

/**
 * The sandbox for a command, where there is to be one. A machine that can make none is the one reason to go on without,
 * unless that is required: what a command could bring about never is.
 */
export async function confinementOf(
  { backend, sandbox: wish }: { readonly backend: Backend; readonly sandbox: SandboxWish },
  { workspace, conversationId }: { readonly workspace: string; readonly conversationId: string },
): Promise<Confined | CouldNotStart> {
  const { rule, ...directories } = wish;
  const sandbox = sandboxOf(rule, { ...directories, workspace }, conversationId);
  if (sandbox === null) return unconfined;
  const { level, network } = sandbox;
  const support = await supportOf(backend);
  if (support.kind === 'available') {
    const unheld = unheldLimits(sandbox, support.uncounted);
    const held = { kind: 'sandbox', level, network, granted: [], ...(unheld && { unheld }) } as const;
    return { kind: 'confined', sandbox, confinement: held };
  }
  const { reason, cure } = support;
  if (rule.required) return refused(`${reason}; ${cure}`);
  return { kind: 'confined', sandbox: null, confinement: { kind: 'degraded', level, reason, cure } };
}

/**
 * The sandbox with what a person has allowed beyond it. A path that leads elsewhere by now is left out: what is there was
 * not asked about.
 */
export function withAccess(confined: Confined, accesses: readonly Access[], realPath: FollowLinks): Confined {
  const { sandbox, confinement } = confined;
  const granted = accesses.filter(
    (access) => access.kind === 'host' || realPath(access.path) === access.path,
  );
  if (sandbox === null || confinement.kind !== 'sandbox' || granted.length === 0) return confined;
  const wider = widen(sandbox, granted, realPath);
  return {
    kind: 'confined',
    sandbox: wider,
    confinement: {
      ...confinement,
      network: wider.network,
      granted: [...confinement.granted, ...granted],
    },
  };
}

/** What a backend would hold now for a plan. */
export function filesOf({ sandboxFiles }: Backend, sandbox: SandboxPlan): SandboxFiles {
  return sandboxFiles?.(sandbox) ?? { places: sandbox.places, stubs: [] };
}

async function supportOf(backend: Backend): Promise<SandboxSupport> {
  if (backend.sandboxSupport !== undefined) return await backend.sandboxSupport();
  const cure = 'use one that does, or set "sandbox" to "off"';
  return { kind: 'unavailable', reason: `the backend ${backend.name} makes no sandboxes`, cure };
}

function refused(reason: string): CouldNotStart {
  const message = `the command was to be confined, and nothing was started: ${reason}`;
  return couldNotStart('sandbox-unavailable', message);
}
