import type { MemoryLimit, PlaceAccess, SandboxLimits, SandboxPlace, SandboxPlan } from '../model/sandbox.ts';
import { inOrder } from './in-order.ts';
import { tightenNetwork } from './tighten-network.ts';

type Part = Omit<SandboxPlan, 'conversationId' | 'granted'>;

/** The strictest first. */
const strictness: readonly PlaceAccess[] = ['hidden', 'kept', 'read-only', 'private', 'writable'];

/** One plan in which whatever either of two forbids is forbidden. */
export function tighten(one: Part, other: Part): Part {
  const paths = [...new Set([...one.places, ...other.places].map(({ path }) => path))];
  const places = paths.map((path) => ({
    path,
    access: stricter(accessTo(path, one.places), accessTo(path, other.places)),
  }));
  return {
    level: one.level === other.level ? one.level : `${one.level}+${other.level}`,
    home: one.home,
    shownInPart: one.shownInPart.filter((path) => other.shownInPart.includes(path)),
    places: inOrder(places, ({ path }) => path),
    network: tightenNetwork(one.network, other.network),
    limits: tightenLimits(one.limits, other.limits),
  };
}

export function tightenLimits(one: SandboxLimits, other: SandboxLimits): SandboxLimits {
  return {
    processes: least(one.processes, other.processes),
    memory: leastMemory(one.memory, other.memory),
    fileBytes: least(one.fileBytes, other.fileBytes),
    cpuSeconds: least(one.cpuSeconds, other.cpuSeconds),
  };
}

/** `null` is no limit. */
function least(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** What a share comes to only the machine knows. */
function leastMemory(one: MemoryLimit | null, other: MemoryLimit | null): MemoryLimit | null {
  if (one === null || other === null || one === other) return one ?? other;
  return { kind: 'least', of: [one, other] };
}

/** What holds for a path: the access of the place that is nearest to it. Everything is in `/`, which every plan has. */
export function accessTo(path: string, places: readonly SandboxPlace[]): PlaceAccess {
  const covers = (place: string): boolean => place === '/' || path === place || path.startsWith(`${place}/`);
  return places.findLast((place) => covers(place.path))?.access ?? 'hidden';
}

/** The access of two that lets less be done. */
export function stricter(one: PlaceAccess, other: PlaceAccess): PlaceAccess {
  return strictness.indexOf(one) < strictness.indexOf(other) ? one : other;
}
