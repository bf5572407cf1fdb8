import { describe, expect, it } from 'vitest';
import { confine } from '../../src/confine/confine.ts';
import { defaultLimits } from '../../src/confine/sandbox-limits.ts';
import type { SandboxNetwork, SandboxPlan } from '../../src/model/sandbox.ts';

const request = {
  command: 'rm  -rf "build"',
  cwd: '/work',
  timeoutMs: 1_000,
  lifetime: { kind: 'call', survivors: 'end' } as const,
  session: null,
  workspace: null,
  root: null,
  access: [],
  description: 'clean up',
  terminal: null,
};
const caller = { contract: 'default', conversationId: 'c' };
const isThere = (): boolean => true;
const host = { isThere, env: { PATH: '/usr/bin', API_KEY: 'not for everyone' } };

describe('confining a request', () => {
  it('makes the plan: the command as it was given, where and with what it runs, how it is ended', () => {
    const rules = {
      environment: { inherit: 'without-secrets', set: { CI: '1' } },
      streams: 'combined',
      sandbox: null,
    } as const;
    expect(confine(request, rules, host, caller)).toEqual({
      command: 'rm  -rf "build"',
      cwd: '/work',
      root: null,
      env: { PATH: '/usr/bin', CI: '1', PWD: '/work' },
      streams: 'combined',
      input: 'nothing',
      graceMs: 2_000,
      terminal: null,
      sandbox: null,
      session: null,
      conversationId: 'c',
    });
  });

  it('has temporary files and caches where a sandbox lets them be written', () => {
    const places = [
      { path: '/', access: 'read-only' },
      { path: '/home/u/.npm', access: 'writable' },
      { path: '/tmp', access: 'private' },
    ] as const;
    const sandbox = {
      level: 'own',
      conversationId: 'c',
      granted: [],
      home: '/home/u',
      shownInPart: [],
      places,
      network: 'host',
      limits: defaultLimits,
    } as const;
    const rules = { environment: { inherit: 'everything', set: {} }, streams: 'apart', sandbox } as const;
    const envOf = (env: Readonly<Record<string, string>>) =>
      confine(request, rules, { env, isThere }, caller).env;
    expect(envOf({ HOME: '/home/u', TMPDIR: '/var/tmp/u' })).toEqual({
      ...{ HOME: '/home/u', PWD: '/work', TMPDIR: '/tmp', XDG_CACHE_HOME: '/tmp/.cache' },
    });
    expect(envOf({ TMPDIR: '/tmp/mine', npm_config_cache: '/srv/npm' })).toEqual({
      ...{ PWD: '/work', TMPDIR: '/tmp/mine', npm_config_cache: '/tmp/.npm' },
    });
    expect(
      confine(request, { ...rules, sandbox: null }, { env: { TMPDIR: '/x' }, isThere }, caller),
    ).toMatchObject({
      env: { TMPDIR: '/x' },
      sandbox: null,
    });
  });

  it('has programs not wait to try again where there is no network, unless they are told how often', () => {
    const places = [{ path: '/', access: 'writable' }] as const;
    const sandbox = {
      level: 'own',
      conversationId: 'c',
      granted: [],
      home: null,
      shownInPart: [],
      places,
      limits: defaultLimits,
    };
    const triesIn = (network: SandboxNetwork, env: Readonly<Record<string, string>> = {}) => {
      const rules = { environment: { inherit: 'everything', set: {} }, streams: 'apart' } as const;
      const plan = confine(request, { ...rules, sandbox: { ...sandbox, network } }, { env, isThere }, caller);
      return plan.env;
    };
    const tries = {
      ...{ npm_config_fetch_retries: '0', YARN_HTTP_RETRY: '0', PIP_RETRIES: '1', UV_HTTP_RETRIES: '0' },
      CARGO_NET_RETRY: '0',
    };
    const { PWD: _cwd, ...set } = triesIn('none');
    expect(set).toEqual(tries);
    const own = { npm_config_fetch_retries: '5', PIP_RETRIES: '', CARGO_NET_RETRY: '2' };
    expect(triesIn('none', own)).toMatchObject({ ...tries, ...own });
    for (const network of ['host', { hosts: ['a.example'] }] as const) {
      expect(Object.keys(triesIn(network)).filter((name) => name in tries)).toEqual([]);
    }
  });

  it('has Go ask Git nothing of a workspace where something stands in for its repository', () => {
    const git = { path: '/ws/a/.git/hooks', access: 'kept' } as const;
    const flagsIn = (
      there: readonly string[],
      env: Readonly<Record<string, string>> = {},
      kept: SandboxPlan['places'] = [git],
    ) => {
      const places = [
        { path: '/', access: 'read-only' },
        { path: '/ws/a', access: 'writable' },
        ...kept,
      ] as const;
      const level = {
        level: 'own',
        conversationId: 'c',
        granted: [],
        home: '/home/u',
        shownInPart: [],
      } as const;
      const sandbox = { ...level, places, network: 'host', limits: defaultLimits } as const;
      const rules = { environment: { inherit: 'everything', set: {} }, streams: 'apart', sandbox } as const;
      const isThereNow = (path: string): boolean => there.includes(path);
      const given = { HOME: '/home/u', ...env };
      return confine(request, rules, { env: given, isThere: isThereNow }, caller).env.GOFLAGS;
    };
    expect(flagsIn([])).toBe('-buildvcs=false');
    expect(flagsIn([], { GOFLAGS: '-mod=mod' })).toBe('-mod=mod -buildvcs=false');
    expect(flagsIn([], { GOFLAGS: '-buildvcs=true' })).toBe('-buildvcs=true');
    // Its own settings have flags, too, which those of the environment go before.
    expect(flagsIn(['/home/u/.config/go/env'])).toBe(undefined);
    expect(flagsIn(['/conf/go/env'], { XDG_CONFIG_HOME: '/conf' })).toBe(undefined);
    expect(flagsIn(['/goenv'], { GOENV: '/goenv' })).toBe(undefined);
    for (const repository of ['/ws/a/.git', '/ws/.git']) expect(flagsIn([repository])).toBe(undefined);
    expect(flagsIn([], {}, [])).toBe(undefined);
  });

  it('has the command start where it runs, and come from nowhere', () => {
    const rules = {
      environment: { inherit: 'everything', set: {} },
      streams: 'apart',
      sandbox: null,
    } as const;
    const here = { isThere, env: { PWD: '/host', OLDPWD: '/before' } };
    expect(confine(request, rules, here, caller).env).toEqual({ PWD: '/work' });
  });

  it('passes nothing on that changes what the shell makes of a command', () => {
    const rules = {
      environment: { inherit: 'everything', set: {} },
      streams: 'apart',
      sandbox: null,
    } as const;
    const names = [
      'BASH_ENV',
      'CDPATH',
      'ENV',
      'FUNCNEST',
      'GLOBIGNORE',
      'POSIX_PEDANTIC',
      'PS4',
      'SHELLOPTS',
      'TMOUT',
    ];
    const env = Object.fromEntries([...names, 'BASH_FUNC_git%%'].map((name) => [name, 'x']));
    expect(confine(request, rules, { env, isThere }, caller).env).toEqual({ PWD: '/work' });
  });

  it('carries the rule of the streams over', () => {
    const rules = { environment: { inherit: [], set: {} }, streams: 'apart', sandbox: null } as const;
    expect(confine(request, rules, host, caller)).toEqual({
      command: 'rm  -rf "build"',
      cwd: '/work',
      root: null,
      env: { PWD: '/work' },
      streams: 'apart',
      input: 'nothing',
      graceMs: 2_000,
      terminal: null,
      sandbox: null,
      session: null,
      conversationId: 'c',
    });
  });

  it('names a session by contract, conversation and name', () => {
    const rules = { environment: { inherit: [], set: {} }, streams: 'apart', sandbox: null } as const;
    const wish = { ...request, session: { name: 's', entersCwd: true } };
    expect(confine(wish, rules, host, caller).session).toEqual({
      key: '["default","c","s"]',
      conversationId: 'c',
      entersCwd: true,
    });
  });

  it('gives what is to be a job one output, and an input that can be written to', () => {
    const rules = { environment: { inherit: [], set: {} }, streams: 'apart', sandbox: null } as const;
    const job = confine(
      { ...request, lifetime: { kind: 'job', settleMs: 1, input: 'pipe' } },
      rules,
      host,
      caller,
    );
    expect([job.streams, job.input]).toEqual(['combined', 'pipe']);
    const later = confine({ ...request, lifetime: { kind: 'call-then-job' } }, rules, host, caller);
    expect([later.streams, later.input]).toEqual(['combined', 'nothing']);
  });

  it('on a terminal gives one output and the kind of terminal, and sets nothing that is for none', () => {
    const environment = {
      inherit: [],
      set: { PAGER: 'cat' },
      setWithoutTerminal: { NO_COLOR: '1', TERM: 'dumb' },
    };
    const rules = { environment, streams: 'apart', sandbox: null } as const;
    const terminal = { columns: 120, rows: 40 };
    const plan = confine({ ...request, terminal }, rules, host, caller);
    expect(plan).toMatchObject({ streams: 'combined', terminal });
    expect(plan.env).toEqual({ PAGER: 'cat', TERM: 'xterm-256color', PWD: '/work' });
    expect(confine(request, rules, host, caller).env).toEqual({
      NO_COLOR: '1',
      TERM: 'dumb',
      PAGER: 'cat',
      PWD: '/work',
    });
  });
});
