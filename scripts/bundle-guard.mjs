// What answers the hooks of agents, as scripts of the old kind of modules: one with all that every command needs, and one for each topic
// of programs, of which a command needs one or two of seventy. `scriptsIn()` in src/cli/hook/cached-script.ts loads them and keeps
// what V8 makes of each, which of modules of the new kind could not be kept.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import {
  banner,
  deferredDecoder,
  deferredModules,
  lateTables,
  parser,
  topicFiles,
  withLate,
  writtenPaths,
  writtenRules,
} from './bundle-plugins.mjs';
import { asciiOnly, short } from './bundle-root.mjs';

const entry = 'cli/hook/answer-process.js';

/** Writes the scripts into the directory, and returns a hash of all that is in them. */
export async function bundleGuard(dist, directory) {
  const alwaysNeeded = new Set((await bundled(dist, { guard: `${dist}${entry}` }, {}))[0].moduleIds);
  const ofUsual = new Set((await bundled(dist, { usual: 'outside:usual' }, {}))[0].moduleIds);
  const isTopic = (id) => topicFiles(dist).some((path) => id === `${dist}${path}`);
  // What they share with other topics would be scripts of some hundred bytes.
  const isOfUsual = (id) => ofUsual.has(id) && id.startsWith(dist) && !isTopic(id);
  const topics = topicFiles(dist).filter((path) => !isUsual(path));
  const output = await bundled(
    dist,
    {
      entry: `${dist}${entry}`,
      usual: 'outside:usual',
      ...Object.fromEntries([...wantedByFew.values()].map((name) => [name, `${dist}cli/hook/${name}.js`])),
      ...Object.fromEntries(topics.map((path) => [flat(path), `${dist}${path}`])),
    },
    {
      codeSplitting: {
        groups: [{ name: 'guard', test: (id) => alwaysNeeded.has(id) || isOfAllTopics(id) || isOfUsual(id) }],
      },
    },
  );
  const written = output.filter(({ fileName }) => fileName !== 'entry.cjs'); // It only hands on what is in `guard.cjs`.
  const shared = membersOf(written.find(({ fileName }) => fileName === 'guard.cjs').code).map(
    ([name]) => name,
  );
  const scripts = written.map(({ fileName, code }) => [
    fileName,
    fileName === 'guard.cjs'
      ? scriptOf(withLate('os', code), listOf(membersOf(code)))
      : scriptOf(byPlace(code, shared), objectOf(membersOf(code))),
  ]);
  mkdirSync(directory, { recursive: true });
  for (const [name, script] of scripts) writeFileSync(`${directory}/${name}`, script);
  return createHash('sha256').update(JSON.stringify(scripts)).digest('hex').slice(0, 16);
}

const getter =
  /Object\.defineProperty\(exports,"([\w$]+)",\{enumerable:true,get:function\(\)\{return ([\w$]+)\}\}\);?/g;

/** What a script exports: the names, and what they stand for in it. */
function membersOf(code) {
  return [...code.matchAll(getter)].map(([, name, local]) => [name, local]);
}

function objectOf(members) {
  // One that is alone has been written as an assignment.
  return members.length === 0 ? 'exports' : `{${members.map(([name, local]) => `${name}:${local}`).join()}}`;
}

/** With what is exported to other scripts by its place in a list: V8 takes 0.2 ms to make an object of so many names. */
function listOf(members) {
  const [, entry] = members.find(([name]) => name === 'answerProcess');
  return `Object.assign([${members.map(([, local]) => local).join()}],{answerProcess:${entry}})`;
}

function byPlace(code, names) {
  return code.replace(/\brequire_guard\.([\w$]+)/g, (_, name) => {
    if (!names.includes(name)) throw new Error(`expected guard.cjs to export ${name}`);
    return `require_guard[${names.indexOf(name)}]`;
  });
}

/** The function of a module of the old kind, with what it exports as one value: to define each name takes longer. */
function scriptOf(code, exported) {
  const body = code.replace(getter, '').replaceAll('outside:./', './');
  const licenses = (body.match(/\/\*![\s\S]*?\*\//g) ?? []).join('\n');
  const { code: minified } = minifySync(
    'script.cjs',
    `(function (exports, require, module) {${body}\nmodule.exports=${exported};\n})`,
    shortest,
  );
  return asciiOnly(`${licenses}${minified}`);
}

/** With short names: the text is read before each command of an agent, and V8 looks up each name in it. */
const shortest = { ...short, mangle: true };

async function bundled(dist, input, options) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => /^[^./]/.test(id) && id !== parser,
    plugins: [
      topicsOutside(dist),
      fewOutside,
      withoutKeptTree,
      lateTables,
      deferredDecoder,
      writtenPaths,
      writtenRules,
    ],
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

/** What few processes need is a script of its own, by the file that wants it: most commands are allowed, and few processes are the first. */
const wantedByFew = new Map([
  ['/cli/hook/run.js', 'record'],
  ['/cli/hook/answer-process.js', 'rehearse'],
]);

const fewOutside = {
  name: 'few-outside',
  transform(code, id) {
    const [, name] = [...wantedByFew].find(([file]) => id.endsWith(file)) ?? [];
    if (name === undefined) return null;
    const outside = code.replace(
      `import { ${name} } from './${name}.js';`,
      `const ${name} = (...given) => require('outside:./${name}.cjs').${name}(...given);`,
    );
    if (outside === code) throw new Error(`${id}: expected it to import ${name}`);
    return outside;
  },
};

/** What the parser keeps so that V8 forgets nothing at a full collection of garbage: no process of a hook lives to see one. */
const withoutKeptTree = {
  name: 'without-kept-tree',
  transform(code, id) {
    if (!id.endsWith('/analysis/parse.js')) return null;
    const without = code.replace(/^ +kept: parseBash\(.*\),$/m, '');
    if (without === code) throw new Error(`${id}: expected a tree that is kept`);
    return without;
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
  'shell/builtin-jobs',
  'shell/builtin-variables',
  ...['code', 'directories', 'flow', 'names', 'options'].map((kind) => `shell/builtin-${kind}`),
  'files/file-details',
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
