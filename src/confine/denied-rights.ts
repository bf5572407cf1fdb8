import type { Denial } from '../model/sandbox.ts';

type RightDenial = Extract<Denial, { kind: 'right' }>;

/** What a command could not do for want of rights that nothing in a sandbox has, going by what programs say. */
export function deniedRightsIn(lines: readonly string[], isRoot: boolean): readonly RightDenial[] {
  const found = new Set(lines.flatMap((line) => rightIn(line, isRoot) ?? []));
  return [...found].map((right) => ({ kind: 'right', right }));
}

/** What the C library says of it; the name of the error alone is in the source of programs, and in what their tests are called. */
const notPermitted = /\boperation not permitted\b/i;

/** Util-linux, bubblewrap, browsers, Nix and what starts containers. */
const namespaces =
  /\b(?:unshar(?:e|ing)|clon(?:e|ing)|namespace)\b.*operation not permitted|^bwrap: no permissions to create|no usable sandbox!/i;

/** Files that are given to others, and processes that go on as others. There is one user in a sandbox, and one group. */
const owners =
  /\b(?:change|changing) (?:the )?(?:owner|group)|\bset user=\d+\/group=\d|\b[lf]?ch(?:own|grp)\b|\b(?:set|init)(?:res|re|e|f)?(?:[ug]id|groups)\b/i;

const invalid = /\binvalid argument\b/i;

/** What sudo says where no program gives rights. */
const noNewPrivileges = /\bno new privileges\b/i;

/** What is not taken away or put elsewhere is so by what the file is, or its directory. */
const ofFiles = /\b(?:remove|unlink|rename|move)\b/i;

function rightIn(line: string, isRoot: boolean): RightDenial['right'] | null {
  if (namespaces.test(line)) return 'namespaces';
  // Of who is not root this is not permitted elsewhere either.
  if (owners.test(line) && (invalid.test(line) || (isRoot && notPermitted.test(line)))) return 'owners';
  if (noNewPrivileges.test(line)) return 'root';
  return isRoot && notPermitted.test(line) && !ofFiles.test(line) ? 'root' : null;
}
