import { expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { verdictOf } from './shipped.ts';

/** Nothing here is executed. */
test.each([
  'echo 1 + 1 | terraform console',
  'npm create vite@latest app -- --template react',
  'npm repo --browser false',
  'npm docs --no-browser express',
  'aws logs create-export-task --log-group-name a',
  'aws rds start-export-task --export-task-identifier a',
])('a person is not asked about %s', (command) => {
  expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('allow');
});

test.each([
  'terraform console',
  'npm create vite@latest app',
  'npm repo',
  'npm repo --browser true',
  'aws configure export-credentials',
  // It may be any file, also of the repository itself.
  'bunzip2 "$f"',
])('a person is asked about %s', (command) => {
  expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('ask');
});
