import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realPath } from '../../src/engine/real-path.ts';
import type { Verdict } from '../../src/model/decision.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { verdictOf } from './shipped.ts';

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What is said of a command in a directory that has these files. Nothing is executed. */
function verdictAmong(files: readonly string[], command: string): Verdict {
  const cwd = join(temporaryDirectory(), 'project');
  for (const file of ['src/x.py', ...files]) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), '');
  }
  return judgeCommand(shippedPolicy, command, { cwd, home: '/home/user', realPath, isThere }).decision
    .verdict;
}

describe('a module of an installed program', () => {
  test.each([
    'python3 -m pip list',
    'python3 -m pip show requests',
    'python -m pip freeze | grep -i django',
    'python3.12 -mpip --version',
    'python3 -m pip check; git status',
    'cd src && python3 -m pip list',
    'python3 -I -m pip list',
  ])('is judged as that program: %s', (command) => {
    expect(verdictAmong(['pip/README.md', 'http/x.py', 'setup.py'], command)).toBe('allow');
  });

  test.each([
    'python3 -m pip install x',
    'python3 -m pip download x',
    'python3 -m pip config set global.index-url https://x.example',
    'python3 -m pytest',
    'python3 -m tox',
    'PYTHONPATH=lib python3 -m pip list',
    'cd "$dir" && python3 -m pip list',
    'echo x > pip.py; python3 -m pip list',
    'cp src/x.py pip.py && python3 -m pip list',
    'tar xf a.tar; python3 -m pip list',
    'python3 -m unknown_module list',
    'python3 -m "$module" list',
  ])('is asked about where it does more, or may be another: %s', (command) => {
    expect(verdictAmong([], command)).toBe('ask');
  });

  test.each(['pip.py', 'pip/__init__.py', 'pip.so', 'logging.py', 'email/__init__.py', 'argparse.pyc'])(
    'is asked about where python would take another in the working directory: %s',
    (file) => {
      expect(verdictAmong([file], 'python3 -m pip list')).toBe('ask');
      expect(verdictAmong([`src/${file}`], 'cd src && python3 -m pip list')).toBe('ask');
      expect(verdictAmong([`src/${file}`], 'python3 -m pip list')).toBe('allow');
      expect(verdictAmong([file], 'python3 -I -m pip list')).toBe('allow');
    },
  );

  test.each([
    'python3 -m unittest',
    'python3 -m unittest discover -s tests',
    'python3 -m doctest src/x.py',
    'python3 -m doctest doctest',
    'python3 -m cProfile src/x.py',
    'python3 -m cProfile -o out src/x.py',
    'python3 -m profile src/x.py',
    'python3 -m trace --trace src/x.py',
    'python3 -I -m unittest',
    'python3 -P -m cProfile src/x.py',
  ])('is asked about where it runs what is in the working directory: %s', (command) => {
    expect(verdictAmong([], command)).toBe('ask');
  });

  test('is asked about where no file can be looked at, unless the working directory does not count', () => {
    expect(verdictOf('python3 -m pip list')).toBe('ask');
    expect(verdictOf('python3 -I -m pip list')).toBe('allow');
    expect(verdictOf('python3 -P -m pip list')).toBe('allow');
    expect(verdictOf('docker exec web python3 -I -m pip list')).toBe('ask');
  });
});

describe('a module of python', () => {
  test('is asked about where one in the working directory has its name, or that of one that it takes in', () => {
    expect(verdictAmong([], 'python3 -m json.tool x.json')).toBe('allow');
    expect(verdictAmong(['json/README.md'], 'python3 -m json.tool x.json')).toBe('allow');
    expect(verdictAmong(['json.py'], 'python3 -m json.tool x.json')).toBe('ask');
    expect(verdictAmong(['json/__init__.py'], 'cat x.json | python3 -m json.tool')).toBe('ask');
    expect(verdictAmong(['argparse.py'], 'python3 -m json.tool x.json')).toBe('ask');
    expect(verdictAmong(['argparse.py'], 'python3 -I -m json.tool x.json')).toBe('allow');
  });
});
