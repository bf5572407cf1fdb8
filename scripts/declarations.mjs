// Removes the declarations that no entry of the package leads to: `node scripts/declarations.mjs`, after the compiler. Nobody can
// import what they declare, and they would be half of all that is packed.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const wanted = new Set();
for (const { types } of Object.values(exports)) if (types !== undefined) want(normalize(types));
for (const name of readdirSync('dist', { recursive: true })) {
  const file = join('dist', name);
  if (file.endsWith('.d.ts') && !wanted.has(file)) rmSync(file);
}

/** A declaration, and all that it names. */
function want(file) {
  if (wanted.has(file)) return;
  wanted.add(file);
  const named = readFileSync(file, 'utf8').matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)['"]/g);
  for (const [, path] of named) want(normalize(join(dirname(file), path)).replace(/\.[jt]sx?$/, '.d.ts'));
}
