import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, documents, root } from '../support/documents.ts';
import { newerNode } from '../support/newer-node.ts';
import { compile, execute } from '../support/package-user.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const sources = join(root, 'examples/agents');

const denied =
  '[denied by the policy: it would stage everything there is, files that nobody has looked at too]\n[instead: Name the files: git add <file> <file>.]';

const asked = ['asked about {"command":"mkdir build"}: yes', 'asked about {"command":"mkdir lost"}: no'];

/** What each prints; `node` is what its packages need. */
const examples: Readonly<
  Record<string, { readonly node: 'any' | 'newer'; readonly prints: readonly string[] }>
> = {
  'ai-sdk': {
    node: 'newer',
    prints: [
      ...asked,
      '{"type":"text","value":"1"}',
      '{"type":"text","value":"[no output]"}',
      '{"type":"execution-denied","reason":"not now"}',
      JSON.stringify({ type: 'error-text', value: denied }),
    ],
  },
  openai: { node: 'any', prints: ['hello', denied] },
  anthropic: { node: 'any', prints: ['[no output]', '/', denied] },
  'openai-agents': {
    node: 'newer',
    prints: [...asked, '"[no output]"', '"not now"'],
  },
  langchain: {
    node: 'any',
    prints: [...asked, '[no output]', '[denied by the user: not now]'],
  },
  mastra: { node: 'newer', prints: [...asked, 'done'] },
};

/** A project that has all of the packages installed, with the examples compiled as its user would. */
async function compiled(
  packages: Readonly<Record<string, string>> = {},
  files: readonly string[] = readdirSync(sources),
  change: (text: string) => string = (text) => text,
  type: 'module' | 'commonjs' = 'module',
): Promise<string> {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')))
    symlinkSync(join(root, 'node_modules', packages[name] ?? name), join(directory, 'node_modules', name));
  // Not a link: what it imports is to be what the project has.
  for (const name of ['dist', 'package.json'])
    cpSync(join(root, name), join(directory, 'node_modules/handrail', name), { recursive: true });
  for (const name of files)
    writeFileSync(join(directory, name), change(readFileSync(join(sources, name), 'utf8')));
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ type }));
  // The types of some frameworks are not without errors of their own.
  expect(await compile(directory, { include: '*.ts', skipLibCheck: true })).toBe('');
  return directory;
}

/** What a compiled example prints, run by a Node. */
async function printedBy(directory: string, name: string, node: string): Promise<string> {
  const cwd = join(directory, 'work', name);
  mkdirSync(cwd, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: directory, XDG_STATE_HOME: join(directory, 'state') };
  return (await execute(node, [join(directory, `out/${name}.js`)], { cwd, env })).stdout;
}

function printsOf(name: string): string {
  return `${examples[name]?.prints.join('\n')}\n`;
}

test('every agent loop is well typed, and prints what is said here', { timeout: 180_000 }, async () => {
  const directory = await compiled({ ai: 'ai-7' });
  const shared = ['model.ts', 'person.ts'];
  const names = readdirSync(directory).filter((name) => name.endsWith('.ts') && !shared.includes(name));
  expect(names.map((name) => name.replace(/\.ts$/, '')).toSorted()).toEqual(Object.keys(examples).toSorted());
  const printed = Object.entries(examples).map(async ([name, { node }]) => {
    const program = node === 'any' ? process.execPath : newerNode;
    return program === null ? [] : [[name, await printedBy(directory, name, program)]];
  });
  const expected = Object.entries(examples)
    .filter(([, { node }]) => node === 'any' || newerNode !== null)
    .map(([name]) => [name, printsOf(name)]);
  expect(Object.fromEntries((await Promise.all(printed)).flat())).toEqual(Object.fromEntries(expected));
});

test('they are as well typed with the other majors that are supported', { timeout: 180_000 }, async () => {
  await compiled({ openai: 'openai-7' }, ['model.ts', 'openai.ts']);
});

test('that of the AI SDK is one for `ai` 6 too, where it says so', { timeout: 180_000 }, async () => {
  const directory = await compiled({}, ['model.ts', 'person.ts', 'ai-sdk.ts'], (text) =>
    text.replace('result.responseMessages', 'result.response.messages'),
  );
  expect(await printedBy(directory, 'ai-sdk', process.execPath)).toBe(printsOf('ai-sdk'));
});

/** A program without `await` outside of a function, which no CommonJS module has. */
function inFunction(text: string): string {
  const at = text.indexOf('\n\n', text.lastIndexOf('\nimport '));
  return text.includes('\nexport ') ? text : `${text.slice(0, at)}\n(async () => {${text.slice(at)}})();\n`;
}

test('they are as well typed in CommonJS modules, and print the same', { timeout: 180_000 }, async () => {
  const directory = await compiled({ ai: 'ai-7' }, readdirSync(sources), inFunction, 'commonjs');
  const names = Object.keys(examples).filter((name) => examples[name]?.node === 'any');
  const printed = names.map(async (name) => [name, await printedBy(directory, name, process.execPath)]);
  const expected = names.map((name) => [name, printsOf(name)]);
  expect(await Promise.all(printed)).toEqual(expected);
});

/** What a program prints whose questions are answered in turn. */
async function printedWhenAnswered(
  program: ChildProcess,
  question: string,
  answers: readonly string[],
): Promise<string> {
  let printed = '';
  const left = [...answers];
  program.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed.endsWith(question)) program.stdin?.write(`${left.shift()}\n`);
  });
  const [status] = await once(program, 'close');
  expect(status).toBe(0);
  return printed;
}

test.skipIf(newerNode === null)(
  'the agent of the README asks on the terminal',
  { timeout: 180_000 },
  async () => {
    const [block, ...others] = documents
      .flatMap(blocksOf)
      .filter(({ runBy }) => runBy === 'test/adapters/examples.test.ts');
    expect(others).toEqual([]);
    const directory = await compiled({ ai: 'ai-7' }, ['model.ts']);
    const scripted = `const url = await scriptedModel({ 'mkdir build': '[no output]', 'mkdir lost': 'not now', ls: 'build' });
const model = createOpenAICompatible({ name: 'scripted', baseURL: \`\${url}/v1\` })('scripted');`;
    const program = block?.text
      .replace(
        "import { anthropic } from '@ai-sdk/anthropic';",
        "import { createOpenAICompatible } from '@ai-sdk/openai-compatible';",
      )
      .replace(/^const model = .*$/m, `import { scriptedModel } from './model.ts';\n${scripted}`);
    writeFileSync(join(directory, 'agent.ts'), program ?? '');
    expect(await compile(directory, { include: '*.ts', skipLibCheck: true })).toBe('');
    const cwd = join(directory, 'work');
    mkdirSync(cwd);
    const env = { PATH: process.env.PATH, HOME: directory, XDG_STATE_HOME: join(directory, 'state') };
    const agent = spawn(newerNode ?? '', [join(directory, 'out/agent.js')], {
      cwd,
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const question = ': "yes", or why not? ';
    expect(await printedWhenAnswered(agent, question, ['yes', 'not now'])).toBe(
      `{"command":"mkdir build"}${question}{"command":"mkdir lost"}${question}done\n`,
    );
    expect(readdirSync(cwd)).toEqual(['build']);
  },
);

test('a loop fails in which the model is told something else than is to be', {
  timeout: 180_000,
}, async () => {
  const directory = await compiled({}, ['model.ts', 'openai.ts', 'anthropic.ts'], (text) =>
    text.replace("'denied by the policy'", "'let through'"),
  );
  const named = 'after git add . the model was to be told "let through", and was told';
  for (const name of ['openai', 'anthropic'])
    await expect(printedBy(directory, name, process.execPath)).rejects.toThrow(named);
});

test('a loop fails that comes to its end before the model has', { timeout: 180_000 }, async () => {
  const directory = await compiled({}, ['model.ts', 'openai.ts'], (text) =>
    text.replace('results.length === 0', 'input.length > 2'),
  );
  const named = 'the model was to be asked 3 times, and was asked 2';
  await expect(printedBy(directory, 'openai', process.execPath)).rejects.toThrow(named);
});

test('what pages show of a framework stands in one of the programs, passage by passage', () => {
  const shown = documents.flatMap(blocksOf).filter(({ runBy }) => runBy === 'examples/agents');
  // However the lines are broken, and not all that a program imports.
  const passages = (text: string) =>
    text
      .trim()
      .split(/\n\n|\n(?=import )/)
      .map((one) => one.replace(/\s+/g, '').replace(/,(?=[)}])/g, ''));
  const programs = readdirSync(sources).map((name) => passages(readFileSync(join(sources, name), 'utf8')));
  const lost = shown
    .map(({ text }) => passages(text))
    .filter((each) => !programs.some((program) => each.every((passage) => program.includes(passage))));
  expect(lost).toEqual([]);
  expect(shown).toHaveLength(6);
});

test.each(Object.keys(examples))(
  'the loop of %s has ten lines at the most, from the bash to its end',
  (name) => {
    const program = readFileSync(join(sources, `${name}.ts`), 'utf8');
    const [loop = ''] = /^const bash = [\s\S]*?^(?:while .*;|while [\s\S]*?^\})$/m.exec(program) ?? [];
    const lines = loop.split('\n').filter((line) => !line.includes('process.stdout.write('));
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.length).toBeLessThanOrEqual(10);
  },
);
