import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documentOf, withTables as withContractTables } from '../../scripts/contract-docs.mjs';
import { pages, tableNames, withTables } from '../../scripts/reference-docs.mjs';
import { contracts } from '../../src/contracts/contracts.ts';
import { shippedRules } from '../../src/policy/rules/shipped.ts';
import { read } from '../support/documents.ts';

/** Said where a table is not as the code has it. */
const cure = 'the tables of a document are not those of the code; `npm run docs` writes them';

describe('tables that are made from the code', () => {
  test.each(contracts.map((contract) => [contract.name, contract] as const))(
    'are in the document of the contract %s as they are now',
    (_name, contract) => {
      const text = readFileSync(documentOf(contract), 'utf8');
      expect(text, cure).toBe(withContractTables(text, contract));
    },
  );

  test.each(pages())('are in %s as they are now', (page) => {
    expect(read(page), cure).toBe(withTables(page, read(page)));
  });

  test('are each in some document', () => {
    const used = pages().flatMap((page) =>
      [...read(page).matchAll(/<!-- generated: ([a-z-]+) -->/g)].map(([, name]) => name),
    );
    expect(tableNames.filter((name) => !used.includes(name))).toEqual([]);
  });
});

test('docs/reference/rules.md has the id of every finding that the engine and the shipped rules can have', () => {
  const engine = [
    'engine/access.ts',
    'policy/judge-command.ts',
    'policy/grants.ts',
    'policy/grants-of-answer.ts',
    'contracts/default/rules.ts',
  ];
  const ids = engine.flatMap((file) =>
    [...read(`src/${file}`).matchAll(/(?:\bid:|FindingId =) '([a-z-]+)'/g)].map(([, id = '']) => id),
  );
  expect(ids.length).toBeGreaterThan(4);
  const text = read('docs/reference/rules.md');
  const all = [...ids, ...shippedRules.map(({ finding }) => finding.id)];
  expect(all.filter((id) => !text.includes(`\`${id}\``))).toEqual([]);
});
