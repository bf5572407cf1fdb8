import { homedir, userInfo } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { defaultStateDir, hostEnvironment, userSettingsFile } from '../../src/settings/host.ts';

describe('the state directory', () => {
  it.each([
    [{ XDG_STATE_HOME: '/xdg/state', HOME: '/home/somebody' }, '/xdg/state/handrail'],
    [{ HOME: '/home/somebody' }, '/home/somebody/.local/state/handrail'],
    [{ XDG_STATE_HOME: 'relative', HOME: '/home/somebody' }, '/home/somebody/.local/state/handrail'],
    [{ XDG_STATE_HOME: '', HOME: '/home/somebody' }, '/home/somebody/.local/state/handrail'],
    [{}, `${homedir()}/.local/state/handrail`],
  ])('is in the XDG state directory: %j', (env, expected) => {
    expect(defaultStateDir(env)).toBe(expected);
  });
});

describe('the user’s settings file', () => {
  it.each([
    [{ XDG_CONFIG_HOME: '/xdg/config', HOME: '/home/somebody' }, '/xdg/config/handrail/handrail.json'],
    [{ HOME: '/home/somebody' }, '/home/somebody/.config/handrail/handrail.json'],
    [
      { XDG_CONFIG_HOME: 'relative', HOME: '/home/somebody' },
      '/home/somebody/.config/handrail/handrail.json',
    ],
    [{}, `${homedir()}/.config/handrail/handrail.json`],
  ])('is in the XDG configuration directory: %j', (env, expected) => {
    expect(userSettingsFile(env)).toBe(expected);
  });
});

describe('the environment of the host', () => {
  it('is that of this process', () => {
    expect(hostEnvironment()).toEqual(process.env);
  });

  it.each(['', 'relative'])('has no HOME where that is no directory for certain: %j', (home) => {
    vi.stubEnv('HOME', home);
    const env = hostEnvironment();
    expect(env).toEqual({ ...process.env, HOME: undefined });
    expect(defaultStateDir({ ...env, XDG_STATE_HOME: '' })).toBe(
      `${userInfo().homedir}/.local/state/handrail`,
    );
    vi.unstubAllEnvs();
  });

  it('is a copy', () => {
    expect(hostEnvironment()).not.toBe(process.env);
  });
});
