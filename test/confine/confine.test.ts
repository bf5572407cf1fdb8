import { describe, expect, it } from 'vitest';
import { confine } from '../../src/confine/confine.ts';

const request = { command: 'rm  -rf "build"', cwd: '/work', timeoutMs: 1_000, description: 'clean up' };
const host = { env: { PATH: '/usr/bin', API_KEY: 'not for everyone' } };

describe('confining a request', () => {
  it('makes the plan: the command as it was given, where and with what it runs, how it is ended', () => {
    const rules = {
      environment: { inherit: 'without-secrets', set: { CI: '1' } },
      streams: 'combined',
    } as const;
    expect(confine(request, rules, host)).toEqual({
      command: 'rm  -rf "build"',
      cwd: '/work',
      env: { PATH: '/usr/bin', CI: '1', PWD: '/work' },
      streams: 'combined',
      graceMs: 2_000,
    });
  });

  it('carries the rule of the streams over', () => {
    const rules = { environment: { inherit: [], set: {} }, streams: 'apart' } as const;
    expect(confine(request, rules, host)).toEqual({
      command: 'rm  -rf "build"',
      cwd: '/work',
      env: { PWD: '/work' },
      streams: 'apart',
      graceMs: 2_000,
    });
  });
});
