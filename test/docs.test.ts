import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { documentOf, withTables } from '../scripts/contract-docs.mjs';
import { approveStatuses, exitStatuses } from '../src/cli/exit-status.ts';
import { contracts } from '../src/contracts/registry.ts';
import { definitions } from '../src/settings/definitions.ts';
import { endJobs } from './support/jobs.ts';
import { temporaryDirectory } from './support/temporary.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => join('docs', name)),
].filter((name) => name.endsWith('.md'));
const readme = read('README.md');

describe('README.md', () => {
  test.each(blocks('ts'))(
    'the example from line $line is well typed and prints what it says',
    async ({ text }) => {
      const { directory, env } = stage();
      writeFileSync(join(directory, 'example.mts'), text);
      writeFileSync(join(directory, 'example.mjs'), text);
      writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(strictSettings));
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      expect(await output(process.execPath, [compiler, '-p', '.'], directory, env)).toBe('');
      const printed = [...text.matchAll(/\/\/ prints: (.*)$/gm)].map(([, line]) => `${line}\n`).join('');
      expect(printed).not.toBe('');
      expect(await output(process.execPath, ['example.mjs'], directory, env)).toBe(printed);
    },
  );

  test.each(blocks('sh').filter(({ text }) => text.startsWith('$ ')))(
    'the session from line $line prints what it says',
    async ({ text }) => {
      const { directory, env } = stage();
      const steps = text.split(/^\$ /m).slice(1);
      const commands = steps.map((step) => step.split('\n')[0] ?? '');
      const shown = steps.map((step) => step.split('\n').slice(1).join('\n'));
      const script = commands.map((command) => `${command}\n${endOfStep}`).join('');
      const printed = (await output('bash', ['-c', `exec 2>&1\n${script}`], directory, env)).split(mark);
      expect(printed.slice(0, -1).map(normal)).toEqual(shown.map((text) => matching(normal(text))));
    },
  );

  test.each(blocks('json'))('the JSON from line $line is accepted by what it is for', async ({ text }) => {
    const { directory, env } = stage();
    const value = JSON.parse(text) as {
      readonly mcpServers?: { readonly handrail: { readonly args: readonly string[] } };
      readonly options?: object;
    };
    if (value.mcpServers !== undefined) {
      const { args } = value.mcpServers.handrail;
      const words = args.slice(args.indexOf('mcp')).map((word) => (word.startsWith('/') ? directory : word));
      expect(await output('handrail', words, directory, env)).toBe(''); // nothing on its input: it ends at once
      return;
    }
    mkdirSync(join(directory, 'config/handrail'), { recursive: true });
    writeFileSync(join(directory, 'config/handrail/handrail.json'), text);
    for (const contract of Object.keys(value.options ?? {})) {
      const settings = await output('handrail', ['settings', '--contract', contract], directory, env);
      expect(settings).toContain('config/handrail/handrail.json');
    }
  });

  test.each([
    ['exit statuses', exitTable(exitStatuses)],
    ['exit statuses of approvals', exitTable(approveStatuses)],
    ['contracts', contractTable()],
    ['options', optionTable()],
    ['settings', settingTable()],
  ])('has the table of %s as it is in the code', (_name, table) => {
    expect(tables(readme)).toContainEqual(table);
  });
});

describe('the document of a contract', () => {
  test.each(contracts.map((contract) => [contract.name, contract] as const))(
    '%s has the tables of the contract as they are in the code; scripts/contract-docs.mjs writes them',
    (_name, contract) => {
      const text = readFileSync(documentOf(contract), 'utf8');
      expect(text).toBe(withTables(text, contract));
    },
  );
});

describe('every document', () => {
  test.each(documents)('%s names files that exist', (name) => {
    const paths = [...read(name).matchAll(/`((?:src|test|\.ci)\/[\w./-]*)`/g)].map(([, path]) => path ?? '');
    const links = [...read(name).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path ?? '');
    expect([...paths, ...links].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test.each(documents)('%s names functions where they are', (name) => {
    const lost = places(name).filter(({ definition, path }) => !definition.test(read(path)));
    expect(lost.map(({ title, path }) => `${title} in ${path}`)).toEqual([]);
  });

  test('ARCHITECTURE.md walks a call in which each function is used where the walk has been', () => {
    const walk = places('ARCHITECTURE.md');
    expect(walk.length).toBeGreaterThan(15);
    const unreached = walk.slice(1).filter(({ title }, index) => {
      const used = new RegExp(String.raw`\b${title.slice(0, -2)}\b`, 'g');
      // Once more than its own definition.
      const before = walk.slice(0, index + 2).map(({ path }) => path);
      return [...new Set(before)].flatMap((path) => read(path).match(used) ?? []).length < 2;
    });
    expect(unreached.map(({ title }) => title)).toEqual([]);
  });
});

/** What a reader of the README has, and nothing of the machine that it is tested on. */
const strictSettings = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
  },
  include: ['example.mts'],
};

const mark = '\u0001end of step\n';
/** Tells the end of a step and keeps the exit status for the next one. */
const endOfStep = `__status=$?; printf '%s' $'${mark.replace('\u0001', '\\x01').replace('\n', '\\n')}'; (exit $__status)\n`;

/** The fenced blocks of a language in the README, with their place. */
function blocks(language: string): { readonly line: number; readonly text: string }[] {
  const found = [
    ...readme.matchAll(new RegExp(String.raw`^${'```'}${language}\n([\s\S]*?)^${'```'}$`, 'gm')),
  ];
  if (found.length === 0) throw new Error(`expected blocks of ${language} in the README, found none`);
  return found.map((match) => ({
    line: readme.slice(0, match.index).split('\n').length,
    text: match[1] ?? '',
  }));
}

/** A directory in which the package is installed, as a library and as a command, with a state of its own. */
function stage(): { readonly directory: string; readonly env: NodeJS.ProcessEnv } {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'node_modules/.bin'), { recursive: true });
  symlinkSync(root, join(directory, 'node_modules/handrail'));
  symlinkSync(join(root, 'node_modules/@types'), join(directory, 'node_modules/@types'));
  const command = join(directory, 'node_modules/.bin/handrail');
  writeFileSync(command, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'dist/cli/main.js')}" "$@"\n`, {
    mode: 0o755,
  });
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('HANDRAIL_'));
  const env = {
    ...Object.fromEntries(inherited),
    PATH: `${join(directory, 'node_modules/.bin')}:${process.env.PATH}`,
    XDG_STATE_HOME: join(directory, 'state'),
    XDG_CONFIG_HOME: join(directory, 'config'),
  };
  onTestFinished(() => endJobs(join(directory, 'state/handrail')));
  return { directory, env };
}

/** What a program prints on standard output; rejects with all that it printed when it fails. */
function output(
  program: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, { cwd, env }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.message}\n${stdout}${stderr}`));
    });
    child.stdin?.end();
  });
}

/** Text in which what differs from run to run is the same: ids, times, durations. */
function normal(text: string): string {
  return text
    .replace(/\b[0-9a-f]{16}\b/g, '<id>')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/\b[\d.]+ m?s\b/g, '<duration>')
    .replace(/(?<="duration_ms":)\d+/g, '<ms>');
}

/** Matches a text in which `…` stands for any part of a line, and for any lines where it is alone. */
function matching(shown: string) {
  const literal = shown.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const pattern = literal.replace(/^…\n/gm, String.raw`(?:.*\n)*?`).replaceAll('…', '.*');
  return expect.stringMatching(new RegExp(`^${pattern}$`));
}

/** The functions that a document places in a file, by writing `name()` in `path`; in the order of the text. */
function places(document: string) {
  return [...read(document).matchAll(/`(\w+)\(\)`\s+in\s+`([\w./-]+)`/g)].map(([, name = '', path = '']) => ({
    title: `${name}()`,
    path,
    // A function, a constant, a method of an object, a property of one.
    definition: new RegExp(
      String.raw`\bfunction ${name}\b|\bconst ${name}\b|^\s+(?:async )?${name}\(.*\{$|^\s+${name}: (?:async )?\(`,
      'm',
    ),
  }));
}

function exitTable(statuses: readonly { readonly status: number; readonly when: string }[]): string {
  return table(
    ['status', 'when'],
    statuses.map(({ status, when }) => [String(status), when]),
  );
}

function contractTable(): string {
  return table(
    ['contract', 'tools', 'what sets it apart'],
    contracts.map(({ name, tools, summary }) => [
      `\`${name}\``,
      tools.map((tool) => `\`${tool.name}\``).join(', '),
      summary,
    ]),
  );
}

function optionTable(): string {
  return table(
    ['contract', 'option', 'built in', 'meaning'],
    contracts.flatMap(({ name, optionsSchema }) => {
      // A strict object, as `defineContract` asks for: its JSON Schema has properties.
      const properties = optionsSchema.properties as Record<
        string,
        { default?: unknown; description?: string }
      >;
      return Object.entries(properties).map(([option, schema]) => [
        `\`${name}\``,
        `\`${option}\``,
        schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``,
        schema.description ?? '',
      ]);
    }),
  );
}

function settingTable(): string {
  return table(
    ['key', 'variable', 'flag', 'project’s file', 'built in', 'meaning'],
    definitions.map(({ key, variable, flag, inProject, defaultText, description }) => [
      `\`${key}\``,
      `\`${variable}\``,
      flag === null ? '' : `\`${flag}\``,
      inProject ? 'yes' : 'no',
      defaultText,
      description,
    ]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`.replaceAll('  |', ' |')).join('\n');
}

/** The tables of a document, without what only lines their columns up. */
function tables(markdown: string): readonly string[] {
  const found = markdown.match(/^(?:\|.*\|\n)+/gm) ?? [];
  return found.map((lines) => lines.trim().replace(/ +\|/g, ' |').replace(/-{3,}/g, '---'));
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
