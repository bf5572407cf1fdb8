// Writes the tables of the documents from the code: `npm run docs`, which builds first.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tables } from './reference-tables.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const marked = /^<!-- generated: ([a-z-]+) -->\n[\s\S]*?^<!-- generated: end -->$/gm;

/** Every document that may have tables, by its path in the repository. */
export function pages() {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  return ['README.md', ...docs.map((name) => `docs/${name}`)].filter(
    (name) => name.endsWith('.md') && !name.startsWith('docs/contracts/'),
  );
}

/** The text of a page with its tables as they are now. */
export function withTables(page, text) {
  const toRoot = '../'.repeat(page.split('/').length - 1);
  return text.replace(marked, (_block, name) => {
    const make = tables[name];
    if (make === undefined)
      throw new Error(`${page}: expected one of ${Object.keys(tables).join(', ')}, got the table ${name}`);
    return `<!-- generated: ${name} -->\n\n${make(toRoot)}\n\n<!-- generated: end -->`;
  });
}

/** The names of all tables there are. */
export const tableNames = Object.keys(tables);

if (import.meta.filename === process.argv[1]) {
  for (const page of pages()) {
    const file = join(root, page);
    writeFileSync(file, withTables(page, readFileSync(file, 'utf8')));
  }
}
