// What the bundler is told about single modules: `scripts/bundle.mjs`, `scripts/bundle-root.mjs`.
import { deepStrictEqual } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';

/** The one package that is put into all bundles: it is 14 modules. */
export const parser = 'unbash';

/** What reads the database: its own way to find its native part takes five times as long as that takes to be loaded. */
export const driver = 'libsql';

/** What makes hashes where Node's own module for that takes longer to be loaded than an answer may take. */
export const hasher = '@noble/hashes';

/** What finds the name that was meant: two functions. */
export const nearest = 'leven';

/** Those that are put in where nobody waits for the answer of a hook: a hundred modules, most of which no call asks for. */
export const inlined = [
  driver,
  hasher,
  'commander',
  'zod',
  nearest,
  'string-width',
  'strip-ansi',
  'ansi-regex',
  'get-east-asian-width',
];

/** What modules import in order to wait: its place is taken below. */
const waiting = 'node:timers/promises';

const timers = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
];

/**
 * Timers and clocks as they are when the package is imported: a test runner puts others in their place, which stand still. Processes do not, and
 * a call that waits for one would never end. Names are exported so that modules of the new kind find them.
 */
export const realTime = `const { ${timers.join(', ')} } = globalThis;
const { now } = Date;
// It counts as \`performance\` does, which would be loaded by being named.
const { bigint } = process.hrtime;
const elapsed = () => Number(bigint()) / 1e6;
// A bundler that makes ES modules of this may know no \`require\` there. A Node that lacks this is too old, and is told so later.
const { setTimeout: sleep, setImmediate: nextTurn } = process.getBuiltinModule?.('${waiting}') ?? {};
module.exports = { ${timers.join(', ')}, now, elapsed, sleep, nextTurn };
`;

/** What is to be put in where a module names these, for `transform.inject`. `file`: by which name the above is known there. */
export function realTimeOf(file) {
  return {
    ...Object.fromEntries(timers.map((name) => [name, [file, name]])),
    'performance.now': [file, 'elapsed'],
    'Date.now': [file, 'now'],
  };
}

/** The same of what modules import in order to wait. */
export const waitingInRealTime = (file) => ({
  name: 'waiting-in-real-time',
  resolveId: (source) => (source === waiting ? `\0${waiting}` : null),
  load: (id) =>
    id === `\0${waiting}` ? `export { sleep as setTimeout, nextTurn as setImmediate } from '${file}';` : null,
});

/** Whether a module is not one of these packages, and not one of this one. */
export function isOutside(id, packages) {
  return (
    /^[^./\0]/.test(id) &&
    id !== waiting &&
    !packages.some((name) => id === name || id.startsWith(`${name}/`))
  );
}

const licenses = new Map(
  [parser, ...inlined].map((name) => {
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
 * Makes what is listed of subcommands and options when it is first asked for: a call needs one of the hundred subcommands of git, and
 * to make the tables of all takes longer than all the rest of an answer. `'diff': { options: … }` becomes a getter that puts the
 * value in its own place.
 */
export const lateTables = {
  name: 'late-tables',
  transform(code, id) {
    if (!/\/analysis\/programs\/[^/]+\/[^/]+\.js$/.test(id)) return null;
    const insertions = [];
    const late = ({ key, value, start, end }) => {
      const name = code.slice(key.start, key.end);
      const text = JSON.stringify(key.name ?? key.value);
      insertions.push(
        [start, value.start, `get ${name}() { return settled(this, ${text}, `],
        [end, end, '); }'],
      );
    };
    visit(this.parse(code), (node) => {
      if (isPlainProperty(node) && (isTable(node) || isCommand(node)) && isCostly(node.value)) late(node);
    });
    if (insertions.length === 0) return null;
    const parts = [];
    let at = 0;
    for (const [from, to, text] of insertions.toSorted((one, other) => one[0] - other[0])) {
      parts.push(code.slice(at, from), text);
      at = to;
    }
    return `${parts.join('')}${code.slice(at)}\n${settled}`;
  },
};

const settled = `
function settled(object, key, value) {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  return value;
}
`;

function visit(node, look) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.type === 'string') look(node);
  for (const child of Object.values(node)) {
    if (Array.isArray(child)) for (const one of child) visit(one, look);
    else visit(child, look);
  }
}

function isPlainProperty({ type, kind, computed, method, shorthand }) {
  return type === 'Property' && kind === 'init' && !computed && !method && !shorthand;
}

function isTable({ key, value }) {
  return (key.name === 'options' || key.name === 'globalOptions') && value.type !== 'Identifier';
}

function isCommand({ value }) {
  const parts = ['options', 'effects', 'subcommands'];
  return (
    value.type === 'ObjectExpression' &&
    value.properties.some(({ type, key }) => type === 'Property' && parts.includes(key.name ?? key.value))
  );
}

/** Whether more is to be done for it than to write it down; a function is made, not called. */
function isCostly(node) {
  if (typeof node !== 'object' || node === null || /Function/.test(node.type)) return false;
  if (node.type === 'CallExpression' || node.type === 'SpreadElement') return true;
  return Object.values(node).some((child) => (Array.isArray(child) ? child.some(isCostly) : isCostly(child)));
}

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
      ({ class: name, ignoresCase, parts, is, isNot }) =>
        `{ class: ${JSON.stringify(name)}, ignoresCase: ${ignoresCase}, parts: ${JSON.stringify(parts)}, get is() { return ${is}; }, get isNot() { return ${isNot}; } }`,
    );
    const written = code.replace(
      /(?<=^export const protectedTable = )protectedPaths\.map\([\s\S]*?^\}\)\);$/m,
      () => `[${rows.join(', ')}];`,
    );
    if (written === code) throw new Error(`${id}: expected the table of protected paths`);
    return written;
  },
};

/**
 * Writes the shipped rules down as one text of JSON: to make them took a quarter of the time that evaluating the guard took, and to read the forms of
 * commands in them has what is known of those programs loaded. They are data, which is checked here.
 */
export const writtenRules = {
  name: 'written-rules',
  async transform(_code, id) {
    if (!id.endsWith('/policy/rules/shipped.js')) return null;
    const { shippedRules } = await import('../dist/policy/rules/shipped.js');
    const text = JSON.stringify(shippedRules);
    deepStrictEqual(JSON.parse(text), shippedRules.map(withValues));
    return `export const shippedRules = JSON.parse(${JSON.stringify(text)}); export const shippedPolicy = { rules: shippedRules };`;
  },
};

/** The same with a value in the place of each getter. */
function withValues(value) {
  if (Array.isArray(value)) return value.map(withValues);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withValues(member)]));
}

/**
 * Has the native part of the driver found by `nativeDriver()` in src/state/native-driver.ts, and the package loaded as it is where that finds none. `file` is
 * an expression for the file that will have this.
 */
export const nativeAtOnce = (dist, file) => ({
  name: 'native-at-once',
  transform(code, id) {
    if (!id.endsWith(`/${driver}/index.js`)) return null;
    const partOf = (name) => readFileSync(new URL(name, `file://${id}`), 'utf8');
    const own = /^const \{ load, currentTarget \} = [\s\S]*?^function requireNative\(\) \{$[\s\S]*?^\}$/m;
    const rest = code
      .replace(own, '')
      .replace('= requireNative();', '= native;')
      .replace(/(?<== )require\("(\.\/[\w-]+)"\)/g, (_, name) => evaluated(partOf(`${name}.js`)));
    if (!own.test(code) || /requireNative|require\(/.test(rest))
      throw new Error(`${id}: expected one function that looks for the native part`);
    return `
      import { driverItself, nativeDriver } from '${dist}state/native-driver.js';
      const native = nativeDriver(${file}, ${JSON.stringify(JSON.parse(partOf('package.json')).version)});
      export default native === null ? driverItself(${file}) : driverOf(native);
      function driverOf(native) { return ${evaluated(rest)}; }`;
  },
});

/** What a module of the old kind exports, as an expression. Of the new kind, as it is in this, it needs nothing of the bundler's at run time. */
function evaluated(code) {
  return `((module) => {${code}\nreturn module.exports; })({ exports: {} })`;
}

/** Makes the parser's decoder when bytes are to be decoded: few commands have any, and it takes code of Node's that nothing else needs. */
export const deferredDecoder = {
  name: 'deferred-decoder',
  transform(code, id) {
    if (!id.endsWith(`/${parser}/dist/ansi-c.js`)) return null;
    const deferred = code.replace(
      /^const utf8 = (new TextDecoder\(.*\));$/m,
      'let decoder; const utf8 = { decode: (bytes) => (decoder ??= $1).decode(bytes) };',
    );
    if (deferred === code) throw new Error(`${id}: expected a decoder`);
    return deferred;
  },
};

/** Code in which modules of Node's are required where they are used. */
export function withLate(names, code) {
  return names.reduce((rest, name) => {
    const local = `node_${name.replace('/', '_')}`;
    const late = rest.replace(new RegExp(`\\blet ${local} ?= ?require\\(["'\`]node:${name}["'\`]\\);`), '');
    if (late === rest) throw new Error(`expected node:${name} to be required`);
    return late.replaceAll(`${local}.`, `require("node:${name}").`);
  }, code);
}

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
      /^import \{([^}]*?),? *\bz *\} from '([\w./-]+\/schema\.js)';$/m,
      (_, others, from) => `import {${others}} from '${from}'; import * as z from 'zod';`,
    );
    return direct === code ? null : direct;
  },
};

/** The modules that have programs, by their paths in dist. */
export function topicFiles(dist) {
  const files = readdirSync(`${dist}analysis/programs`, { recursive: true });
  return files
    .filter((file) => file.endsWith('.js'))
    .map((file) => `analysis/programs/${file}`)
    .filter((path) => /^export const programs\b/m.test(readFileSync(`${dist}${path}`, 'utf8')));
}
