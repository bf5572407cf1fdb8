import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Program } from '../../src/analysis/programs/program.ts';
import { topics } from '../../src/analysis/programs/registry.ts';
import { scriptsIn } from '../../src/cli/hook/cached-script.ts';

const scripts = fileURLToPath(new URL('../../dist/cli/hook/guard', import.meta.url));

// In the built scripts each table is made when it is first looked at: see `lateTables` in scripts/bundle-plugins.mjs.
test('the scripts of the guard know the same of all programs as the sources', () => {
  const sources = Object.values(topics).flatMap((topic): readonly Program[] => topic());
  expect(shapesOf(builtPrograms())).toEqual(shapesOf(sources));
  expect(sources.length).toBeGreaterThan(100);
});

/** The programs in all of the scripts. Nothing is kept of what is made of them. */
function builtPrograms(): readonly Program[] {
  const { load } = scriptsIn({ scripts, build: 'of-a-test', directory: '' });
  const names = readdirSync(scripts).filter(
    (name) => !['guard.cjs', 'record.cjs', 'rehearse.cjs'].includes(name),
  );
  return names.flatMap((name) =>
    // The bundler has made them of the topics.
    Object.values(load(`./${name}`) as Readonly<Record<string, unknown>>)
      .filter((exported): exported is readonly Program[] => Array.isArray(exported))
      .flat()
      .filter(({ names: itsNames }) => itsNames !== undefined),
  );
}

/** Everything in programs but their functions, by name, in one order. */
function shapesOf(programs: readonly Program[]): Readonly<Record<string, unknown>> {
  const shapes = programs.map((program) => [program.names.join(' '), shapeOf(program)] as const);
  return Object.fromEntries(shapes.toSorted(([one], [other]) => one.localeCompare(other)));
}

function shapeOf(value: unknown): unknown {
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one)]));
}
