// Puts the modules behind each entry of the package into a few files: `node scripts/bundle.mjs`, after the compiler. Node
// needs about 0.4 ms to find and open a module, and there are 180 of them in the analysis alone. Only the entries are
// written anew: the compiler's output stays beside them, for declarations and tests.
import { readFileSync } from 'node:fs';
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

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, `dist/${name}.js`])),
  platform: 'neutral',
  external: (id) => /^[^./]/.test(id) && id !== parser,
  plugins: [deferredTopics],
});
await bundle.write({
  dir: 'dist',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  banner: ({ moduleIds }) =>
    moduleIds.some((id) => id.includes(`node_modules/${parser}/`)) ? `/*!\n${parser}\n\n${license}*/` : '',
});
await bundle.close();
