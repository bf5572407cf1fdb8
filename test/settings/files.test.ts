import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettingsFile } from '../../src/settings/files.ts';
import { findProjectFile } from '../../src/settings/locate.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

/** The path of a settings file with this text. */
function fileWith(text: string): string {
  const path = join(temporaryDirectory(), 'handrail.json');
  writeFileSync(path, text);
  return path;
}

function fileOf(content: unknown): string {
  return fileWith(JSON.stringify(content));
}

const noUserFile = '/nowhere/handrail.json';

describe('the settings file of a project', () => {
  it('is the nearest one upwards', () => {
    const root = temporaryDirectory();
    const deep = join(root, 'a', 'b', 'c');
    mkdirSync(deep, { recursive: true });
    expect(findProjectFile(deep, noUserFile)).toBeNull();
    writeFileSync(join(root, 'handrail.json'), '{}');
    expect(findProjectFile(deep, noUserFile)).toBe(join(root, 'handrail.json'));
    writeFileSync(join(root, 'a', 'b', 'handrail.json'), '{}');
    expect(findProjectFile(deep, noUserFile)).toBe(join(root, 'a', 'b', 'handrail.json'));
    expect(findProjectFile(join(root, 'a'), noUserFile)).toBe(join(root, 'handrail.json'));
  });

  it('can be in the directory itself', () => {
    const path = fileWith('{}');
    expect(findProjectFile(join(path, '..'), noUserFile)).toBe(path);
  });

  it('is not a directory of that name, as a sandbox has one where no file is to be made', () => {
    const root = temporaryDirectory();
    mkdirSync(join(root, 'a', 'handrail.json'), { recursive: true });
    expect(findProjectFile(join(root, 'a'), noUserFile)).toBeNull();
    writeFileSync(join(root, 'handrail.json'), '{}');
    expect(findProjectFile(join(root, 'a'), noUserFile)).toBe(join(root, 'handrail.json'));
  });

  it('is what a directory with something in it has the place of, which no sandbox has: it is told', () => {
    const root = temporaryDirectory();
    const path = join(root, 'a', 'handrail.json');
    mkdirSync(join(path, 'rules'), { recursive: true });
    writeFileSync(join(root, 'handrail.json'), '{}');
    expect(findProjectFile(join(root, 'a'), noUserFile)).toBe(path);
    expect(thrownBy(() => readSettingsFile(path, 'project')).message).toBe(
      `settings in ${path}: expected a JSON object, got something that is no plain file`,
    );
  });

  it('is also a link that leads nowhere: what it should hold is not known', () => {
    const root = temporaryDirectory();
    mkdirSync(join(root, 'a'));
    writeFileSync(join(root, 'handrail.json'), '{}');
    const link = join(root, 'a', 'handrail.json');
    symlinkSync('not-there.json', link);
    expect(findProjectFile(join(root, 'a'), noUserFile)).toBe(link);
    expect(thrownBy(() => readSettingsFile(link, 'project')).message).toBe(
      `settings in ${link}: expected a JSON object, got a link that leads to no file`,
    );
  });

  it('is looked for upwards from a directory that does not exist', () => {
    const path = fileWith('{}');
    expect(findProjectFile(join(path, '..', 'not', 'there'), noUserFile)).toBe(path);
  });
});

describe('a settings file', () => {
  it('can hold every setting, and the schema that it follows', () => {
    const content = {
      $schema: 'https://example.com/handrail.schema.json',
      contract: 'plain',
      options: { plain: { timeoutMs: 5 }, default: {} },
      bash: '/bin/bash',
      stateDir: '/var/lib/handrail',
    };
    expect(readSettingsFile(fileOf(content), 'user')).toEqual(content);
  });

  it('can be empty of settings', () => {
    expect(readSettingsFile(fileWith('{}'), 'project')).toEqual({});
  });

  it('can begin with the mark of an editor', () => {
    expect(readSettingsFile(fileWith('\ufeff{"contract": "plain"}'), 'user')).toEqual({ contract: 'plain' });
  });

  it('is none where its bytes are no UTF-8: in other characters it would say something else', () => {
    const path = fileWith('');
    writeFileSync(path, Buffer.from('{"bash": "/opt/caf\u00e9/bash"}', 'latin1'));
    const { message } = thrownBy(() => readSettingsFile(path, 'user'));
    expect(message).toBe(`settings in ${path}: expected a JSON object, got bytes that are no UTF-8`);
  });

  it('is told as text that is none when it ends too soon', () => {
    const { message } = thrownBy(() => readSettingsFile(fileWith('{"contract": "plain"'), 'user'));
    expect(message).toMatch(/: expected a JSON object, got text that is none \(.+\)$/);
  });

  it.each([
    ['ghp_secret\nmore\n', 'line 1: expected a value'],
    ['# text\nPASSWORD=secret\n', 'line 1: expected a value'],
    ['{\n  "a": 1,\n  // why\n}', 'line 3: expected a key in double quotes, got /'],
    ['{"a": 1,\n}', 'line 2: expected a key in double quotes, got }'],
    ["{'a': 1}", "line 1: expected a key in double quotes or }, got '"],
    ['{"a" 1}', 'line 1: expected :'],
    ['{"a": 1\n"b": 2}', 'line 2: expected , or }, got "'],
    ['{"a": [1 2]}', 'line 1: expected , or ]'],
    ['{"a": [1,]}', 'line 1: expected a value, got ]'],
    ['{"a": tru}', 'line 1: expected a value'],
    ['{"a": 01}', 'line 1: expected , or }'],
    ['{"a": "b\nc"}', 'line 1: expected a text that ends in its line, without tabs'],
    ['{"a": "\\x"}', 'line 1: expected an escape that JSON has'],
    ['{"a": 1} {', 'line 1: expected the end, got {'],
    ['{"a": 1', 'line 1: expected , or }, got the end'],
    ['', 'line 1: expected a value, got the end'],
  ])(
    'says where %j is no JSON, and nothing of what stands there: it may be a link to a secret',
    (text, where) => {
      const path = fileWith(text);
      expect(thrownBy(() => readSettingsFile(path, 'project')).message).toBe(
        `settings in ${path}: expected a JSON object, got text that is none (${where})`,
      );
    },
  );

  it('is named when it is no JSON', () => {
    const path = fileWith('{"contract": plain}');
    const { code, message } = thrownBy(() => readSettingsFile(path, 'user'));
    expect(code).toBe('invalid-settings');
    expect(message.startsWith(`settings in ${path}: expected a JSON object, got `)).toBe(true);
  });

  it.each([
    [
      '{"sandboxRequired": true,\n"sandboxRequired": false}',
      'the key "sandboxRequired" twice, the second time on line 2',
    ],
    [
      '{"options": {"default": {"approve": "always", "approve": "never"}}}',
      'the key "options.default.approve" twice, the second time on line 1',
    ],
  ])('is refused where it would be read otherwise than it looks: %j', (text, received) => {
    const path = fileWith(text);
    expect(thrownBy(() => readSettingsFile(path, 'user'))).toEqual({
      code: 'invalid-settings',
      message: `settings in ${path}: expected a JSON object, got ${received}`,
    });
  });

  it('is refused in words where it is nested too deep to be read', () => {
    const path = fileWith(`{"options": ${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    expect(thrownBy(() => readSettingsFile(path, 'user')).message).toBe(
      `settings in ${path}: expected a JSON object, got text that is nested too deep`,
    );
  });

  it.each([
    ['[]', '[] (array)'],
    ['"plain"', '"plain" (string)'],
    ['null', 'null'],
  ])('is named when it is no object: %s', (text, received) => {
    const path = fileWith(text);
    expect(thrownBy(() => readSettingsFile(path, 'user'))).toEqual({
      code: 'invalid-settings',
      message: `settings in ${path}: expected an object, got ${received}`,
    });
  });

  it('is refused with a key that is not known, and the nearest one that is', () => {
    const path = fileOf({ contrct: 'plain' });
    expect(thrownBy(() => readSettingsFile(path, 'user'))).toEqual({
      code: 'invalid-settings',
      message:
        `settings in ${path}: expected only the keys $schema, contract, options, rules, trustProjectRules, sandbox, sandboxRequired, sandboxLevels, approvalWaitMs, warm, bash, stateDir, ` +
        'got the key "contrct" — did you mean "contract"?',
    });
  });

  it('is refused with a value of the wrong type, with its place', () => {
    const path = fileOf({ contract: 3, options: { plain: 'fast' } });
    expect(thrownBy(() => readSettingsFile(path, 'user'))).toEqual({
      code: 'invalid-settings',
      message:
        `settings in ${path}: contract: expected one of default, modes, plain, workspace, session, envelope, got 3 (number); ` +
        'options.plain: expected an object, got "fast" (string)',
    });
  });

  it.each([
    [
      { contract: '' },
      'contract: expected one of default, modes, plain, workspace, session, envelope, got "" (string)',
    ],
    [
      { sandbox: true },
      'sandbox: expected one of off, workspace, read-only, or a name in sandboxLevels, got true (boolean)',
    ],
  ])('is refused with a name that is none, with those there are: %j', (value, problem) => {
    const path = fileOf(value);
    expect(thrownBy(() => readSettingsFile(path, 'user'))).toEqual({
      code: 'invalid-settings',
      message: `settings in ${path}: ${problem}`,
    });
  });

  it('is told that options stand under the name of a contract, where one does not', () => {
    const path = fileOf({ options: { timeoutMs: 5 } });
    expect(thrownBy(() => readSettingsFile(path, 'user'))).toEqual({
      code: 'invalid-settings',
      message: `settings in ${path}: options.timeoutMs: expected an object, got 5 (number) — options stand under the name of their contract, as in {"default": {"timeoutMs": …}}`,
    });
  });

  it.each([
    ['bash', 'bin/bash'],
    ['bash', './bash'],
    ['stateDir', 'state'],
    ['stateDir', '~/state'],
  ])('is refused with a relative path: %s %s', (key, value) => {
    const path = fileOf({ [key]: value });
    expect(thrownBy(() => readSettingsFile(path, 'user'))).toEqual({
      code: 'invalid-settings',
      message: `settings in ${path}: ${key}: expected an absolute path, got "${value}"`,
    });
  });

  it.each([
    ['bash', '/bin/bash', 'HANDRAIL_BASH'],
    ['stateDir', '/var/lib/handrail', 'HANDRAIL_STATE_DIR'],
  ])('of a project cannot set %s', (key, value, variable) => {
    const path = fileOf({ warm: false, [key]: value });
    expect(thrownBy(() => readSettingsFile(path, 'project'))).toEqual({
      code: 'invalid-settings',
      message: `settings in ${path}: ${key} cannot be set by a project; set it in the user's file or in ${variable}`,
    });
  });
});
