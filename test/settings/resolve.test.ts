import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxLevels } from '../../src/confine/sandbox-levels.ts';
import { resolveSettings, type SettingSources } from '../../src/settings/resolve.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

/** A home with a project in it, and what the two files say; `undefined` for no file. */
function machine(files: { readonly user?: unknown; readonly project?: unknown } = {}) {
  const home = temporaryDirectory();
  const userDirectory = join(home, '.config', 'handrail');
  const directory = join(home, 'project');
  mkdirSync(userDirectory, { recursive: true });
  mkdirSync(directory);
  const userFile = join(userDirectory, 'handrail.json');
  const projectFile = join(directory, 'handrail.json');
  if (files.user !== undefined) writeFileSync(userFile, JSON.stringify(files.user));
  if (files.project !== undefined) writeFileSync(projectFile, JSON.stringify(files.project));
  const stateDir = join(home, '.local', 'state', 'handrail');
  const resolve = (
    env: Readonly<Record<string, string>> = {},
    flags: SettingSources['flags'] = {},
    from = directory,
  ) => {
    const { settings, origins } = resolveSettings({ directory: from, env: { HOME: home, ...env }, flags });
    return { settings: { ...settings, contract: settings.contract.name }, origins };
  };
  return { userDirectory, directory, userFile, projectFile, stateDir, resolve };
}

describe('settings that nobody set', () => {
  it('are what is built in', () => {
    const { resolve, stateDir } = machine();
    expect(resolve()).toEqual({
      settings: {
        contract: 'default',
        options: { timeoutMs: 45_000, maxOutputBytes: 30_000, approve: 'rules' },
        rules: [],
        bash: null,
        stateDir,
        sandbox: { levels: sandboxLevels.slice(0, 1), required: false },
        approvalWaitMs: null,
        warm: true,
      },
      origins: [
        { name: 'contract', value: 'default', from: 'built-in' },
        { name: 'options.default.timeoutMs', value: 45_000, from: 'built-in' },
        { name: 'options.default.maxOutputBytes', value: 30_000, from: 'built-in' },
        { name: 'options.default.approve', value: 'rules', from: 'built-in' },
        { name: 'rules', value: [], from: 'built-in' },
        { name: 'trustProjectRules', value: false, from: 'built-in' },
        { name: 'sandbox', value: 'workspace', from: 'built-in' },
        { name: 'sandboxRequired', value: false, from: 'built-in' },
        { name: 'sandboxLevels', value: {}, from: 'built-in' },
        { name: 'approvalWaitMs', value: null, from: 'built-in' },
        { name: 'warm', value: true, from: 'built-in' },
        { name: 'bash', value: null, from: 'built-in' },
        { name: 'stateDir', value: stateDir, from: 'built-in' },
      ],
    });
  });
});

describe('settings of several sources', () => {
  it('say how long a call waits for an answer, which a project cannot', () => {
    const { resolve } = machine({ user: { approvalWaitMs: 40_000 } });
    expect(resolve().settings.approvalWaitMs).toBe(40_000);
    expect(resolve({ HANDRAIL_APPROVAL_WAIT_MS: '0' }).settings.approvalWaitMs).toBe(0);
    expect(thrownBy(() => resolve({ HANDRAIL_APPROVAL_WAIT_MS: '1m' }))).toEqual({
      code: 'invalid-settings',
      message: 'settings in HANDRAIL_APPROVAL_WAIT_MS: expected a whole number of milliseconds, got "1m"',
    });
    expect(thrownBy(machine({ project: { approvalWaitMs: 1 } }).resolve)).toMatchObject({
      code: 'invalid-settings',
    });
  });

  it('turn warm shells off and on again', () => {
    const { resolve } = machine({ user: { warm: false } });
    expect(resolve().settings.warm).toBe(false);
    expect(resolve({ HANDRAIL_WARM: 'true' }).settings.warm).toBe(true);
  });

  it('are those of the flags, then of the environment, of the user’s file', () => {
    const { resolve, userFile } = machine({
      user: { contract: 'plain' },
    });
    const origin = (env: Readonly<Record<string, string>>, flags: SettingSources['flags']) => {
      const [contract] = resolve(env, flags).origins;
      return contract;
    };
    const env = { HANDRAIL_CONTRACT: 'default' };
    expect(origin(env, { contract: 'plain' })).toEqual({
      name: 'contract',
      value: 'plain',
      from: '--contract',
    });
    expect(origin(env, {})).toEqual({ name: 'contract', value: 'default', from: 'HANDRAIL_CONTRACT' });
    expect(origin({}, {})).toEqual({ name: 'contract', value: 'plain', from: userFile });
  });

  it('take the paths of the environment over those of the user’s file', () => {
    const { resolve, userFile } = machine({
      user: { contract: 'plain', bash: '/user/bash', stateDir: '/user/state' },
    });
    expect(resolve()).toEqual({
      settings: {
        contract: 'plain',
        options: { denyPatterns: [], timeoutMs: 120_000, maxOutputBytes: 50_000 },
        rules: [],
        bash: '/user/bash',
        stateDir: '/user/state',
        sandbox: { levels: [], required: false },
        approvalWaitMs: null,
        warm: true,
      },
      origins: [
        { name: 'contract', value: 'plain', from: userFile },
        { name: 'options.plain.denyPatterns', value: [], from: 'built-in' },
        { name: 'options.plain.timeoutMs', value: 120_000, from: 'built-in' },
        { name: 'options.plain.maxOutputBytes', value: 50_000, from: 'built-in' },
        { name: 'rules', value: [], from: 'built-in' },
        { name: 'trustProjectRules', value: false, from: 'built-in' },
        { name: 'sandbox', value: 'off', from: 'built-in' },
        { name: 'sandboxRequired', value: false, from: 'built-in' },
        { name: 'sandboxLevels', value: {}, from: 'built-in' },
        { name: 'approvalWaitMs', value: null, from: 'built-in' },
        { name: 'warm', value: true, from: 'built-in' },
        { name: 'bash', value: '/user/bash', from: userFile },
        { name: 'stateDir', value: '/user/state', from: userFile },
      ],
    });
    const { settings, origins } = resolve({ HANDRAIL_BASH: '/env/bash', HANDRAIL_STATE_DIR: '/env/state' });
    expect([settings.bash, settings.stateDir]).toEqual(['/env/bash', '/env/state']);
    expect(origins.slice(-2)).toEqual([
      { name: 'bash', value: '/env/bash', from: 'HANDRAIL_BASH' },
      { name: 'stateDir', value: '/env/state', from: 'HANDRAIL_STATE_DIR' },
    ]);
  });

  it('have options merged key by key, each with where it came from', () => {
    const { resolve, userFile, projectFile } = machine({
      user: { contract: 'plain', options: { plain: { timeoutMs: 3, maxOutputBytes: 3, cwd: 'sub' } } },
      project: {
        options: { plain: { timeoutMs: 4, maxOutputBytes: 4, denyPatterns: ['four'], cwd: 'other' } },
      },
    });
    const env = { HANDRAIL_OPTIONS: '{"timeoutMs": 2, "maxOutputBytes": 2}' };
    const { settings, origins } = resolve(env, { options: '{"timeoutMs": 1}' });
    expect(settings.options).toEqual({
      cwd: 'sub',
      denyPatterns: ['four'],
      timeoutMs: 1,
      maxOutputBytes: 2,
    });
    expect(origins.filter(({ name }) => name.startsWith('options.'))).toEqual([
      { name: 'options.plain.cwd', value: 'sub', from: userFile },
      { name: 'options.plain.denyPatterns', value: ['four'], from: projectFile },
      { name: 'options.plain.timeoutMs', value: 1, from: '--options' },
      { name: 'options.plain.maxOutputBytes', value: 2, from: 'HANDRAIL_OPTIONS' },
    ]);
    const withoutFlags = resolve().origins.filter(({ name }) => name.endsWith('timeoutMs'));
    expect(withoutFlags).toEqual([{ name: 'options.plain.timeoutMs', value: 3, from: userFile }]);
  });

  it('leave the options of other contracts aside', () => {
    const { resolve } = machine({ user: { options: { plain: { timeoutMs: 3 } } } });
    expect(resolve().settings.options).toEqual({
      timeoutMs: 45_000,
      maxOutputBytes: 30_000,
      approve: 'rules',
    });
  });

  it('have the project’s from the nearest file upwards', () => {
    const { resolve, directory, projectFile } = machine({ project: { warm: false } });
    const deep = join(directory, 'a', 'b');
    mkdirSync(deep, { recursive: true });
    const { origins } = resolve({}, {}, deep);
    expect(origins).toContainEqual({ name: 'warm', value: false, from: projectFile });
  });

  it('take the user’s file for the user’s when the directory is the one that it is in', () => {
    const { resolve, userDirectory, userFile } = machine({ user: { bash: '/user/bash' } });
    const { origins } = resolve({}, {}, userDirectory);
    expect(origins.at(-2)).toEqual({ name: 'bash', value: '/user/bash', from: userFile });
  });
});

describe('rules of several sources', () => {
  const file = (text: string) => ({ rules: [{ deny: text, because: 'no' }] });

  it('add up, those of a project without the right to loosen', () => {
    const { resolve, userDirectory, directory } = machine({
      user: { rules: ['mine.json'] },
      project: { rules: ['theirs.json'] },
    });
    writeFileSync(join(userDirectory, 'mine.json'), JSON.stringify(file('one')));
    writeFileSync(join(directory, 'theirs.json'), JSON.stringify({ ...file('two'), off: ['x'] }));
    writeFileSync(join(directory, 'set.json'), JSON.stringify(file('three')));
    writeFileSync(join(directory, 'called.json'), JSON.stringify(file('four')));
    const read = (env: Readonly<Record<string, string>> = {}) =>
      resolve({ HANDRAIL_RULES: 'set.json', ...env }, { rules: ['called.json'] }).settings.rules.map(
        ({ scope, mayLoosen, off, rules }) => [scope, mayLoosen, off, rules.map(({ finding }) => finding.id)],
      );
    expect(read()).toEqual([
      ['user', true, [], ['deny-one']],
      ['project', false, ['x'], ['deny-two']],
      ['call', true, [], ['deny-three']],
      ['call', true, [], ['deny-four']],
    ]);
    expect(read({ HANDRAIL_TRUST_PROJECT_RULES: 'true' })[1]?.[1]).toBe(true);
  });

  it('stop with the file, the line and what was expected', () => {
    const { resolve, directory } = machine({ project: { rules: ['rules.json'] } });
    const path = join(directory, 'rules.json');
    expect(thrownBy(resolve)).toMatchObject({
      code: 'invalid-settings',
      message: `${path}: expected a file of rules, got no file of that name`,
    });
    writeFileSync(path, '{"rules":[\n{"deny":"ls","because":"no","unles":"x"}]}');
    expect(thrownBy(resolve)).toMatchObject({
      code: 'invalid-settings',
      message: expect.stringContaining(`${path}:2: `),
    });
  });

  it('cannot be trusted by the project itself', () => {
    const { resolve, projectFile } = machine({ project: { trustProjectRules: true } });
    expect(thrownBy(resolve)).toMatchObject({
      message: expect.stringContaining(`${projectFile}: trustProjectRules cannot be set by a project`),
    });
    expect(thrownBy(() => machine().resolve({ HANDRAIL_TRUST_PROJECT_RULES: 'yes' }))).toMatchObject({
      message: 'settings in HANDRAIL_TRUST_PROJECT_RULES: expected true or false, got "yes"',
    });
  });
});

describe('settings that are wrong', () => {
  it('are refused when a variable is not known, with the nearest one that is', () => {
    const { resolve } = machine();
    expect(thrownBy(() => resolve({ HANDRAIL_CONTACT: 'plain' }))).toEqual({
      code: 'invalid-settings',
      message:
        'settings in the environment: expected only HANDRAIL_CONTRACT, HANDRAIL_OPTIONS, HANDRAIL_RULES, HANDRAIL_TRUST_PROJECT_RULES, HANDRAIL_SANDBOX, HANDRAIL_SANDBOX_REQUIRED, HANDRAIL_SANDBOX_LEVELS, HANDRAIL_APPROVAL_WAIT_MS, HANDRAIL_WARM, HANDRAIL_BASH, ' +
        'HANDRAIL_STATE_DIR, got HANDRAIL_CONTACT — did you mean "HANDRAIL_CONTRACT"?',
    });
  });

  it('are refused when a variable has a relative path', () => {
    const { resolve } = machine();
    expect(thrownBy(() => resolve({ HANDRAIL_BASH: 'bin/bash' }))).toEqual({
      code: 'invalid-settings',
      message: 'settings in HANDRAIL_BASH: bash: expected an absolute path, got "bin/bash"',
    });
    expect(thrownBy(() => resolve({ HANDRAIL_STATE_DIR: 'state' }))).toEqual({
      code: 'invalid-settings',
      message: 'settings in HANDRAIL_STATE_DIR: stateDir: expected an absolute path, got "state"',
    });
  });

  it('are refused when options are no JSON, naming where they were given', () => {
    const { resolve } = machine();
    const flag = thrownBy(() => resolve({}, { options: '{timeoutMs: 3}' }));
    expect(flag.code).toBe('invalid-settings');
    expect(flag.message.startsWith('settings in --options: expected a JSON object, got ')).toBe(true);
    const variable = thrownBy(() => resolve({ HANDRAIL_OPTIONS: '' }));
    expect(variable.code).toBe('invalid-settings');
    expect(variable.message.startsWith('settings in HANDRAIL_OPTIONS: expected a JSON object, got ')).toBe(
      true,
    );
  });

  it('are refused when options are JSON and no object', () => {
    const { resolve } = machine();
    expect(thrownBy(() => resolve({}, { options: '[1]' }))).toEqual({
      code: 'invalid-settings',
      message: 'settings in --options: expected an object, got [1] (array)',
    });
  });

  it('are refused when the contract does not know an option, with the nearest one that it does', () => {
    const { resolve } = machine();
    expect(thrownBy(() => resolve({}, { options: '{"timeout": 3}' }))).toEqual({
      code: 'invalid-settings',
      message:
        'settings in --options: options of the contract default: expected only the keys timeoutMs, ' +
        'maxOutputBytes, approve, got the key "timeout" — did you mean "timeoutMs"?',
    });
  });

  it('are refused when an option has a value that the contract does not take', () => {
    const { resolve, userFile } = machine({ user: { options: { default: { timeoutMs: 'soon' } } } });
    expect(thrownBy(() => resolve())).toEqual({
      code: 'invalid-settings',
      message:
        `settings in ${userFile}: options of the contract default: timeoutMs: ` +
        'expected an integer from 1 to 600000, got "soon" (string)',
    });
  });

  it('are refused when the user’s file or the project’s is broken, which is named', () => {
    const broken = machine();
    writeFileSync(broken.userFile, '{');
    expect(thrownBy(() => broken.resolve()).message).toContain(`settings in ${broken.userFile}: `);
    const { resolve, projectFile } = machine();
    writeFileSync(projectFile, '{');
    expect(thrownBy(() => resolve()).message).toContain(`settings in ${projectFile}: `);
  });

  it('are refused when a project chooses the program or the place of the record', () => {
    const { resolve, projectFile } = machine({ project: { stateDir: '/tmp/elsewhere' } });
    expect(thrownBy(() => resolve())).toEqual({
      code: 'invalid-settings',
      message:
        `settings in ${projectFile}: stateDir cannot be set by a project; ` +
        "set it in the user's file or in HANDRAIL_STATE_DIR",
    });
  });

  it('are refused when there is no such contract, with the nearest one', () => {
    const { resolve } = machine();
    const { code, message } = thrownBy(() => resolve({}, { contract: 'plan' }));
    expect(code).toBe('unknown-contract');
    expect(message).toMatch(
      /expected one of the contracts default, modes, plain, workspace, session, envelope, got "plan" — did you mean "plain"\?$/,
    );
  });

  it('are refused when a file has options for no such contract', () => {
    const { resolve } = machine({ user: { options: { plan: {} } } });
    const { code, message } = thrownBy(() => resolve());
    expect(code).toBe('unknown-contract');
    expect(message).toContain('got "plan" — did you mean "plain"?');
  });

  it('name their source when there is no such contract', () => {
    const { resolve, userFile } = machine({ user: { contract: 'plan' } });
    expect(thrownBy(() => resolve()).message).toContain(userFile);
    expect(thrownBy(() => resolve({ HANDRAIL_CONTRACT: 'plan' })).message).toContain('HANDRAIL_CONTRACT');
    expect(thrownBy(() => resolve({}, { contract: 'plan' })).message).toContain('--contract');
    const optionsOnly = machine({ project: { options: { plan: {} } } });
    expect(thrownBy(() => optionsOnly.resolve()).message).toContain(optionsOnly.projectFile);
  });
});
