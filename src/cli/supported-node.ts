/** The oldest Node that this runs on, as package.json has it; a test holds them against each other. */
export const oldestNode = '20.19';

/** What tells that it is a Node, and is none: how it starts processes and hands them descriptors is not as Node does it. */
const others: Readonly<Record<string, string>> = { bun: 'Bun', deno: 'Deno' };

/**
 * What is wrong with what this program is run by, and what to do; `null`: nothing. `versions`: as `process.versions` has them, such as
 * `{ node: '18.20.8' }`.
 */
export function problemWithNode(versions: Readonly<Record<string, string | undefined>>): string | null {
  for (const [key, name] of Object.entries(others))
    if (versions[key] !== undefined)
      return `expected Node ${oldestNode} or later, got ${name} ${versions[key]}, on which commands cannot be run; start this program with node`;
  const { node = '' } = versions;
  const [major = 0, minor = 0] = numbersOf(node);
  const [oldestMajor = 0, oldestMinor = 0] = numbersOf(oldestNode);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `expected Node ${oldestNode} or later, got ${node}; install a newer one (https://nodejs.org), or put it before this one on PATH`;
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map(Number);
}
