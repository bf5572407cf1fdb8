import { describe, expect, it } from 'vitest';
import { looksSecret, maskSecrets, secretsIn } from '../../src/confine/secrets.ts';

// Put together here, so that no scanner of this repository takes them for real ones.
const letters = 'aB3'.repeat(14);
const values = {
  github: `ghp_${letters.slice(0, 36)}`,
  githubFineGrained: `github_pat_${letters.slice(0, 22)}_x`,
  gitlab: `glpat-${letters.slice(0, 20)}`,
  openai: `sk-${letters.slice(0, 32)}`,
  slack: `xoxb-${letters.slice(0, 24)}`,
  aws: `AKIA${'Q7'.repeat(8)}`,
  google: `AIza${letters.slice(0, 35)}`,
  npm: `npm_${letters.slice(0, 36)}`,
  jwt: `eyJ${letters}.eyJ${letters}.${letters}`,
  pem: ['-----BEGIN', 'RSA PRIVATE', 'KEY-----'].join(' '),
  url: 'postgres://user:correct-horse@db.example/app',
};

describe('a secret by its name', () => {
  it.each([
    'TOKEN',
    'GITHUB_TOKEN',
    'authToken',
    'OPENAI_API_KEY',
    'apikey',
    'AWS_SECRET_ACCESS_KEY',
    'DB_PASSWORD',
    'MYSQL_PWD',
    'DB_PASS',
    'SSH_PASSPHRASE',
    'CLIENT_SECRET',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'REDISCLI_AUTH',
    'AZURE_DEVOPS_PAT',
    'PGPASSWORD',
    'SSHPASS',
  ])('is seen in %s', (name) => {
    expect(looksSecret(name, 'anything')).toBe(true);
  });

  it.each([
    'PATH',
    'HOME',
    'PWD',
    'OLDPWD',
    'MONKEY',
    'KEYBOARD',
    'TOKENIZERS_PARALLELISM',
    'SSH_AUTH_SOCK',
    'XAUTHORITY',
    'COMPASS',
    'AUTHOR',
    'PASSWORD_STORE_DIR',
  ])('is not seen in %s', (name) => {
    expect(looksSecret(name, 'anything')).toBe(false);
  });

  it('is none when its value is empty', () => {
    expect(looksSecret('GITHUB_TOKEN', '')).toBe(false);
  });
});

describe('a secret by its value', () => {
  it.each(Object.entries(values))('is seen in one of %s, whatever its name', (_, value) => {
    expect(looksSecret('HARMLESS', value)).toBe(true);
  });

  it.each([
    'https://example.com/a?b=c',
    'https://user@example.com/',
    'http://localhost:8080/',
    '/usr/bin:/bin',
    'sk-short',
    'a sentence that only tells of ghp_ and AKIA',
    '-----BEGIN CERTIFICATE-----',
  ])('is not seen in %s', (value) => {
    expect(looksSecret('HARMLESS', value)).toBe(false);
  });
});

describe('the secrets of an environment', () => {
  it('are its secret values and the passwords in them, longest first, without those too short to be masked', () => {
    const env = {
      PATH: '/usr/bin',
      PIN_PASSWORD: '12345',
      DB_PASSWORD: 'sixsix',
      API_KEY: 'a longer value',
      DATABASE_URL: values.url,
      EMPTY_TOKEN: '',
    };
    expect(secretsIn(env)).toEqual([values.url, 'a longer value', 'correct-horse', 'sixsix']);
  });

  it('are none in an environment without any', () => {
    expect(secretsIn({ PATH: '/usr/bin', HOME: '/home/somebody' })).toEqual([]);
  });
});

describe('masking', () => {
  it('replaces a secret everywhere in a text', () => {
    expect(maskSecrets('curl -H "Bearer hunter22" # hunter22', ['hunter22'])).toBe(
      'curl -H "Bearer ***" # ***',
    );
  });

  it('takes a secret letter for letter', () => {
    expect(maskSecrets('a.c$& abc', ['a.c$&'])).toBe('*** abc');
  });

  it('leaves nothing of a longer secret that begins with a shorter one', () => {
    const secrets = secretsIn({ A_TOKEN: 'hunter22', B_TOKEN: 'hunter22-and-more' });
    expect(maskSecrets('hunter22-and-more hunter22', secrets)).toBe('*** ***');
  });

  it('leaves a text alone when there are no secrets', () => {
    expect(maskSecrets('as it was', [])).toBe('as it was');
  });

  it('leaves nothing of two secrets that overlap', () => {
    expect(maskSecrets('x abcdefghi x', ['abcdef', 'defghi'])).toBe('x *** x');
  });
});
