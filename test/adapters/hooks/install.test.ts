import { type ParseError, parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import type { Edit, SettingsFormat } from '../../../src/adapters/hooks/install/edit.ts';
import { settingsPlaces } from '../../../src/adapters/hooks/install/places.ts';
import { takeOut } from '../../../src/adapters/hooks/install/take-out.ts';
import { thrownBy } from '../../support/thrown.ts';

const command = "/bin/sh -c '/usr/bin/node '\\''/a b/handrail.cjs'\\'' hook claude || exit 2'";
const scope = { home: '/h', env: {}, project: null };

function formatOf(agent: string, name: string): SettingsFormat {
  const file = settingsPlaces[agent]?.(scope).files.find(({ path }) => path.endsWith(name));
  if (file === undefined) throw new Error(`expected ${name} of ${agent}`);
  return file.format;
}

function textOf(edit: Edit): string {
  if (edit.kind !== 'edited' || edit.text === null)
    throw new Error(`expected a text, got ${JSON.stringify(edit)}`);
  return edit.text;
}

const claude = formatOf('claude', 'settings.json');
const cursor = formatOf('cursor', 'hooks.json');
const codex = formatOf('codex', 'config.toml');
const opencode = formatOf('opencode', 'handrail.js');

const commented = `{
\t// which model
\t"model": "x", /* kept */
\t"hooks": {
\t\t"PreToolUse": [
\t\t\t{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "mine" }] }, // first
\t\t],
\t\t"Stop": []
\t}
}
`;

describe('settings that have the hook', () => {
  test.each([
    '{"hooks": {"PreToolUse": [], "PostToolUse": []}}',
    '{"hooks": {"PreToolUse": []}, "model": "x"}',
  ])('are left as they are, also where its list was empty and not the last: %s', (text) => {
    const once = textOf(claude.add(text, command));
    expect(claude.add(once, command)).toEqual({ kind: 'unchanged' });
  });

  test('are left as they are where another one came after it', () => {
    const once = textOf(claude.add('{}', command));
    const { hooks } = JSON.parse(once);
    hooks.PreToolUse.push({ matcher: 'Bash', hooks: [{ type: 'command', command: 'mine' }] });
    expect(claude.add(JSON.stringify({ hooks }), command)).toEqual({ kind: 'unchanged' });
  });
});

describe('the directory of an agent', () => {
  const first = (agent: string, env: Readonly<Record<string, string>>) =>
    settingsPlaces[agent]?.({ ...scope, env }).files[0]?.path;
  const variables = [
    ['claude', 'CLAUDE_CONFIG_DIR', '/h/.claude/settings.json', 'settings.json'],
    ['codex', 'CODEX_HOME', '/h/.codex/hooks.json', 'hooks.json'],
    ['copilot', 'COPILOT_HOME', '/h/.copilot/hooks/handrail.json', 'hooks/handrail.json'],
  ] as const;

  test.each(variables)('of %s is the usual one where %s is empty', (agent, variable, usual) => {
    expect([first(agent, {}), first(agent, { [variable]: '' })]).toEqual([usual, usual]);
  });

  test.each(variables)('of %s is what %s names, which is absolute', (agent, variable, _usual, name) => {
    expect(first(agent, { [variable]: '/else' })).toBe(`/else/${name}`);
    expect(thrownBy(() => first(agent, { [variable]: 'else' }))).toEqual({
      code: 'misuse',
      message: `${variable}: expected an absolute path, got "else": it is another directory wherever the agent is started`,
    });
  });

  test('of opencode is in the XDG directory, unless that is relative or empty', () => {
    const usual = '/h/.config/opencode/plugin/handrail.js';
    const given = ['', 'else', '/else'].map((value) => first('opencode', { XDG_CONFIG_HOME: value }));
    expect(given).toEqual([usual, usual, '/else/opencode/plugin/handrail.js']);
  });
});

describe('settings of JSON', () => {
  test('have the hook at the end of its list, and all else as it was, comments and all', () => {
    const text = textOf(claude.add(commented, command));
    const added = text.split('\n').filter((line) => !commented.includes(line));
    expect(added.join('\n')).toContain("hook claude || exit 2'");
    for (const line of commented.split('\n')) expect(text).toContain(line.replace(/,?( \/\/ first)?$/, ''));
    expect(parse(text).hooks.PreToolUse).toEqual([
      { matcher: 'Bash', hooks: [{ type: 'command', command: 'mine' }] },
      {
        matcher: 'Bash|Monitor|PowerShell|Write|Edit|MultiEdit|NotebookEdit',
        hooks: [{ type: 'command', command, timeout: 60 }],
      },
    ]);
  });

  test('are as they were once the hook is taken out', () => {
    const without = textOf(claude.remove(textOf(claude.add(commented, command))));
    expect(parse(without)).toEqual(parse(commented));
    expect(without).toContain('// which model');
    expect(without).toContain('/* kept */');
  });

  test.each([
    '{ "hooks": { "PreToolUse": [\n  { "matcher": "*" }, // last\n] } }\n',
    '{ "hooks": { "PreToolUse": [\n  { "matcher": "*" } /* last */\n] } }\n',
    '{\r\n  "x": [], // of x\r\n  "hooks": {\r\n    "PreToolUse": [ // none yet\r\n    ] // of hooks\r\n  } // all\r\n}\r\n',
    '{\n  "x": 1 // of x\n}\n',
    '{ "x": "}] // }" } // end',
    '{}',
  ])('keep every comment once the hook is put in anew or taken out: %j', (text) => {
    const comments = text.match(/\/\*.*?\*\/|\/\/ [a-z ]+/g) ?? [];
    const newer = textOf(claude.add(textOf(claude.add(text, command)), `${command} `));
    const without = textOf(claude.remove(newer));
    for (const comment of comments)
      expect([newer, without].map((one) => one.includes(comment))).toEqual([true, true]);
    const errors: ParseError[] = [];
    expect(parse(without, errors)).toEqual(parse(text));
    expect([errors, without.replaceAll(/[\s,]/g, '')]).toEqual([[], text.replaceAll(/[\s,]/g, '')]);
  });

  test('are left without a member wherever it stands, and lose nothing else', () => {
    const own = `{ "type": "command", "command": ${JSON.stringify(command)} }`;
    const of = (list: string) => `{ "hooks": { "PreToolUse": [{ "matcher": "Bash", "hooks": ${list} }] } }`;
    for (const [list, left] of [
      [`[${own}, 1]`, '[1]'],
      [`[1, ${own}]`, '[1]'],
      [`[1, ${own}, 2]`, '[1, 2]'],
      [`[1, ${own} /* ours? */, 2]`, '[1, /* ours? */ 2]'],
      [`[\n 1, // one\n ${own}, // ours?\n 2\n]`, '[\n 1, // one\n // ours?\n 2\n]'],
      [`[\n 1, // one\n ${own}\n]`, '[\n 1 // one\n]'],
    ] as const)
      expect(textOf(claude.remove(of(list)))).toBe(of(left));
  });

  test('have the hook once, whatever it was installed with before', () => {
    const once = textOf(claude.add(commented, command));
    expect(claude.add(once, command)).toEqual({ kind: 'unchanged' });
    const newer = textOf(claude.add(once, command.replace('claude', 'claude --approve')));
    expect(newer.match(/hook claude/g)).toHaveLength(1);
    expect(newer).toContain('--approve');
  });

  test('keep a hook that somebody put beside ours', () => {
    const beside = {
      matcher: 'Bash',
      hooks: [
        { type: 'command', command },
        { type: 'command', command: 'mine' },
      ],
    };
    const without = textOf(claude.remove(JSON.stringify({ hooks: { PreToolUse: [beside] } })));
    expect(parse(without)).toEqual({
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'mine' }] }] },
    });
  });

  test.each([null, '', '{}', '\uFEFF{}', '{\r\n}\r\n'])('can be empty: %j', (text) => {
    const added = textOf(claude.add(text, command));
    expect(parse(added.replace(/^\uFEFF/, '')).hooks.PreToolUse).toHaveLength(1);
    expect(added.startsWith('\uFEFF')).toBe(text?.startsWith('\uFEFF') ?? false);
    expect(added.includes('\r\n')).toBe(text?.includes('\r') ?? false);
  });

  test.each([
    ['{ "hooks": ', 'line 1: value expected'],
    ['[]', 'expected an object, got [] (array)'],
    [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'it is nested too deep'],
    ['{ "hooks": [] }', 'expected an object at hooks, got [] (array)'],
    ['{ "hooks": { "PreToolUse": {} } }', 'expected a list at hooks.PreToolUse, got {} (object)'],
    ['{ "hooks": { "PreToolUse": [] }, "hooks": {} }', 'expected each key once, got "hooks" again'],
    ['{ "hooks": { "PreToolUse": [], "PreToolUse": [] } }', 'expected each key once, got "PreToolUse" again'],
  ])('are left alone where they are not what is known: %s', (text, problem) => {
    expect(claude.add(text, command)).toEqual({ kind: 'refused', problem });
  });

  test('in which a key stands twice are not said to have the hook, or to be without it', () => {
    const own = `{ "hooks": [{ "type": "command", "command": ${JSON.stringify(command)} }] }`;
    const text = `{ "hooks": { "PreToolUse": [] }, "hooks": { "PreToolUse": [${own}] } }`;
    expect([claude.add(text, command).kind, claude.remove(text).kind]).toEqual(['refused', 'refused']);
  });

  test.each([
    ['claude', '{ "disableAllHooks": true }', '"disableAllHooks" is true'],
    ['copilot', '{ "version": 1, "disableAllHooks": true }', '"disableAllHooks" is true'],
    ['gemini', '{ "hooksConfig": { "enabled": false } }', '"hooksConfig.enabled" is false'],
    ['gemini', '{ "hooksConfig": { "disabled": ["x", "handrail"] } }', '"hooksConfig.disabled" has handrail'],
  ])('of %s that keep hooks from running are left alone: %s', (agent, text, why) => {
    const format = settingsPlaces[agent]?.(scope).files[0]?.format;
    const problem = `${why}, so that a hook would guard nothing; take that out first`;
    expect(format?.add(text, command)).toEqual({ kind: 'refused', problem });
    expect(format?.remove(text)).toEqual({ kind: 'unchanged' });
  });

  test.each([
    ['claude', '{ "disableAllHooks": false }'],
    ['gemini', '{ "hooksConfig": { "enabled": true, "disabled": ["x"] } }'],
    ['gemini', '{ "hooksConfig": 1 }'],
  ])('of %s have the hook where it runs: %s', (agent, text) => {
    const edit = settingsPlaces[agent]?.(scope).files[0]?.format.add(text, command);
    expect(edit?.kind).toBe('edited');
  });

  test.each(['', ' \n', '{}'])(
    'that have no hook of ours stay as they are, letter for letter: %j',
    (text) => {
      expect(claude.remove(text)).toEqual({ kind: 'unchanged' });
      const after = textOf(claude.add(text, command));
      expect(takeOut(claude, after, { before: text, after })).toEqual({ kind: 'edited', text });
    },
  );

  test('of another version are left alone', () => {
    const problem = 'expected version 1, got 2';
    expect(cursor.add('{ "version": 2 }', command)).toEqual({ kind: 'refused', problem });
    expect(parse(textOf(cursor.add(null, command)))).toMatchObject({
      version: 1,
      hooks: {
        beforeShellExecution: [{ command, failClosed: true }],
        preToolUse: [{ command, failClosed: true }],
      },
    });
  });
});

describe('settings of TOML', () => {
  const toml = '# mine\nmodel = "x" # kept\n\n[[hooks.PreToolUse]]\nmatcher = "Bash"\n\n[tui]\nx = 1';

  test('have the hook after all else, which stays as it is', () => {
    const text = textOf(codex.add(toml, command));
    expect(text.startsWith(`${toml}\n`)).toBe(true);
    expect(text).toContain(`command = ${JSON.stringify(command)}`);
    expect(codex.add(text, command)).toEqual({ kind: 'unchanged' });
    expect(textOf(codex.remove(text))).toBe(`${toml}\n`);
  });

  test('are as they were, where something was written after the hook, but for what is ours', () => {
    const text = `${textOf(codex.add(toml, command))}[more]\ny = 2\n`;
    expect(textOf(codex.remove(text))).toBe(`${toml}\n[more]\ny = 2\n`);
  });

  test('keep what Codex has written since, which it puts before a comment at the end', () => {
    const noted = '\n[hooks.state]\n\n[projects."/w"]\ntrust_level = "trusted"\n';
    const after = textOf(codex.add(toml, command)).replace(/(?:^#.*\n)*$(?!\n)/m, `${noted}$&`);
    expect(textOf(codex.remove(after))).toBe(`${toml}\n${noted}`);
    expect(textOf(codex.add(after, `${command} `))).toContain(noted);
  });

  test('are left alone where more stands between the comments than ours, or ours without them', () => {
    const text = textOf(codex.add(toml, command));
    const more = text.replace('[[hooks.PreToolUse.hooks]]\ntype', '[projects]\nx = 1\n$&');
    const bare = text.replace(/^# handrail.*\n/m, '');
    expect([more, bare].map((one) => codex.remove(one).kind)).toEqual(['refused', 'refused']);
    expect([more, bare].map((one) => codex.add(one, command).kind)).toEqual(['refused', 'refused']);
  });

  test.each(['model = ', '[hooks]\nPreToolUse = []', 'hooks = {}'])(
    'are left alone where nothing can be added: %s',
    (text) => {
      expect(codex.add(text, command).kind).toBe('refused');
    },
  );
});

describe('the plugin', () => {
  test('is a file of its own, that is written and removed as a whole', () => {
    const text = textOf(opencode.add(null, command));
    expect(opencode.add(text, command)).toEqual({ kind: 'unchanged' });
    expect(opencode.remove(text)).toEqual({ kind: 'edited', text: null });
  });

  test('is not written over one that is somebody else’s', () => {
    expect(opencode.add('export const Mine = 1;', command).kind).toBe('refused');
    expect(opencode.remove('export const Mine = 1;').kind).toBe('refused');
  });
});

/** What somebody writes into a file after the hook was put in, and had they written it before. */
describe('what is written beside the hook stays as it is written, and so does all else, once the hook is taken out', () => {
  const replaced = (text: string) => text.replace('"x"', '"y"');
  const atStart = (text: string) => text.replace('{', '{ "new" : 1 ,');
  const between = (text: string) => text.replace('"x"', '"x", "mid":[3]');
  const atEnd = (text: string) => text.replace(/\s*\}\s*$/, ',\n "last":{}$&');

  const json = [
    '{"m":"x"}',
    '{ "m": "x" }\n',
    '{\n\n  "m": "x"\n\n}',
    '{\r\n\t"m": "x", "hooks": { }\r\n}\r\n',
    '\uFEFF{"hooks":{"PreToolUse":[ { "matcher":"*" } ],"preToolUse":[]},"m":"x"}',
    '{\n  // c\n  "m" : "x" , // d\n  "hooks":{"PreToolUse":[ /* none */ ]}  }',
  ];
  const edits = { replaced, atStart, between, atEnd };
  const cases = Object.entries({ claude, cursor }).flatMap(([agent, format]) =>
    json.flatMap((before) =>
      Object.entries(edits).map(([edit, make]) => ({ agent, format, before, edit, make })),
    ),
  );
  test.each(cases)('$agent, $edit: $before', ({ format, before, make }) => {
    const after = textOf(format.add(before, command));
    const now = make(after);
    expect(textOf(takeOut(format, now, { before, after }))).toBe(make(before));
  });

  test.each([
    ['atStart', (text: string) => `# top\n${text}`],
    ['replaced', replaced],
  ])('codex, %s', (_, make) => {
    for (const before of ['m = "x"', 'm = "x"\r\n[tui]\r\na = 1\r\n\r\n']) {
      const after = textOf(codex.add(before, command));
      expect(textOf(takeOut(codex, make(after), { before, after }))).toBe(make(before));
    }
  });

  test('codex, at the end, where the line before had none', () => {
    const before = 'm = "x"';
    const after = textOf(codex.add(before, command));
    const left = textOf(takeOut(codex, `${after}[more]\nq = 1\n`, { before, after }));
    expect(left).toBe('m = "x"\n[more]\nq = 1\n');
  });
});

test.each([
  ['claude', '/h/.claude/settings.json', '/p/.claude/settings.json'],
  ['codex', '/h/.codex/config.toml', '/p/.codex/config.toml'],
  ['gemini', '/h/.gemini/settings.json', '/p/.gemini/settings.json'],
  ['cursor', '/h/.cursor/hooks.json', '/p/.cursor/hooks.json'],
  ['copilot', '/h/.copilot/hooks/handrail.json', '/p/.github/hooks/handrail.json'],
  ['opencode', '/h/.config/opencode/plugin/handrail.js', '/p/.opencode/plugin/handrail.js'],
])('%s has its settings in the home directory and in a project', (agent, user, project) => {
  const last = (given: string | null) =>
    settingsPlaces[agent]?.({ ...scope, project: given }).files.at(-1)?.path;
  expect([last(null), last('/p')]).toEqual([user, project]);
});
