import { expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { decisionOn, verdictOf } from './shipped.ts';

/** Files that are named in a text, or for a program of which little else is known. Nothing here is executed. */
test.each([
  `sqlite3 a.db "select readfile('.env')"`,
  `echo "select readfile('.env')" | sqlite3`,
  `sqlite3 a.db "select * from (select \\"readfile\\" ('.env'))"`,
  `duckdb -c "select * from '.env'"`,
  `duckdb a.db "select content from read_text('.env')"`,
  `yq 'load_str(".env")' a.yml`,
  `yq -n 'load( ".env" )'`,
  'ffmpeg -i .env',
  'convert text:.env out.png',
  'vim .env',
  'nano config/.env',
  'm4 .env',
  "echo 'include(`.env'\\'')' | m4",
])('in a sandbox a person is asked about %s, which reads a secret', (command) => {
  const { findings } = decisionOn(command, shippedPolicyInSandbox('none'));
  expect(findings.map(({ id }) => id)).toEqual(['read-secret']);
});

test.each([
  `sqlite3 a.db "select * from users where name = 'readfile'"`,
  `yq 'load("b.yml")' a.yml`,
  `yq '.a = "load_str"' a.yml`,
  'ffmpeg -i https://site.example/.env out.mp4',
  'convert a.png -resize 50% b.png',
  'vim -es notes.txt',
  'm4 -D name=value notes.m4',
])('in a sandbox a person is not asked about %s', (command) => {
  expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('allow');
});
