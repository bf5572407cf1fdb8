// The root of the package as two parts: a file of a few kilobytes that is imported, and all that is behind it, which is
// loaded when something of it is first used. A module of the new kind cannot load another one without becoming asynchronous;
// one of the old kind can, and whoever bundles a program finds what it requires. The command line is made of the same files.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { parseAst } from 'rolldown/parseAst';
import {
  banner,
  deferredModules,
  deferredWidths,
  inlined,
  isOutside,
  nativeAtOnce,
  parser,
  realTime,
  realTimeOf,
  schemasByName,
  topicFiles,
  waitingInRealTime,
  writtenPaths,
} from './bundle-plugins.mjs';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** Without blanks and comments, and with names as they are: what is read before each command of an agent should be short. */
export const short = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/** In ASCII alone, in which V8 keeps a text as it is read. Texts and expressions have escapes for all else. */
export function asciiOnly(code) {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What has the time, as other entries than the root name it. */
export const timeFile = `${dist}time.cjs`;

/** The module of the errors is one for all entries: what one of them throws is known to every other. So is that of the time. */
export const sharedFiles = {
  name: 'shared-files',
  resolveId(source, importer) {
    if (source === timeFile) return { id: source, external: 'relative' };
    return isErrors(source, importer) ? { id: `${dist}errors.cjs`, external: 'relative' } : null;
  },
};

function isErrors(source, importer) {
  return importer !== undefined && resolve(dirname(importer), source) === `${dist}model/errors.js`;
}

/** Reads the root as the compiler made it; `write` then writes it anew, and what is behind it. */
export async function prepareRoot() {
  const file = `${dist}index.js`;
  const sources = sourcesOf(readFileSync(file, 'utf8'));
  const root = rootText(await import(file), [...sources.keys()]);
  const supportedNode = readFileSync(`${dist}cli/supported-node.js`, 'utf8');
  return {
    async write() {
      const all = [...sources, ['serveBash', './thread/serve-bash.js']];
      writeFileSync(`${dist}root.js`, all.map(([name, source]) => behind(name, source)).join('\n'));
      await bundleBehind();
      writeFileSync(`${dist}root/thread.cjs`, thread);
      writeFileSync(timeFile, realTime);
      writeFileSync(`${dist}load-root.cjs`, loadRoot(supportedNode));
      writeFileSync(file, root);
    },
  };
}

/** What loads what is behind the root. An older Node could not even read that, and would show the line that it cannot read: all of it. */
function loadRoot(supportedNode) {
  return `const { HandrailError } = require('./errors.cjs');
${supportedNode.replaceAll(/^export /gm, '').replace(/^\/\/#.*\n?/m, '')}
let root;
exports.load = () => (root ??= read());
function read() {
  const problem = problemWithNode(process.versions);
  if (problem !== null) throw new HandrailError('misuse', problem);
  // What is here finds its own files and packages by its own path, and a module of the new kind that a bundler has made of it has none.
  if (typeof __filename === 'undefined')
    throw new HandrailError('misuse', 'expected the files of handrail as they are installed, got a bundle of them: leave handrail out of it (external), and install it beside');
  return require('./root/root.cjs');
}
`;
}

/** What a thread runs: a bash that is made there. */
const thread = `const { parentPort, workerData } = require('node:worker_threads');
const { createBash, serveBash } = require('./root.cjs');
serveBash()(parentPort, workerData, createBash());
`;

/** Where the root has its exports from, by name: its lines `export { … } from '…'`. */
function sourcesOf(code) {
  const lines = [...code.matchAll(/^export \{([^}]*)\} from '([^']+)';$/gm)];
  return new Map(
    lines.flatMap(([, names, source]) => names.match(/\w+/g)?.map((name) => [name, source]) ?? []),
  );
}

/** An export of what is behind the root: a function that evaluates the module that has it. */
function behind(name, source) {
  // All of the schema library is half a megabyte, and its users have it anyway: it is the package itself.
  const from = name === 'z' ? "require('outside:package/zod')" : `require('${source}').${name}`;
  return `export const ${name} = () => ${from};`;
}

/**
 * The text of the file that is imported. Functions load what they are about when they are called, and objects when somebody looks
 * into them; data is written down. A list of objects is a list of those.
 */
function rootText(root, names) {
  const missing = Object.keys(root).filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw new Error(`index.js: expected exports that name their module, got ${missing}`);
  const lists = names.filter((name) => Array.isArray(root[name]) && !isData(root[name]));
  const others = names.filter((name) => name !== 'HandrailError' && !lists.includes(name));
  return [
    "import './time.cjs';",
    "import { HandrailError } from './errors.cjs';",
    "import behind from './load-root.cjs';",
    'export { HandrailError };',
    lateObject,
    ...others.map((name) => exported(name, root[name])),
    ...lists.map((name) => `export const ${name} = [${membersOf(root, name).join(', ')}];`),
    '',
  ].join('\n');
}

function exported(name, value) {
  const load = `behind.load().${name}()`;
  if (typeof value === 'function') return `export function ${name}(...given) { return ${load}(...given); }`;
  if (isData(value)) return `export const ${name} = ${JSON.stringify(value)};`;
  return `export const ${name} = lateObject(() => ${load}, ${JSON.stringify(keysOf(value))});`;
}

function isData(value) {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isData);
}

/** The names of what is in an object, with the texts in it, which are written down. */
function keysOf(object) {
  return Object.entries(object).map(([key, value]) => (typeof value === 'string' ? [key, value] : [key]));
}

/** The names under which the root exports what is in a list. */
function membersOf(root, list) {
  return root[list].map((member) => {
    const name = Object.keys(root).find((one) => root[one] === member);
    if (name === undefined) throw new Error(`${list}: expected a list of what is exported`);
    return name;
  });
}

const lateObject = `
/** An object whose members are those of another, which is loaded when one is first asked for. */
function lateObject(load, members) {
  const object = {};
  for (const [key, known] of members) {
    const settle = (value) => Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    if (known !== undefined) settle(known);
    else Object.defineProperty(object, key, { enumerable: true, configurable: true, get: () => settle(load()[key])[key], set: settle });
  }
  return object;
}
`;

/** What the program starts with. All that commands do is behind it, and nearly all of that is the library's too. */
const programFiles = ['cli/main', 'cli/hook/all-settings'];

/**
 * What is behind the root and what the program loads, with each topic of programs in a file of its own: a command needs one or two of sixty. What
 * several of these need is in files that they share.
 */
async function bundleBehind() {
  const bundle = await rolldown({
    input: {
      'root/root': `${dist}root.js`,
      ...Object.fromEntries(programFiles.map((name) => [name, `${dist}${name}.js`])),
      ...topics(),
      'root/widths': 'string-width',
    },
    platform: 'node',
    external: (id) => isOutside(id, [parser, ...inlined]),
    plugins: [
      waitingInRealTime('outside:time.cjs'),
      outside,
      schemasByName,
      writtenPaths,
      nativeAtOnce(dist, '__filename'),
    ],
    treeshake: { moduleSideEffects: false },
    transform: { inject: realTimeOf('outside:time.cjs') },
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'root/[name]-[hash].cjs',
    banner,
    minify: short,
  });
  await bundle.close();
  const made = new Set(output.map(({ fileName }) => fileName));
  for (const { fileName, code } of output) {
    for (const [, wanted] of code.matchAll(/\boutside:(root\/[^"'`]+)/g))
      if (!made.has(wanted)) throw new Error(`${fileName} wants ${wanted}, which was not made`);
    mkdirSync(dirname(`${dist}${fileName}`), { recursive: true });
    const placed = withPlaces(code, relative(dirname(fileName), '.'));
    writeFileSync(`${dist}${fileName}`, asciiOnly(onLinesOfTheirOwn(placed)));
  }
}

/** Each function on a line of its own: of an error that nobody catches Node prints the line that has thrown it. */
function onLinesOfTheirOwn(code) {
  const starts = parseAst(code).body.map(({ start }) => start);
  return [0, ...starts.slice(1)].map((start, at) => code.slice(start, starts[at + 1]).trimEnd()).join('\n');
}

function topics() {
  return Object.fromEntries(
    topicFiles(dist).map((path) => [path.replace(/^analysis\/(.*)\.js$/, 'root/$1'), `${dist}${path}`]),
  );
}

/**
 * Leaves files of the package out, to be loaded when they are wanted, and the module of the errors. What measures text is one of them: V8 reads
 * its expressions with all else that is in the same file, and for that of all emoji takes 12 ms.
 */
const outside = {
  name: 'outside',
  resolveId(source, importer) {
    if (source.startsWith('outside:')) return { id: source, external: true };
    return isErrors(source, importer) ? { id: 'outside:errors.cjs', external: true } : null;
  },
  transform(code, id) {
    const widths = deferredWidths.transform(code, id);
    if (widths !== null) return widths.replaceAll("'string-width'", "'outside:root/widths.cjs'");
    const deferred = deferredModules.transform(code, id);
    if (deferred === null || !id.endsWith('/programs/registry.js')) return deferred;
    return deferred.replace(/require\('\.\/(.*?)\.js'\)/g, "require('outside:root/programs/$1.cjs')");
  },
};

/** With the paths of files that were left out, from a file that is `up` below dist. */
function withPlaces(code, up) {
  return code.replace(/(?<=\brequire\(["'`])outside:(package\/)?/g, (_, isPackage) =>
    isPackage === undefined ? `${up}/` : '',
  );
}
