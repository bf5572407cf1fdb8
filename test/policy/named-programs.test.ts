import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { realPath } from '../../src/engine/real-path.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** What is said of a command in a part of a project that has this file. Nothing is executed. */
function judgedWith(file: string, command: string) {
  const root = join(temporaryDirectory(), 'project');
  const cwd = join(root, 'a/b');
  mkdirSync(cwd, { recursive: true });
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), '');
  const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  const { decision } = judgeCommand(shippedPolicy, command, {
    cwd,
    home: dirname(root),
    realPath,
    isThere,
  });
  return { verdict: decision.verdict, ids: decision.findings.map(({ id }) => id) };
}

test.each([
  ['.yarnrc.yml', 'yarn --version'],
  ['.yarnrc', 'yarn why left-pad'],
  ['a/.yarnrc.yml', 'yarn list'],
  ['.pnpmfile.cjs', 'pnpm --version'],
  ['pnpm-workspace.yaml', 'pnpm list'],
  ['.npmrc', 'pnpm why left-pad'],
  ['.mvn/jvm.config', 'mvn -v'],
  ['scrapy.cfg', 'scrapy --version'],
  ['.rubocop', 'rubocop --version'],
  ['.rspec', 'rspec --help'],
  ['Gemfile', 'jekyll --version'],
  ['bin/rails', 'rails --version'],
  ['ava.config.mjs', 'ava --version'],
  ['.nycrc', 'nyc --version'],
  ['.sequelizerc', 'sequelize --version'],
  ['.gulp.cjs', 'gulp --version'],
  ['prisma.config.ts', 'prisma --version'],
  ['tools/bazel', 'bazel --version'],
  ['toxfile.py', 'tox --version'],
  ['vue.config.js', 'vue-cli-service --help'],
  ['premake5.lua', 'premake5 --version'],
  ['Gruntfile.js', 'grunt --help'],
  ['gruntfile.coffee', 'grunt --version --verbose'],
  ['a/b/app.py', 'flask --help'],
  ['.flaskenv', 'flask --help'],
  ['SConstruct', 'scons -h'],
  ['wscript', 'waf --help'],
  ['xmake.lua', 'xmake --help'],
  ['.cargo/config.toml', 'cargo tree'],
  ['a/b/.cargo/config', 'cargo metadata --no-deps'],
  ['rust-toolchain.toml', 'cargo fmt --check'],
  ['rust-toolchain', 'rustc --version'],
  ['setup.cfg', 'flake8 --version'],
  ['.pylintrc', 'pylint --help'],
  ['global.json', 'dotnet --version'],
  ['.pdm-plugins/x', 'pdm --version'],
  ['.poetry/plugins/x', 'poetry --version'],
  ['a/other/.yarnrc.yml', 'yarn --cwd ../other --version'],
  ['other/.cargo/config.toml', 'cargo -C .. -C ../other tree'],
  ['a/other/.pnpmfile.cjs', 'pnpm --dir=../other list'],
  ['a/b/other/.pnpmfile.cjs', 'env -C other pnpm list'],
])('with %s what is run is not known: %s', (file, command) => {
  expect(judgedWith(file, command)).toEqual({ verdict: 'ask', ids: ['named-by-project'] });
});

test.each([
  'cd "$(cat where)" && yarn --version',
  'for d in */; do (cd "$d" && cargo tree); done',
  'yarn --cwd "$(cat where)" --version',
])('where it is not known in which directory it would be run, any of them may be there: %s', (command) => {
  const { verdict, ids } = judgedWith('package.json', command);
  expect([verdict, ids.includes('named-by-project')]).toEqual(['ask', true]);
});

test.each([
  ['package.json', 'yarn --version'],
  ['pnpm-lock.yaml', 'pnpm --version'],
  ['pom.xml', 'mvn -v'],
  ['.rubocop.yml', 'rubocop --version'],
  ['gulpfile.js', 'gulp --version'],
  ['Gruntfile.js', 'grunt --version'],
  ['app.py', 'flask --version'],
  ['SConstruct', 'scons --version'],
  ['tox.ini', 'tox --version'],
  ['../.yarnrc.yml', 'yarn list'],
  ['Cargo.toml', 'cargo tree'],
  ['.cargo/config.toml', 'rustc --version'],
  ['.yarnrc.yml', 'npm ls'],
  ['Cargo.toml', 'flake8 --version'],
])('with %s nothing of that can be: %s', (file, command) => {
  expect(judgedWith(file, command)).toEqual({ verdict: 'allow', ids: [] });
});
