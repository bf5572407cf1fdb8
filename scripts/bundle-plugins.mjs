// What the bundler is told about single modules: `scripts/bundle.mjs`, `scripts/bundle-root.mjs`.
import { readdirSync, readFileSync } from 'node:fs';

/** The one package that is put into all bundles: it is 14 modules. */
export const parser = 'unbash';

/** Those that are put into what is behind the root too: a hundred modules, most of which no call asks for. */
export const ofRoot = ['zod', 'leven', 'string-width', 'strip-ansi', 'ansi-regex', 'get-east-asian-width'];

const licenses = new Map(
  [parser, ...ofRoot].map((name) => {
    const folder = new URL(`../node_modules/${name}/`, import.meta.url);
    const file = readdirSync(folder).find((one) => /^licen[sc]e/i.test(one));
    return [name, `/*!\n${name}\n\n${readFileSync(new URL(file, folder), 'utf8')}*/`];
  }),
);

/** The licenses of what was put in, which ask for that. */
export const banner = ({ moduleIds }) =>
  [...licenses]
    .filter(([name]) => moduleIds.some((id) => id.includes(`node_modules/${name}/`)))
    .map(([, license]) => license)
    .join('\n');

/** What is evaluated when it is first asked for, by the table that names it. */
const deferredTables = ['/analysis/programs/registry.js', '/contracts/registry.js'];

/**
 * Evaluates the topics of programs and the contracts when they are first asked for. What is in them takes longer to evaluate than all
 * the rest, and a command needs one or two of sixty. A module cannot say so itself: `import()` would have to be awaited. The
 * bundler can: in what it puts together, it makes `require` of a module a call that evaluates it.
 */
export const deferredModules = {
  name: 'deferred-modules',
  transform(code, id) {
    if (!deferredTables.some((file) => id.endsWith(file))) return null;
    const named = /(?<=^ +\w+: )\(\) => (\w+),$/gm;
    const wanted = new Set([...code.matchAll(named)].map(([, name]) => name));
    const found = new Map();
    const withoutImports = code.replace(
      /^import \{ (?:(\w+) as )?(\w+) \} from '([^']+)';$/gm,
      (line, original, name, file) => {
        if (!wanted.has(name)) return line;
        found.set(name, `require('${file}').${original ?? name}`);
        return '';
      },
    );
    return withoutImports.replace(named, (_, name) => {
      if (!found.has(name)) throw new Error(`${id}: expected something that is imported, got ${name}`);
      return `() => ${found.get(name)},`;
    });
  },
};

/**
 * Writes the expressions of the table of protected paths down. They are made of patterns for people, which takes a third of the time that
 * the answer of a hook takes; what they are made of does not change from then on.
 */
export const writtenPaths = {
  name: 'written-paths',
  async transform(code, id) {
    if (!id.endsWith('/policy/paths/protected.js')) return null;
    const { protectedTable } = await import('../dist/policy/paths/protected.js');
    const rows = protectedTable.map(
      ({ class: name, parts, is, isNot }) =>
        `{ class: ${JSON.stringify(name)}, parts: ${JSON.stringify(parts)}, is: ${is}, isNot: ${isNot} }`,
    );
    const written = code.replace(
      /(?<=^export const protectedTable = )protectedPaths\.map\([\s\S]*?^\}\)\);$/m,
      () => `[${rows.join(', ')}];`,
    );
    if (written === code) throw new Error(`${id}: expected the table of protected paths`);
    return written;
  },
};

/** Loads what measures text when a text is to be measured that is not plain: its expressions take some ten milliseconds to be made. */
export const deferredWidths = {
  name: 'deferred-widths',
  transform(code, id) {
    if (!id.endsWith('/contracts/columns.js')) return null;
    const deferred = code
      .replace("import stringWidth from 'string-width';", '')
      .replace(/\bstringWidth\(/g, "require('string-width').default(");
    if (deferred.includes('stringWidth')) throw new Error(`${id}: expected calls of stringWidth`);
    return deferred;
  },
};

/** Has each module name what it wants of the schema library, so that the rest of it is left out: half a megabyte. */
export const schemasByName = {
  name: 'schemas-by-name',
  transform(code, id) {
    if (id.endsWith('/contracts/schema.js')) return code.replace(/^export \{ z \};$/m, '');
    const direct = code.replace(
      /^import \{([^}]*?),? *\bz *\} from '([./]+\/schema\.js)';$/m,
      (_, others, from) => `import {${others}} from '${from}'; import * as z from 'zod';`,
    );
    return direct === code ? null : direct;
  },
};
