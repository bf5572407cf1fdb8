import { lookup } from 'node:dns/promises';

/** The addresses of a name. Rejects when it has none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

/** Lookups at a time: each holds one of the four threads that Node has for them and for files, as long as a server is silent. */
const mostLookups = 2;

/** Resolves names as this machine does. */
export function createResolver(lookUp: Resolve = lookUpHere): Resolve {
  const waiting: (() => void)[] = [];
  let free = mostLookups;
  return async (name) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await lookUp(name);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}

async function lookUpHere(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address);
}
