import { describe, expect, test } from 'vitest';
import { plainSettings } from '../../src/confine/plain-settings.ts';

/** What is shown of the lines of a file, without the comment that says so. */
function shown(path: string, ...lines: readonly string[]): readonly string[] | null {
  const text = plainSettings(path, lines.join('\n'));
  if (text === null) return null;
  const [comment, ...others] = text.trimEnd().split('\n');
  expect(comment).toMatch(/^[;#] What else is in this file is hidden here\.$/);
  return others;
}

describe('of settings for npm', () => {
  const npmrc = (...lines: readonly string[]) => shown('/home/u/.npmrc', ...lines);

  test('switches, numbers and addresses of registries are shown, and nothing else', () => {
    const plain = [
      'registry=https://npm.example.com:8443/artifactory/api/npm/npm-virtual/',
      '@corp:registry = "https://npm.example.com/"',
      'ignore-scripts=true',
      'min-release-age=7',
      'save-prefix=~',
      'audit-level=moderate',
      'before=2026-01-31',
      'save-prefix=',
    ];
    const others = [
      '//npm.example.com/:_authToken=0123456789abcdef',
      '//npm.example.com/:_password=c2VjcmV0',
      '_auth=c2VjcmV0',
      'email=a@example.com',
      'init-author-name=Somebody',
      'proxy=http://user:secret@proxy.example.com',
      '; ignore-scripts=secret',
      '# secret',
      '',
    ];
    expect(npmrc(...others, ...plain, ...others)).toEqual(plain);
  });

  test.each([
    'registry=https://user:secret@npm.example.com/',
    'registry=https://npm.example.com/0123456789abcdef/',
    'registry=https://npm.example.com/AbCdEfGhIjKlMnOp/',
    `registry=https://npm.example.com/${'a'.repeat(33)}/`,
    'registry=https://npm.example.com/?token=secret',
    'registry=https://npm.example.com/#secret',
    '@corp:registry=${REGISTRY}',
    'ignore-scripts=0123456789abcdef',
    'ignore-scripts=abcdefghijklmnop',
    'ignore-scripts=true ; 0123456789abcdef',
    'secret',
    '[section]',
    '${SCOPE}:registry=${REGISTRY}',
    'registry[]=https://npm.example.com/0123456789abcdef/',
    `registry=https://npm.example.com/${'0'.repeat(10)}/`,
    '"registry"=https://npm.example.com/',
  ])('nothing is shown where a line may be a secret, or is not understood: %s', (line) => {
    expect(npmrc('fund=false', line)).toBe(null);
  });
});

describe('an address of a registry is shown as it is', () => {
  test.each([
    'https://npm.pkg.github.com/corp',
    'https://gitlab.example.com/api/v4/packages/npm/',
    'https://gitlab.example.com/api/v4/projects/12345678/packages/npm/',
    'https://pkgs.dev.azure.com/corp/_packaging/feed/npm/registry/',
    'https://corp.jfrog.io/artifactory/api/npm/npm-virtual/',
    'https://nexus.example.com/repository/npm-group/',
    'https://corp-111122223333.d.codeartifact.eu-west-1.amazonaws.com/npm/shared/',
    'http://localhost:4873/',
  ])('%s', (address) => {
    const line = `@corp:registry=${address}`;
    expect(shown('/home/u/.npmrc', line, '//npm.example.com/:_authToken=secret')).toEqual([line]);
  });
});

describe('of settings for Yarn', () => {
  const yarnrc = (...lines: readonly string[]) => shown('/home/u/.yarnrc.yml', ...lines);

  test('switches, numbers and the address of a registry are shown, and nothing else', () => {
    const plain = [
      'npmRegistryServer: "https://npm.example.com/repository/npm/"',
      'nodeLinker: node-modules',
      'enableScripts: false',
      'npmMinimalAgeGate: 7d',
    ];
    const others = [
      'npmAuthToken: 0123456789abcdef',
      'npmRegistries:',
      '  "//npm.example.com":',
      '    npmAuthToken: 0123456789abcdef',
      '# secret',
      'initScope: corp',
    ];
    expect(yarnrc(...others, ...plain, ...others)).toEqual(plain);
  });

  test.each([
    ['npmScopes:', '  corp:', '    npmRegistryServer: https://npm.example.com/'],
    ['npmScopes: { corp: { npmRegistryServer: https://npm.example.com/ } }'],
    ['npmScopes:', '  corp: { npmRegistryServer: https://npm.example.com/ }'],
    ['npmRegistryServer: "https://user:secret@npm.example.com"'],
    ['enableScripts: "0123456789abcdef"'],
    ['enableScripts:', '  false'],
    ['yarnPath: /home/u/yarn.cjs'],
    ['- secret'],
    ['"npmAuthToken": secret'],
  ])(
    'nothing is shown where a line may be a secret, or packages would come from elsewhere: %s',
    (...lines) => {
      expect(yarnrc(...lines)).toBe(null);
    },
  );
});

test.each([
  ['.npmrc', 'ignore-scripts=true'],
  ['.yarnrc.yml', 'enableScripts: false'],
])('no line of %s is lost for how its lines end, or what it begins with', (name, line) => {
  const path = `/home/u/${name}`;
  expect(shown(path, `\ufeff${line}`)).toEqual([line]);
  expect(shown(path, '', `\r${line}`)).toEqual([line]);
  expect(shown(path, `${line}\r`, line)).toEqual([line, line]);
});

test('a name from the environment that is that of a registry is shown, too', () => {
  const lines = ['${SCOPE}:registry=https://npm.example.com/', 'registry[]=https://npm.example.com/'];
  expect(shown('/home/u/.npmrc', ...lines)).toEqual(lines);
});

test('of other files nothing is shown, and of one that is too long', () => {
  expect(plainSettings('/home/u/.netrc', 'fund=false')).toBe(null);
  expect(plainSettings('/home/u/.npmrc', '\n'.repeat(70_000))).toBe(null);
});
