import { describe, expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { verdictOf } from './shipped.ts';

/** Deleting what tools make anew, and what looks like it. Nothing here is executed. */
const inSandbox = shippedPolicyInSandbox('none');

describe('in a sandbox what tools make anew is deleted without a question', () => {
  test.each([
    'rm -rf node_modules',
    'rm -rf ./node_modules/ .pytest_cache',
    'rm -rf node_modules package-lock.json && ls',
    'rm -rf packages/*/node_modules',
    'rm -rf node_modules/.cache node_modules/*',
    'cd packages/a && rm -rf node_modules .next',
    'rm -rf *.egg-info',
    'rm -f *.o src/*.pyc',
    'find . -name "*.pyc" -delete',
    "find . -name '*.py[co]' -delete",
    'find . -name __pycache__ -type d -exec rm -rf {} +',
    "find . -type d \\( -name __pycache__ -o -name .mypy_cache \\) -exec rm -rf '{}' +",
    "find . -path '*/__pycache__/*' -delete",
    'find packages -type d -name node_modules -prune -exec rm -rf {} +',
    'find . -type d -name __pycache__ | sort | xargs rm -rf',
    'find . -type d -name __pycache__ -print0 | xargs -0 rm -rf',
    'rm -rf $(find . -name __pycache__)',
    'for d in $(find . -name node_modules -type d); do rm -rf "$d"; done',
  ])('%s', (command) => {
    expect(verdictOf(command, inSandbox)).toBe('allow');
    expect(verdictOf(command)).toBe('ask');
  });
});

describe('what may be more is asked about as ever', () => {
  test.each([
    // Names that people give too
    'rm -rf dist build out target coverage venv vendor',
    'rm -rf *modules',
    'rm -rf node_modules*',
    'rm -rf node_module[s]',
    'rm -f *.py[cox]',
    // Other things beside it
    'rm -rf node_modules src',
    'rm -rf node_modules/../src',
    'rm -rf src/../node_modules/x/../../lib',
    // A package of a workspace is a link to its sources.
    'rm -rf node_modules/package/src',
    'rm -rf node_modules/*/src',
    'find -L . -name node_modules -exec rm -rf {} +',
    'find . -follow -name "*.pyc" -delete',
    // Elsewhere
    'rm -rf ~/node_modules',
    'rm -rf /usr/lib/node_modules',
    'rm -rf .git/node_modules',
    'cd .. && rm -rf node_modules',
    'rm -rf x/.*/node_modules',
    // Searches that find others as well, or whose finds are changed on the way
    "find . -name '*.pyc' -o -name '*.py' -delete",
    "find . -name '*.pyc' , -name '*.py' -delete",
    "find . -type d -name 'node*' -exec rm -rf {} +",
    "find . -regex '.*\\|x\\.pyc' -delete",
    'find . -name node_modules -exec rm -rf {}/../src \\;',
    'find . -name node_modules -exec rm -rf src {} +',
    'find . -name node_modules -execdir rm -rf src \\;',
    "find . -name '*.pyc' | sed s/c$// | xargs rm",
    "find . -name '*.pyc' | xargs rm -rf src",
    'rm -rf $(find . -name __pycache__)/..',
    'rm -rf $(find . -name __pycache__; echo src)',
    'rm -rf "$cache/node_modules"',
    'mv node_modules /tmp',
  ])('%s', (command) => {
    expect(verdictOf(command, inSandbox)).not.toBe('allow');
  });

  test.each(["find . ! -name '*.pyc' -delete", 'find . -name __pycache__ -o -delete'])('%s', (command) => {
    expect(verdictOf(command, inSandbox)).toBe('deny');
  });
});
