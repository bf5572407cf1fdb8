import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { requirements } from './requirements.ts';

/** The numbered requirements themselves; a clone of this repository alone does not have them. */
const specification = fileURLToPath(new URL('../../shared/spec/contracts.md', import.meta.url));

/** How many requirements each contract has, numbered from 1. */
const counts = { A: 17, B: 8, C: 12, D: 8, E: 16 };

/** A title that begins with the id of a requirement, as the first argument of a call that is not switched off. */
const titled = /(?<callee>[\w.]*)\(\s*['"`](?<id>[A-E]-\d+): /g;
const switchedOff = /\.(skip|todo|fails)$/;

const root = fileURLToPath(new URL('.', import.meta.url));
const cited = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(titled)])
  .filter(({ groups }) => !switchedOff.test(groups?.callee ?? ''))
  .map(({ groups }) => groups?.id ?? '');

const ids = requirements.map(({ id }) => id);
const idsOf = (status: 'covered' | 'missing') =>
  requirements.filter((requirement) => requirement.status === status).map(({ id }) => id);

describe('the requirements', () => {
  test('are all there, each once', () => {
    const expected = Object.entries(counts).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}-${index + 1}`),
    );
    expect(ids).toEqual(expected);
  });

  test.skipIf(!existsSync(specification))('are those of the specification', () => {
    const rows = readFileSync(specification, 'utf8').matchAll(/^\| ([A-E]-\d+) \|/gm);
    expect(ids).toEqual([...rows].map((row) => row[1]));
  });

  test('that are covered have a test', () => {
    expect(idsOf('covered').filter((id) => !cited.includes(id))).toEqual([]);
  });

  test('that are missing have none', () => {
    expect(idsOf('missing').filter((id) => cited.includes(id))).toEqual([]);
  });

  test('that tests name are known', () => {
    expect(cited.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('are printed, with how many tests bear each', () => {
    const lines = requirements.map(({ id, status, text }) => {
      const tests = cited.filter((one) => one === id).length;
      return `${id.padEnd(4)}  ${status}, ${String(tests).padStart(2)} ${tests === 1 ? 'test ' : 'tests'}  ${text}`;
    });
    const [covered, missing] = [idsOf('covered').length, idsOf('missing').length];
    process.stdout.write(`${lines.join('\n')}\nrequirements: ${covered} covered, ${missing} missing\n`);
    expect(covered + missing).toBe(requirements.length);
  });
});
