import { expect, test } from 'vitest';
import { verdictOf } from './shipped.ts';

/** Nothing here is executed. */
test.each([
  'git clean --help',
  'git add --help',
  'git filter-branch --help',
  'brew install --help',
  'apt-get remove --help',
  'apt remove bash --help',
  'bun install --help',
  'yarn add --help',
  'gcloud compute instances delete --help',
  'aws s3 rm help',
  'poetry publish --help',
])('%s shows how that is used, and is allowed', (command) => {
  expect(verdictOf(command)).toBe('allow');
});

test.each([
  ['git clean -fd --help', 'deny'],
  ['git clean --help -fd', 'deny'],
  ['git add . --help', 'deny'],
  ['git submodule foreach tool --help', 'ask'],
  ['git bisect run tool --help', 'ask'],
  ['git delete-branch main --help', 'ask'],
  ['bun lint --help', 'ask'],
  ['pdm test --help', 'ask'],
  ['poetry run tool --help', 'ask'],
  ['hatch run lint --help', 'ask'],
  ['composer test --help', 'ask'],
  ['yarn test --help', 'ask'],
  ['yarn up --help', 'ask'],
  ['bun pack --help', 'ask'],
  ['pdm new --help', 'ask'],
  ['pnpm dlx --help', 'ask'],
  ['aws s3 rm s3://x/y help', 'ask'],
  ['apt-get remove bash --help=no', 'ask'],
  ['git -c alias.x=!make x --help', 'ask'],
  ['git "$verb" --help', 'ask'],
])('%s may do more: %s', (command, verdict) => {
  expect(verdictOf(command)).toBe(verdict);
});
