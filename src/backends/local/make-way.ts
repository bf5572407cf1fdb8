import { accessTo } from '../../confine/tighten.ts';
import type { SandboxPlan } from '../../model/sandbox.ts';
import type { Enclose, Encloser, Enclosure } from './enclosure.ts';
import type { WarmShells } from './warm/warm-shells.ts';

/** A sandbox of which something is still to be put away. */
export interface LeavingSandbox extends Pick<Enclosure, 'stubs'> {
  /** Settled when nothing is left of it. */
  readonly over: Promise<void>;
}

interface Standing {
  readonly warmShells: WarmShells | null;
  readonly leaving: ReadonlySet<LeavingSandbox>;
}

/**
 * Makes sandboxes once nothing stands in, for a sandbox that has no use of it any more, for what can be made in this one. What
 * others have commands running in stays.
 */
export function makingWay(
  { enclose, makeWay }: Pick<Encloser, 'enclose' | 'makeWay'>,
  { warmShells, leaving }: Standing,
): Enclose {
  return async (sandbox, wants) => {
    const makeWayFor = async (made: Pick<Enclosure, 'stubs'>): Promise<boolean> => {
      const isInTheWay = stubsInTheWay(sandbox, made);
      const inTheWay = [...leaving].filter(isInTheWay);
      const [hasDropped = false] = await Promise.all([
        warmShells?.drop(({ enclosure }) => enclosure !== null && isInTheWay(enclosure)),
        ...inTheWay.map(async ({ over }) => void (await over)),
      ]);
      return (await makeWay(isInTheWay)) || hasDropped || inTheWay.length > 0;
    };
    return await enclose(sandbox, { ...wants, makeWay: makeWayFor });
  };
}

function stubsInTheWay(
  { places }: SandboxPlan,
  { stubs }: Pick<Enclosure, 'stubs'>,
): (other: Pick<Enclosure, 'stubs'>) => boolean {
  const own = new Set(stubs);
  return (other) => other.stubs.some((stub) => !own.has(stub) && accessTo(stub, places) === 'writable');
}
