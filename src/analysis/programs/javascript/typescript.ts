import type { Effect } from '../../../model/effect.ts';
import { known } from '../../words.ts';
import { altersFile, buildsTree, replacesTree } from '../effects.ts';
import { has, readsValue, replacesValue, valueWith } from '../options.ts';
import type { Call, Program } from '../program.ts';
import { flags, hasAny, listed, readsHere, values } from '../shorthand.ts';
import { isInformation } from './configured-tools.ts';

const typescriptFlags =
  '-h --help, -v --version, --all, -w --watch, --init, --showConfig, --listFilesOnly, --listFiles, --listEmittedFiles, --noEmit, --strict, ' +
  '--pretty, --skipLibCheck, --incremental, -i, --declaration, -d, --emitDeclarationOnly, --noImplicitAny, --strictNullChecks, --allowJs, --checkJs, ' +
  '--esModuleInterop, --resolveJsonModule, --isolatedModules, --noUnusedLocals, --noUnusedParameters, --noErrorTruncation, --traceResolution, ' +
  '--diagnostics, --extendedDiagnostics, --explainFiles, --noEmitOnError, --sourceMap, --declarationMap, --inlineSourceMap, --removeComments, ' +
  '--preserveWatchOutput, --assumeChangesOnlyAffectDirectDependencies, --noResolve, --noLib, --experimentalDecorators, --downlevelIteration, ' +
  '--importHelpers, --allowSyntheticDefaultImports, --forceConsistentCasingInFileNames, --noImplicitReturns, --noFallthroughCasesInSwitch, ' +
  '--allowImportingTsExtensions, --verbatimModuleSyntax, --erasableSyntaxOnly, --noUncheckedIndexedAccess, --exactOptionalPropertyTypes, ' +
  '--allowArbitraryExtensions, --composite, --verbose, --dry, -f --force, --clean, --quiet, --noCheck, --stopBuildOnErrors';

/** The compiler of TypeScript, and those that check what it cannot read alone. */
export const programs: readonly Program[] = [
  {
    names: ['tsc', 'tsgo', 'vue-tsc', 'svelte-check'],
    style: 'single-dash',
    options: {
      ...flags(typescriptFlags),
      ...listed(readsValue, '-p -project --project'),
      ...values(
        '-t --target, -m --module, --moduleResolution, --lib, --jsx, --types, --rootDir, --baseUrl, --paths, --plugins, --typeRoots, --locale, --customConditions',
      ),
      ...values(
        '--maxNodeModuleJsDepth, --moduleDetection, --newLine, --ignoreDeprecations, --jsxImportSource, --fail-on-warnings, --output, --threshold, --workspace, --tsconfig',
      ),
      ...listed(valueWith(replacesTree), '--outDir, --declarationDir, --outFile, --tsBuildInfoFile'),
      ...listed(replacesValue, '--generateCpuProfile, --generateTrace'),
      '-b -build --build': { takes: 'nothing' },
    },
    effects: compiles,
  },
];

function compiles(call: Call): readonly Effect[] {
  if (isInformation(call) || hasAny(call, '--showConfig', '--listFilesOnly')) return [readsHere];
  if (has(call, '--init')) return [altersFile(known('tsconfig.json'))];
  // Without output it still keeps what it found, if the project is an incremental one.
  const isChecking = has(call, '--noEmit') && !hasAny(call, '-b');
  return [readsHere, isChecking ? altersFile(known('tsconfig.tsbuildinfo')) : buildsTree(known('.'))];
}
