import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** The folders of `src`, each of which imports only from those before it. */
const layers = [
  'model',
  'analysis',
  'policy',
  'confine',
  'capture',
  'proxy',
  'backends',
  'jobs',
  'state',
  'live',
  'engine',
  'contracts',
  'approvals',
  'adapters',
  'settings',
  'tui',
  'cli',
  'console',
];

/** What stands outside the order: who may import it, and what it may import. */
const exceptions: Readonly<Record<string, { imports: (from: string) => boolean; importedBy: string[] }>> = {
  'index.ts': { imports: () => true, importedBy: [] },
  'create-bash.ts': { imports: () => true, importedBy: ['index.ts', 'cli'] },
  'bash-options.ts': { imports: () => true, importedBy: ['index.ts', 'create-bash.ts', 'thread'] },
  thread: {
    imports: (from) => layers.indexOf(from) < layers.indexOf('approvals'),
    importedBy: ['create-bash.ts'],
  },
  testing: { imports: (from) => layers.indexOf(from) < layers.indexOf('engine'), importedBy: [] },
};

/** Imports that the order would allow and the design does not: a contract is data, it does not run anything. */
const forbidden: readonly (readonly [from: string, to: string])[] = [
  ['contracts', 'engine'],
  ['contracts', 'state'],
  ['contracts', 'backends'],
];

/** Every package that `src` imports, with the files that own it. */
const packageOwners: Readonly<Record<string, readonly string[]>> = {
  '@clack/prompts': ['approvals/terminal.ts'],
  '@lydell/node-pty': ['backends/local/streams/terminal.ts'],
  '@modelcontextprotocol/node': ['adapters/mcp/http.ts'],
  '@modelcontextprotocol/server': [
    ...['call-tool', 'describe-tool', 'elicitation', 'http-endpoint', 'http-guard', 'http-sessions'],
    ...[
      'http-streams',
      'http',
      'input-required',
      'own-ids',
      'resources',
      'rule-fields',
      'server',
      'stdio',
      'told-client',
    ],
    'well-formed',
  ].map((file) => `adapters/mcp/${file}.ts`),
  '@anthropic-ai/sdk': ['adapters/anthropic/index.ts'],
  '@langchain/core': ['both-systems', 'index'].map((file) => `adapters/langchain/${file}.ts`),
  '@langchain/langgraph': ['ask-person', 'ask', 'both-systems'].map(
    (file) => `adapters/langchain/${file}.ts`,
  ),
  '@mastra/core': ['ask-person', 'index', 'refusals', 'thread'].map((file) => `adapters/mastra/${file}.ts`),
  '@noble/hashes': ['engine/approval-key.ts'],
  '@openai/agents': ['answers', 'ask-person', 'index', 'shell'].map(
    (file) => `adapters/openai-agents/${file}.ts`,
  ),
  '@xterm/headless': ['capture/screen.ts'],
  ai: ['ask-person', 'index', 'messages'].map((file) => `adapters/ai-sdk/${file}.ts`),
  // main.ts only for the class of the errors that the library throws
  commander: [
    ...['jobs', 'judging', 'options', 'overseeing', 'running', 'statuses'].map(
      (name) => `cli/commands/${name}.ts`,
    ),
    'cli/main.ts',
    'cli/program.ts',
  ],
  diff: ['adapters/hooks/install/take-out.ts', 'cli/hook/install.ts'],
  dockerode: ['backends/docker/container-spec.ts', 'backends/docker/daemon.ts'],
  'jsonc-parser': ['adapters/hooks/install/json-format.ts', 'adapters/hooks/install/read-json.ts'],
  openai: ['adapters/openai/index.ts'],
  'playwright-core': ['adapters/playwright/chromium.ts'],
  ink: ['tui/screen.tsx', 'tui/watch.tsx'],
  leven: ['model/suggestion.ts'],
  libsql: ['state/connections.ts'],
  'smol-toml': ['adapters/hooks/install/toml-format.ts'],
  react: ['tui/screen.tsx'],
  'string-width': ['contracts/columns.ts'],
  unbash: ['analysis/parse.ts'],
  zod: ['contracts/schema.ts'],
};

/** The contracts that there are and the ones to come. */
const contractNames = ['modes', 'plain', 'workspace', 'session', 'envelope', 'default'];

/** Stages that must not touch the world, and the modules of Node that do not. */
const pureFolders = ['model', 'analysis', 'policy', 'confine', 'contracts'];
const pureModules = ['node:path', 'node:url'];

/** A comment, or a text in quotes of any kind, whichever begins first. */
const commentOrText =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;

/** What a file imports: `import … from '…'`, `export … from '…'`, `import '…'`, `import('…')`. */
const importOrExport = /^(?:import|export)\b(?:[^'";]*?\bfrom)?\s*'([^']+)'|\bimport\s*\(\s*'([^']+)'/gm;

const root = fileURLToPath(new URL('../src', import.meta.url));

/** A source file, by its path under `src`. */
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const code = withoutComments(text);
    const specifiers = [...code.matchAll(importOrExport)].map((match) => match[1] ?? match[2] ?? '');
    return { path, folder: folderOf(path), text, code, bare: withoutTexts(code), specifiers };
  });

/** Every import of one folder by another. */
const folderImports = files.flatMap(({ path, folder, specifiers }) =>
  specifiers
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => ({ path, from: folder, to: folderOf(normalize(join(dirname(path), specifier))) }))
    .filter(({ from, to }) => from !== to),
);

/** Every import of something that is not of this package. */
const outsideImports = files.flatMap(({ path, folder, specifiers }) =>
  specifiers
    .filter((specifier) => !specifier.startsWith('.'))
    .map((specifier) => ({ path, folder, specifier })),
);

describe('the architecture', () => {
  test('every folder has its place', () => {
    const known = [...layers, ...Object.keys(exceptions)];
    expect(
      [...new Set(files.map(({ folder }) => folder))].filter((folder) => !known.includes(folder)),
    ).toEqual([]);
    expect(folderImports.length).toBeGreaterThan(100); // else nothing was looked at
  });

  test('a folder imports only from those before it', () => {
    const wrong = folderImports.filter(({ from, to }) => {
      if (forbidden.some(([a, b]) => a === from && b === to)) return true;
      if (to in exceptions) return !exceptions[to]?.importedBy.includes(from);
      if (from in exceptions) return !exceptions[from]?.imports(to);
      return layers.indexOf(to) > layers.indexOf(from);
    });
    expect(wrong).toEqual([]);
  });

  test('the folders have no cycle', () => {
    const after = (folder: string) => folderImports.filter(({ from }) => from === folder).map(({ to }) => to);
    const cycleFrom = (trail: readonly string[]): readonly string[] | null => {
      const last = trail.at(-1) ?? '';
      if (trail.indexOf(last) < trail.length - 1) return trail;
      return [...new Set(after(last))].reduce<readonly string[] | null>(
        (found, next) => found ?? cycleFrom([...trail, next]),
        null,
      );
    };
    const folders = [...new Set(files.map(({ folder }) => folder))];
    expect(folders.map((folder) => cycleFrom([folder])).filter((cycle) => cycle !== null)).toEqual([]);
  });

  test('a package is imported by its owners alone, and each of them does', () => {
    const importers: Record<string, string[]> = {};
    for (const { path, specifier } of outsideImports) {
      if (specifier.startsWith('node:')) continue;
      const name = specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/');
      importers[name] = [...new Set([...(importers[name] ?? []), path])].toSorted();
    }
    expect(importers).toEqual(packageOwners);
  });

  test('processes are started by the local backend alone', () => {
    const starting = outsideImports.filter(({ specifier }) =>
      /^(node:)?(child_process|cluster|worker_threads)$/.test(specifier),
    );
    expect(starting.map(({ path }) => path).filter((path) => !path.startsWith('backends/local/'))).toEqual([
      'thread/start-thread.ts', // It starts a thread of this process.
    ]);
  });

  test('the environment is read by the settings and by the entry of the command line alone', () => {
    const readsIt = (bare: string) => /\bprocess\s*(\?\.|\.|\[)\s*(env\b|\W)/.test(bare);
    const reading = files.filter(
      ({ bare, specifiers }) => readsIt(bare) || specifiers.some((name) => /^(node:)?process$/.test(name)),
    );
    const allowed = ({ path, folder }: { path: string; folder: string }) =>
      folder === 'settings' || path === 'cli/main.ts';
    expect(reading.filter((file) => !allowed(file)).map(({ path }) => path)).toEqual([]);
    expect(reading).not.toEqual([]);
  });

  test('the pure stages import nothing that touches a file, a process or a clock', () => {
    const impure = outsideImports.filter(
      ({ folder, specifier }) =>
        pureFolders.includes(folder) && specifier.startsWith('node:') && !pureModules.includes(specifier),
    );
    expect(impure).toEqual([]);
    expect(
      matching(/\b(Date\.now|new Date\(\)|performance|setTimeout|setInterval|process)\b/, pureFolders),
    ).toEqual([]);
  });

  test('what the proxy judges by touches no socket, and sandboxes alone have a proxy', () => {
    const inProxy = outsideImports.filter(({ folder }) => folder === 'proxy');
    expect([...new Set(inProxy.map(({ path }) => path))].toSorted()).toEqual(
      ['dial', 'forward', 'proxy', 'resolver', 'tunnel'].map((name) => `proxy/${name}.ts`),
    );
    const users = folderImports.filter(({ to }) => to === 'proxy').map(({ path }) => path);
    const allowed = /^backends\/(bubblewrap\/|local\/(enclosure|serve-sandbox)\.ts$)/;
    expect(users.filter((path) => !allowed.test(path))).toEqual([]);
    expect(users).not.toEqual([]);
  });

  test('the screen is loaded by its command alone, and only when that is run', () => {
    const users = folderImports.filter(({ to }) => to === 'tui').map(({ path }) => path);
    expect(users).toEqual(['cli/watch.ts']);
    const [file] = files.filter(({ path }) => path === 'cli/watch.ts');
    expect(file?.code).toMatch(/await import\('\.\.\/tui\/watch\.tsx'\)/);
    expect(file?.code).not.toMatch(/from '\.\.\/tui/);
  });

  test('no contract is named outside the contracts', () => {
    const name = new RegExp(`(['"\`])(${contractNames.join('|')})\\1`);
    // Below the engine the names are plain words, unless the code speaks of contracts.
    const speaksOfContracts = ({ folder, bare }: { folder: string; bare: string }) =>
      !['model', 'analysis', 'policy'].includes(folder) || /contract/i.test(bare);
    const naming = files.filter(
      (file) => file.folder !== 'contracts' && speaksOfContracts(file) && name.test(file.code),
    );
    expect(naming.map(({ path, code }) => `${path}: ${name.exec(code)?.[0]}`)).toEqual([]);
  });

  test('no type is given up and no check is switched off', () => {
    // The formatter puts spaces around the bars of a union; without them it is a regular expression.
    expect(matching(/(?<![.\w|])any\b(?!\s*\()/)).toEqual([]);
    const switchedOff = files.filter(({ text }) =>
      /@ts-(ignore|expect-error|nocheck)|biome-ignore/.test(text),
    );
    expect(switchedOff.map(({ path }) => path)).toEqual([]);
  });

  test('nothing is printed past the terminal that was handed in', () => {
    expect(matching(/\bconsole\s*[.[]/)).toEqual([]);
  });
});

function folderOf(path: string): string {
  return path.split('/')[0] ?? path;
}

/** The files whose code, texts and comments aside, matches. */
function matching(pattern: RegExp, folders?: readonly string[]): readonly string[] {
  return files
    .filter(({ folder, bare }) => (folders === undefined || folders.includes(folder)) && pattern.test(bare))
    .map(({ path, bare }) => `${path}: ${pattern.exec(bare)?.[0]}`);
}

/** Source without comments; texts stay, so that `//` in one is not taken for a comment. */
function withoutComments(source: string): string {
  return source.replace(commentOrText, (match) => (match.startsWith('/') ? ' ' : match));
}

/** Source with every text emptied. What a template computes goes with it. */
function withoutTexts(source: string): string {
  return source.replace(commentOrText, (match) => `${match[0]}${match.at(-1)}`);
}
