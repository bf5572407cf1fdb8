import { resolvePath } from '../../analysis/paths.ts';
import { allValues } from '../../analysis/programs/options.ts';
import { parsedCall } from '../../analysis/programs/parsed-call.ts';
import { dropStart, known, prefixOf, prepend, textOf } from '../../analysis/words.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { Path, Word } from '../../model/word.ts';
import type { Surroundings } from './listing.ts';

/** Programs that run others in containers, and show them directories of this machine there. */
const engines: ReadonlySet<string | null> = new Set([
  'docker',
  'podman',
  'nerdctl',
  'buildah',
  'docker-compose',
  'podman-compose',
]);

/** A directory of this machine, and where it is in a container. */
interface Mount {
  readonly source: string;
  readonly target: string;
}

/** The path on this machine that a path in a container leads to: `/h/x` where `/` is mounted at `/h`; else `null`. */
export function pathFromMount(path: Path, { invocation, analysis }: Surroundings): Path | null {
  if (invocation.isHere) return null;
  const mount = mountsAround(invocation, analysis.invocations).find(({ target }) => isBelow(path, target));
  if (mount === undefined) return null;
  return resolvePath(known('/'), prepend(`${mount.source}/`, dropStart(path, mount.target.length)));
}

function isBelow(path: Path, target: string): boolean {
  return textOf(path) === target || prefixOf(path).startsWith(`${target}/`);
}

function mountsAround(invocation: Invocation, invocations: readonly Invocation[]): readonly Mount[] {
  const mounts: Mount[] = [];
  let { parent } = invocation;
  while (parent !== null) {
    const around = invocations[parent];
    if (around === undefined) break;
    if (engines.has(around.name)) mounts.push(...mountsOf(around));
    parent = around.parent;
  }
  return mounts;
}

function mountsOf(invocation: Invocation): readonly Mount[] {
  const call = parsedCall(invocation)?.call;
  if (call === undefined) return [];
  const pairs = [...allValues(call, '--volume').map(pairOf), ...allValues(call, '--mount').map(pairNamed)];
  return pairs.flatMap(([source, target]) => {
    // A name without a slash is a volume of the engine.
    if (source === undefined || target === undefined || !/^[./]/.test(source)) return [];
    const from = textOf(resolvePath(invocation.cwd, known(source)));
    const to = textOf(resolvePath(known('/'), known(target)));
    return from === null || to === null || to === '/' ? [] : [{ source: from, target: to }];
  });
}

type Pair = readonly [source?: string | undefined, target?: string | undefined];

function pairOf(value: Word): Pair {
  const [source, target] = (textOf(value) ?? '').split(':');
  return [source, target];
}

function pairNamed(value: Word): Pair {
  const text = textOf(value) ?? '';
  const source = /(?:^|,)(?:source|src)=([^,]*)/.exec(text)?.[1];
  return [source, /(?:^|,)(?:target|destination|dst)=([^,]*)/.exec(text)?.[1]];
}
