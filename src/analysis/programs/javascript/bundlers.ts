import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { buildsTree, listens, replacesTree } from '../effects.ts';
import { specialValue, valueWith } from '../options.ts';
import type { Call, Command, Program } from '../program.ts';
import { flags, hasAny, listed, optionals, readsHere, values } from '../shorthand.ts';
import { information, negatable, runsSettings } from './configured-tools.ts';

const bundler = {
  ...information,
  ...flags(
    '--watch, -w, --minify, --sourcemap, --ssr, --manifest, --emptyOutDir, --force, --cors, --strictPort, --open, --debug, --clearScreen, --silent, -d',
  ),
  ...flags(
    '--bundle, --splitting, --keep-names, --progress, --profile, --json, --hot, --no-lint, --turbo, --turbopack, --experimental-https, --experimental-debug',
  ),
  ...flags(
    '--preview, --analyze, --verbose, --no-mangling, --clean, --dts, --no-dts, --stats, --fail-on-warnings, -b, --no-cache, --https, --no-open',
  ),
  ...optionals(
    '--host, --open, --sourcemap, --minify, --format, --platform, --target, --external, --loader, --define, --tree-shaking, --log-level, --jsx, --packages',
  ),
  ...values(
    '--port, -p, --base, --assetsDir, --mode, -m, -l --logLevel, -f --filter, -H --hostname, -t, --entry, -i --input, -n --name, --env, --node-env, --devtool',
  ),
  ...listed(valueWith(replacesTree), '--outDir, --outdir, -o --output-path, --out-dir, --dist-dir'),
  ...listed({ takes: 'optional', effects: ({ values }) => values.map(replacesTree) }, '--outfile, --outbase'),
  ...listed(specialValue('code that is loaded'), '-c --config, --plugin'),
};

/** Words with which they build, or what they build from; by others they also make what is in the place of sources (`eject`, `init`). */
const building = /^(?:build|check|dev|export|generate|preview|serve|start|typecheck|watch)$|\.\w+$/;

/** Serves or builds, by its first word. */
function bundles(call: Call): readonly Effect[] {
  const [first] = call.operands;
  const action = textOf(first);
  if (action === 'info' || action === 'version' || action === 'help') return [readsHere];
  // Of Babel, SWC and others it names a directory, which can be that of the sources.
  const isBuild = !hasAny(call, '-d') && (first === undefined || building.test(action ?? ''));
  const writes = isBuild ? buildsTree(known('.')) : replacesTree(known('.'));
  const isServing = ['dev', 'serve', 'start', 'preview', null].includes(action) && call.operands.length <= 2;
  return isServing ? [listens, writes] : [writes];
}

const serving: Command['effects'] = runsSettings(() => [listens, readsHere]);

/** Programs that build what a browser loads, and servers for it. */
export const programs: readonly Program[] = [
  {
    names: [
      ...'webpack webpack-cli vite next nuxt nuxi astro remix rollup rolldown esbuild parcel'.split(' '),
      ...'tsup tsdown swc babel turbopack snowpack gatsby svelte-kit react-scripts'.split(' '),
      ...'vue-cli-service storybook expo microbundle unbuild gulp grunt'.split(' '),
    ],
    ...negatable,
    options: bundler,
    effects: runsSettings(bundles),
  },
  {
    names: ['http-server', 'serve', 'live-server', 'json-server', 'servor'],
    ...negatable,
    options: {
      ...bundler,
      ...values('-a, -c, -P, --watch-dir, --listen'),
      ...flags('-s --single, -L, -u, --cors'),
    },
    effects: serving,
  },
];
