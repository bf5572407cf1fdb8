import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const entries: Readonly<Record<string, unknown>> = packageJson.exports;
const peers = Object.keys(packageJson.peerDependencies);

/** What is imported when a module is, without what is imported later, if it is asked for; and all that is required. */
const staticImport =
  /^(?:import|export)\b(?:[^'"`;=(]*?\bfrom)?\s*(["'])([^"']+)\1|\brequire\((["'])([^"']+)\3\)/gm;

/** The packages that come along with a file of the built package, and with all that it imports. */
function packagesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return new Set();
  seen.add(file);
  const specifiers = [...readFileSync(file, 'utf8').matchAll(staticImport)].map(
    (match) => match[2] ?? match[4] ?? '',
  );
  const packages = specifiers.flatMap((specifier) => {
    if (specifier.startsWith('.'))
      return [...packagesOf(join(dirname(file), specifier.replace(/\.ts$/, '.d.ts')), seen)];
    return specifier.startsWith('node:') ? [] : [packageName(specifier)];
  });
  return new Set(packages);
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The optional packages that an entry needs to be imported at all. */
const needed: Readonly<Record<string, readonly string[]>> = {
  './ai-sdk': ['ai'],
  './langchain': ['@langchain/core', '@langchain/langgraph'],
  './mastra': ['@mastra/core'],
  './openai-agents': ['@openai/agents'],
};

const modules = Object.entries(entries).flatMap(([name, entry]) =>
  typeof entry === 'object' && entry !== null && 'default' in entry && typeof entry.default === 'string'
    ? [[name, join(root, entry.default)] as const]
    : [],
);

describe('what comes along with an import', () => {
  test('there is something to look at', () => {
    expect(modules.length).toBeGreaterThan(10);
    expect([...packagesOf(join(root, 'dist/index.js'))]).toContain('zod');
  });

  test.each(modules)('%s needs its own optional packages, and those of no other', (name, file) => {
    const optional = [...packagesOf(file)].filter((one) => peers.includes(one));
    expect(optional.toSorted(), relative(root, file)).toEqual(needed[name] ?? []);
  });

  test('the types of an entry name no optional package but its own', () => {
    const typeFiles = modules.map(([name, file]) => [name, file.replace(/js$/, 'd.ts')] as const);
    const foreign = typeFiles.flatMap(([name, file]) =>
      [...packagesOf(file)]
        .filter((one) => peers.includes(one) && !(typesNeeded[name] ?? []).includes(one))
        .map((one) => `${one} in ${name}`),
    );
    expect(foreign).toEqual([]);
  });
});

const typesNeeded: Readonly<Record<string, readonly string[]>> = {
  ...needed,
  './anthropic': ['@anthropic-ai/sdk'],
  './openai': ['openai'],
  './playwright': ['playwright-core'],
};
