/** The oldest Node that this runs on, as package.json has it; a test holds them against each other. */
export const oldestNode = '20.19';

/** What is wrong with a version of Node, such as `18.20.8`, and what to do; `null`: nothing. */
export function problemWithNode(version: string): string | null {
  const [major = 0, minor = 0] = numbersOf(version);
  const [oldestMajor = 0, oldestMinor = 0] = numbersOf(oldestNode);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return null;
  return `expected Node ${oldestNode} or later, got ${version}; install a newer one (https://nodejs.org), or put it before this one on PATH`;
}

function numbersOf(version: string): readonly number[] {
  return version.split('.').map(Number);
}
