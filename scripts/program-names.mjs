// Writes src/analysis/programs/names.ts from the topics: `npm run build && node scripts/program-names.mjs`.
import { writeFileSync } from 'node:fs';
import { topics } from '../dist/analysis/programs/registry.js';

/** The longest line that is written. */
const width = 110;

/** The text of the file for these topics. */
export function namesFile() {
  const lists = Object.entries(topics).map(([topic, programs]) => {
    const names = programs().flatMap((program) => program.names);
    return `  ${topic}: \`\n${wrap(names)}\n  \`,\n`;
  });
  return `/**\n * The programs of each topic, for \`registry.ts\`. Written by \`scripts/program-names.mjs\`.\n */\nexport const names = {\n${lists.join('')}} as const;\n`;
}

function wrap(names) {
  const lines = ['   '];
  for (const name of names) {
    const longer = `${lines.at(-1)} ${name}`;
    if (longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(`    ${name}`);
  }
  return lines.join('\n');
}

if (import.meta.filename === process.argv[1])
  writeFileSync(new URL('../src/analysis/programs/names.ts', import.meta.url), namesFile());
