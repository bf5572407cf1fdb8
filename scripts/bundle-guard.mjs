// What answers the hooks of agents, as scripts of the old kind of modules: one with all that every command needs, and one for each topic
// of programs, of which a command needs one or two of seventy. `scriptsIn()` in src/cli/hook/cached-script.ts loads them and keeps
// what V8 makes of each, which of modules of the new kind could not be kept.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import {
  banner,
  deferredDecoder,
  deferredModules,
  lateTables,
  parser,
  topicFiles,
  withLate,
  writtenPaths,
} from './bundle-plugins.mjs';
import { asciiOnly, short } from './bundle-root.mjs';

const entry = 'cli/hook/answer-process.js';

/** Writes the scripts into the directory, and returns a hash of all that is in them. */
export async function bundleGuard(dist, directory) {
  const alwaysNeeded = new Set((await bundled(dist, { guard: `${dist}${entry}` }, {}))[0].moduleIds);
  const topics = topicFiles(dist).filter((path) => !isUsual(path));
  const output = await bundled(
    dist,
    {
      entry: `${dist}${entry}`,
      usual: 'outside:usual',
      record: `${dist}cli/hook/record.js`,
      ...Object.fromEntries(topics.map((path) => [flat(path), `${dist}${path}`])),
    },
    {
      codeSplitting: { groups: [{ name: 'guard', test: (id) => alwaysNeeded.has(id) || isOfAllTopics(id) }] },
    },
  );
  const scripts = output
    .filter(({ fileName }) => fileName !== 'entry.cjs') // It only hands on what is in `guard.cjs`.
    .map(({ fileName, code }) => [
      fileName,
      scriptOf(fileName === 'guard.cjs' ? withLate('os', code) : code),
    ]);
  mkdirSync(directory, { recursive: true });
  for (const [name, script] of scripts) writeFileSync(`${directory}/${name}`, script);
  return createHash('sha256').update(JSON.stringify(scripts)).digest('hex').slice(0, 16);
}

/** The function of a module of the old kind, with what it exports as one object: to define each of them takes longer. */
function scriptOf(code) {
  const getter =
    /Object\.defineProperty\(exports,"([\w$]+)",\{enumerable:true,get:function\(\)\{return ([\w$]+)\}\}\);?/g;
  const members = [...code.matchAll(getter)].map(([, name, local]) => `${name}:${local}`);
  const body = code.replace(getter, '').replaceAll('outside:./', './');
  const exported = members.length === 0 ? '' : `\nmodule.exports={${members.join()}};`;
  return `(function (exports, require, module) {${asciiOnly(body)}${exported}\n})`;
}

async function bundled(dist, input, options) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => /^[^./]/.test(id) && id !== parser,
    plugins: [topicsOutside(dist), recordOutside, lateTables, deferredDecoder, writtenPaths],
    // Whatever a module would do by being imported, those that export nothing wanted do nothing here.
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    minifyInternalExports: false,
    banner,
    minify: short,
    ...options,
  });
  await bundle.close();
  return output;
}

/** What is not allowed is recorded by a script of its own: most commands are. */
const recordOutside = {
  name: 'record-outside',
  transform(code, id) {
    if (!id.endsWith('/cli/hook/guard.js')) return null;
    const outside = code.replace(
      "import { record } from './record.js';",
      "const record = (...given) => require('outside:./record.cjs').record(...given);",
    );
    if (outside === code) throw new Error(`${id}: expected it to record`);
    return outside;
  },
};

/** What topics are made with. */
function isOfAllTopics(id) {
  return /\/analysis\/programs\/[^/]+\.js$/.test(id);
}

/** A topic is a script beside the others, to be loaded when one of its programs is looked for. */
const topicsOutside = (dist) => ({
  name: 'topics-outside',
  resolveId: (source) =>
    source.startsWith('outside:') ? { id: source, external: source !== 'outside:usual' } : null,
  load: (id) => (id === 'outside:usual' ? usualTopics(dist) : null),
  transform(code, id) {
    const deferred = deferredModules.transform(code, id);
    if (deferred === null || !id.endsWith('/programs/registry.js')) return deferred;
    return deferred.replace(/require\('\.\/(.*?)\.js'\)\.programs/g, (_, name) => {
      const path = `analysis/programs/${name}.js`;
      return isUsual(path)
        ? `require('outside:./usual.cjs').${nameOf(path)}`
        : `require('outside:./${flat(path)}.cjs').programs`;
    });
  },
});

/** The name of a topic's script: `analysis/programs/git/git.js` is `git-git`. */
function flat(path) {
  return path.replace('analysis/programs/', '').replace(/\.js$/, '').replaceAll('/', '-');
}

/** Most commands have several of these: they are in one script. */
const usual = [
  'shell/builtin-tests',
  'shell/builtin-variables',
  ...['code', 'directories', 'flow', 'names', 'options'].map((kind) => `shell/builtin-${kind}`),
  'files/files',
  'text/search',
  ...['conversion', 'layout', 'sorting', 'splitting'].map((kind) => `text/${kind}`),
  'text/text-show',
];

function isUsual(path) {
  return usual.some((name) => path === `analysis/programs/${name}.js`);
}

function usualTopics(dist) {
  return usual
    .map((name) => `analysis/programs/${name}.js`)
    .map((path) => `export { programs as ${nameOf(path)} } from '${dist}${path}';`)
    .join('\n');
}

/** As a name in JavaScript. */
function nameOf(path) {
  return flat(path).replaceAll('-', '_');
}
