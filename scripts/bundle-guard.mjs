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
  driver,
  hasher,
  isOutside,
  lateTables,
  nativeAtOnce,
  nearest,
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
      guard: `${dist}${entry}`,
      usual: 'outside:usual',
      ...Object.fromEntries(wantedByFew.map(({ name }) => [name, `${dist}cli/hook/${name}.js`])),
      ...Object.fromEntries(topics.map((path) => [flat(path), `${dist}${path}`])),
    },
    {
      codeSplitting: {
        groups: [{ name: 'guard', test: (id) => alwaysNeeded.has(id) || isOfAllTopics(id) || isOfUsual(id) }],
      },
    },
  );
  const shared = membersOf(output.find(({ fileName }) => fileName === 'guard.cjs').code).map(
    ([name]) => name,
  );
  const scripts = output.map(({ fileName, name, code }) => {
    const late = withLate(lateIn[name] ?? [], code);
    const script =
      name === 'guard'
        ? scriptOf(late, listOf(membersOf(code)))
        : scriptOf(byPlace(late, shared), objectOf(membersOf(code)));
    return [fileName, script];
  });
  mkdirSync(directory, { recursive: true });
  for (const [name, script] of scripts) writeFileSync(`${directory}/${name}`, script);
  return createHash('sha256').update(JSON.stringify(scripts)).digest('hex').slice(0, 16);
}

/** Modules of Node's that not every process needs which has the script. */
const lateIn = { guard: ['os'], 'state-grants': ['timers/promises'] };

/** How the bundler writes an export: of what may change as a getter, of a constant as what it is. */
const written =
  /Object\.defineProperty\(exports,"([\w$]+)",\{enumerable:true,get:function\(\)\{return ([\w$]+)\}\}\);?|(?<![.\w$])exports\.([\w$]+)=([\w$]+);?/g;

/** What a script exports: the names, and what they stand for in it. */
function membersOf(code) {
  return [...code.matchAll(written)].map(([, late, ofLate, name, local]) => [late ?? name, ofLate ?? local]);
}

function objectOf(members) {
  return `{${members.map(([name, local]) => `${name}:${local}`).join()}}`;
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
  const body = code.replace(written, '').replaceAll('outside:./', './');
  const licenses = (body.match(/\/\*![\s\S]*?\*\//g) ?? []).join('\n');
  const { code: minified, errors } = minifySync(
    'script.cjs',
    `(function (exports, require, module, __filename) {${body}\nmodule.exports=${exported};\n})`,
    shortest,
  );
  if (errors.length > 0)
    throw new Error(errors.map(({ message, codeframe }) => codeframe ?? message).join('\n'));
  return asciiOnly(`${licenses}${minified}`);
}

/** With short names: the text is read before each command of an agent, and V8 looks up each name in it. */
const shortest = { ...short, mangle: true };

async function bundled(dist, input, options) {
  const bundle = await rolldown({
    input,
    platform: 'node',
    // What a script exports for another one beside what it is wanted for needs no third one.
    preserveEntrySignatures: 'allow-extension',
    // All settings are the program's to load: what is a script here cannot load a module of the new kind.
    external: (id) => isOutside(id, [parser, driver, hasher, nearest]) || id.endsWith('/all-settings.js'),
    plugins: [
      topicsOutside(dist),
      fewOutside,
      withoutKeptTree,
      lateTables,
      deferredDecoder,
      writtenPaths,
      writtenRules,
      nativeAtOnce(dist, '__filename'),
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

/** What few processes need is a script of its own, loaded by the file that wants it: most commands are allowed, and few processes are the first. */
const wantedByFew = [
  {
    name: 'record',
    by: '/cli/hook/run.js',
    inside: "import { record } from './record.js';",
    outside: "const record = (...given) => require('outside:./record.cjs').record(...given);",
  },
  {
    name: 'rehearse',
    by: '/cli/hook/answer-process.js',
    inside: "import { rehearse } from './rehearse.js';",
    outside: "const rehearse = (...given) => require('outside:./rehearse.cjs').rehearse(...given);",
  },
  {
    name: 'settle',
    by: '/cli/hook/run.js',
    inside: "import { settle } from './settle.js';",
    outside: "const settle = (...given) => require('outside:./settle.cjs').settle(...given);",
  },
  {
    name: 'state-grants',
    by: '/cli/hook/parts.js',
    inside: "await import('./state-grants.js')",
    outside: "require('outside:./state-grants.cjs')",
  },
];

const fewOutside = {
  name: 'few-outside',
  transform(code, id) {
    const few = wantedByFew.filter(({ by }) => id.endsWith(by));
    return few.reduce((before, { inside, outside }) => {
      const after = before.replace(inside, outside);
      if (after === before) throw new Error(`${id}: expected ${inside}`);
      return after;
    }, code);
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
