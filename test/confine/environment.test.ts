import { describe, expect, it } from 'vitest';
import { environment } from '../../src/confine/environment.ts';

const host = {
  PATH: '/usr/bin',
  HOME: '/home/somebody',
  GITHUB_TOKEN: 'not for everyone',
  DATABASE_URL: 'postgres://user:correct-horse@db.example/app',
};

describe('the environment of a command', () => {
  it('is all of the host’s when everything is inherited', () => {
    expect(environment({ inherit: 'everything', set: {} }, host)).toEqual(host);
  });

  it('leaves out what looks like a secret by its name or by its value', () => {
    expect(environment({ inherit: 'without-secrets', set: {} }, host)).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/somebody',
    });
  });

  it('is what is named and nothing else when the rule is a list', () => {
    expect(environment({ inherit: ['HOME', 'LANG'], set: {} }, host)).toEqual({ HOME: '/home/somebody' });
  });

  it('takes a named variable over even when it looks like a secret, because somebody named it', () => {
    expect(environment({ inherit: ['GITHUB_TOKEN'], set: {} }, host)).toEqual({
      GITHUB_TOKEN: 'not for everyone',
    });
  });

  it('is empty when nothing is inherited and nothing set', () => {
    expect(environment({ inherit: [], set: {} }, host)).toEqual({});
  });

  it('has what the rule sets over what was inherited', () => {
    expect(environment({ inherit: ['PATH', 'HOME'], set: { HOME: '/jail', CI: '1' } }, host)).toEqual({
      PATH: '/usr/bin',
      HOME: '/jail',
      CI: '1',
    });
  });

  it('is the same object for a rule that says the same', () => {
    const made = () => environment({ inherit: 'everything', set: { CI: '1' } }, host);
    expect(made()).toBe(made());
  });

  it('does not tell where the host was before', () => {
    const { OLDPWD } = environment({ inherit: 'everything', set: {} }, { ...host, OLDPWD: '/before' });
    expect(OLDPWD).toBe(undefined);
  });

  const changers = {
    BASH_ENV: '/tmp/first.sh',
    BASH_COMPAT: '3.1',
    BASHOPTS: 'extglob',
    ENV: '/tmp/first.sh',
    LANG: 'zh_CN.GB18030',
    LC_CTYPE: 'zh_TW',
    POSIXLY_CORRECT: '1',
    SHELLOPTS: 'noexec',
  };

  it.each(['everything' as const, 'without-secrets' as const, Object.keys(changers)])(
    'never has what would make bash run or read another text (%s)',
    (inherit) => {
      expect(environment({ inherit, set: { CI: '1' } }, changers)).toEqual({ CI: '1' });
    },
  );
});
