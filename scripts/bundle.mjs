// Puts the modules behind each entry of the package into a few files: `node scripts/bundle.mjs`, after the compiler. Node
// needs about 0.4 ms to find and open a module, and there are 180 of them in the analysis alone. Only the entries are
// written anew: the compiler's output stays beside them, for declarations and tests.
import { chmodSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { bundleGuard } from './bundle-guard.mjs';
import {
  banner,
  deferredModules,
  deferredWidths,
  inlined,
  isOutside,
  nativeAtOnce,
  parser,
  realTimeOf,
  schemasByName,
  waitingInRealTime,
  withLate,
  writtenPaths,
} from './bundle-plugins.mjs';
import { prepareRoot, sharedFiles, short, timeFile } from './bundle-root.mjs';

/** The files that package.json names. */
const entries = [
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
];

const dist = fileURLToPath(new URL('../dist/', import.meta.url));

/** As the compiler made it: before it is written anew below. */
const root = await prepareRoot();

const bundle = await rolldown({
  input: Object.fromEntries(entries.map((name) => [name, `dist/${name}.js`])),
  platform: 'neutral',
  external: (id) => isOutside(id, [parser, ...inlined]),
  plugins: [
    waitingInRealTime(timeFile),
    sharedFiles,
    deferredModules,
    schemasByName,
    deferredWidths,
    writtenPaths,
    nativeAtOnce(dist, 'import.meta.filename'),
  ],
  transform: { inject: realTimeOf(timeFile) },
});
await bundle.write({
  dir: 'dist',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
  banner,
});
await bundle.close();

/**
 * The program itself is a module of the old kind: those of the new kind are loaded more slowly.
 */
async function bundleAlone(name, { file = name, external = [], define = {}, minify = false } = {}) {
  const alone = await rolldown({
    input: `dist/${name}.js`,
    platform: 'node',
    external: (id) => isOutside(id, [parser]) || external.some((end) => id.endsWith(end)),
    plugins: [deferredModules, writtenPaths],
    // Whatever a module would do by being imported, those that export nothing wanted do nothing here.
    treeshake: { moduleSideEffects: false },
    transform: { define },
  });
  const { output } = await alone.write({
    file: `dist/${file}.cjs`,
    format: 'cjs',
    codeSplitting: false,
    banner,
    minify,
  });
  await alone.close();
  return output[0].code;
}

const guardBuild = await bundleGuard(dist, `${dist}cli/hook/guard`);
const program = await bundleAlone('cli/handrail', {
  external: ['/main.js', '/all-settings.js'],
  define: { guardBuild: JSON.stringify(guardBuild) },
  minify: short, // It is compiled anew for each call.
});
const whole = asOldKind(withLate(['os'], program));
const loaded = new Set([...whole.matchAll(/\brequire\(["'`](\.[^"'`]*)["'`]\)/g)].map(([, file]) => file));
const packed = ['./hook/all-settings.cjs', './main.cjs'];
if ([...loaded].toSorted().join() !== packed.join())
  throw new Error(
    `expected dist/cli/handrail.cjs to load ${packed.join(', ')}, and it loads ${[...loaded].join(', ')}`,
  );
writeFileSync('dist/cli/handrail.cjs', whole);
chmodSync('dist/cli/handrail.cjs', 0o755);

/** What it loads is of the old kind too: to `import()` that would have Node read what modules of the new kind are read with. */
function asOldKind(code) {
  return code.replace(
    /\bimport\(["'`](\.[^"'`]*)\.js["'`]\)/g,
    (_, file) => `Promise.resolve().then(()=>require("${file}.cjs"))`,
  );
}

await bundleAlone('model/errors', { file: 'errors' });
await root.write();
