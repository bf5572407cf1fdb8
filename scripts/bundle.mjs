// Puts the modules behind each entry of the package into a few files: `node scripts/bundle.mjs`, after the compiler. Node
// needs about 0.4 ms to find and open a module, and there are 180 of them in the analysis alone. Only the entries are
// written anew: the compiler's output stays beside them, for declarations and tests.
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { rolldown } from 'rolldown';

/** The files that package.json names. */
const entries = [
  'index',
  'testing/index',
  'adapters/mcp/index',
  'adapters/playwright/index',
  'adapters/ai-sdk/index',
  'adapters/openai/index',
  'adapters/openai-agents/index',
  'adapters/anthropic/index',
  'adapters/langchain/index',
  'adapters/mastra/index',
  'backends/docker/index',
  'analysis/index',
  'policy/index',
  'cli/main',
  'cli/hook/all-settings',
];

/** The one package that is put in: it is 14 modules. */
const parser = 'unbash';

const license = readFileSync(new URL(`../node_modules/${parser}/LICENSE`, import.meta.url), 'utf8');

/**
 * Evaluates the topics of programs when they are first asked for. The tables in them take longer to evaluate than all the
 * rest, and a command needs one or two of fifty. A module cannot say so itself: `import()` would have to be awaited. The
 * bundler can: in what it puts together, it makes `require` of a module a call that evaluates it.
 */
const deferredTopics = {
  name: 'deferred-topics',
  transform(code, id) {
    if (!id.endsWith('/analysis/programs/registry.js')) return null;
    const files = new Map();
    const withoutImports = code.replace(
      /^import \{ programs as (\w+) \} from '([^']+)';$/gm,
      (_, name, file) => {
        files.set(name, file);
        return '';
      },
    );
    return withoutImports.replace(/(?<=^ +\w+: )\(\) => (\w+),$/gm, (_, name) => {
      if (!files.has(name)) throw new Error(`${id}: expected a topic that is imported, got ${name}`);
      return `() => require('${files.get(name)}').programs,`;
    });
  },
};

/**
 * Writes the expressions of the table of protected paths down. They are made of patterns for people, which takes a third of the time that
 * the answer of a hook takes; what they are made of does not change from then on.
 */
const writtenPaths = {
  name: 'written-paths',
  async transform(code, id) {
    if (!id.endsWith('/policy/paths/protected.js')) return null;
    const { protectedTable } = await import('../dist/policy/paths/protected.js');
    const rows = protectedTable.map(
      (row) => `{ class: ${JSON.stringify(row.class)}, is: ${row.is}, isNot: ${row.isNot} }`,
    );
    const written = code.replace(
      /(?<=^export const protectedTable = )protectedPaths\.map\([\s\S]*?^\}\)\);$/m,
      () => `[${rows.join(', ')}];`,
    );
    if (written === code) throw new Error(`${id}: expected the table of protected paths`);
    return written;
  },
};

const banner = ({ moduleIds }) =>
  moduleIds.some((id) => id.includes(`node_modules/${parser}/`)) ? `/*!\n${parser}\n\n${license}*/` : '';

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, `dist/${name}.js`])),
  platform: 'neutral',
  external: (id) => /^[^./]/.test(id) && id !== parser,
  plugins: [deferredTopics, writtenPaths],
});
await bundle.write({
  dir: 'dist',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  banner,
});
await bundle.close();

/**
 * The program itself and the guard that it loads are modules of the old kind: those of the new kind are loaded more slowly, and
 * what V8 makes of them cannot be kept. See `evaluateCached()` in src/cli/hook/cached-script.ts.
 */
async function bundleAlone(name, { external = [], define = {}, minify = false } = {}) {
  const alone = await rolldown({
    input: `dist/${name}.js`,
    platform: 'node',
    external: (id) => (/^[^./]/.test(id) && id !== parser) || external.some((end) => id.endsWith(end)),
    plugins: [deferredTopics, writtenPaths],
    // Whatever a module would do by being imported, those that export nothing wanted do nothing here.
    treeshake: { moduleSideEffects: false },
    transform: { define },
  });
  const { output } = await alone.write({
    file: `dist/${name}.cjs`,
    format: 'cjs',
    codeSplitting: false,
    banner,
    minify,
  });
  await alone.close();
  return output[0].code;
}

/** Without blanks and comments, and with names as they are: what is read before each command of an agent should be short. */
const short = { compress: false, mangle: false, codegen: { removeWhitespace: true } };

/** In ASCII alone, in which V8 keeps a text as it is read. Texts and expressions have escapes for all else. */
const body = asciiOnly(await bundleAlone('cli/hook/guard', { minify: short }));
const guard = `(function (exports, require, module) {${body}\n})`;
writeFileSync('dist/cli/hook/guard.cjs', guard);
const guardBuild = createHash('sha256').update(guard).digest('hex').slice(0, 16);
await bundleAlone('cli/hook/state');
const program = await bundleAlone('cli/handrail', {
  external: ['/main.js', '/state.js', '/all-settings.js'],
  define: { guardBuild: JSON.stringify(guardBuild) },
});
writeFileSync('dist/cli/handrail.cjs', program.replace('"./hook/state.js"', '"./hook/state.cjs"'));
chmodSync('dist/cli/handrail.cjs', 0o755);

function asciiOnly(code) {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
