import { expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { places, verdictOf } from './shipped.ts';

/** Code that a program reads from a `<(…)` or from a name of its standard input is read there as it is elsewhere. Nothing here is executed. */
const asked = [
  `python3 <(echo 'import shutil; shutil.rmtree("src")')`,
  `python3 <(printf 'import shutil\\nshutil.rmtree("src")\\n')`,
  `python3 -u <(echo 'import os; os.system("rm -rf src")') --verbose`,
  `node <(echo 'require("fs").rmSync("src", {recursive: true})')`,
  `perl <(echo 'system("rm -rf src")')`,
  `ruby -w <(echo 'system("rm -rf src")')`,
  "make -f <(echo 'all: ; rm -rf src')",
  "make --makefile <(printf 'all:\\n\\trm -rf src\\n') all",
  `awk -f <(echo 'BEGIN{system("rm -rf src")}') table.txt`,
  "sed -f <(echo '1e rm -rf src') notes.txt",
  "psql -f <(printf '%s\\n' '\\! rm -rf src')",
  "vim -S <(echo '!rm -rf src')",
  `diff <(python3 <(echo 'import shutil; shutil.rmtree("src")')) expected.txt`,
  `echo 'require("fs").rmSync("src", {recursive: true})' | node /dev/stdin`,
  `echo 'BEGIN{system("rm -rf src")}' | awk -f - table.txt`,
  `echo 'BEGIN{system("rm -rf src")}' | awk -f /dev/stdin table.txt`,
  "echo '1e rm -rf src' | sed -f - notes.txt",
  "echo 'all: ; rm -rf src' | make -f /dev/stdin",
  "echo 'rm -rf src' | bash < /dev/stdin",
  "echo 'rm -rf src' | sh < /dev/fd/0",
  "echo 'rm -rf src' | { sh < /proc/self/fd/0; }",
  "sh < /dev/stdin <<< 'rm -rf src'",
  "sh <<< 'rm -rf src' < /dev/stdin",
  "sh 3<<< 'rm -rf src' < /dev/fd/3",
];

const allowed = [
  "echo 'echo hi' | bash < /dev/stdin",
  'bash < /dev/stdin <<< "echo hi"',
  "python3 <(echo 'print(1)')",
  "node <(echo 'console.log(1)')",
  "awk -f <(echo '{print $1}') table.txt",
  "sed -n -f <(echo '1,3p') notes.txt",
  "make -f <(printf 'all:\\n\\techo hi\\n')",
  "jq -f <(echo '.name') package.json",
  "diff <(echo 'rm -rf src') <(echo 'os.system(\"rm -rf src\")')",
  "grep -f <(echo 'rm -rf src') notes.txt",
  "echo 'print(1)' | python3 /dev/stdin",
  "echo 'console.log(1)' | node /dev/stdin",
  "echo 'rm(1)' | ruby /dev/fd/0",
  "echo '{print $1}' | awk -f - table.txt",
  "printf 'all:\\n\\techo hi\\n' | make -f -",
  "printf 'all:\\n\\t@echo $(words a (b c)\\n' | make -f /dev/stdin",
  "echo '{print $1 (2)}' | awk -f /dev/stdin table.txt",
  "echo 's/(a/b/' | sed -f /dev/stdin notes.txt",
];

test.each(asked)('in a sandbox is asked about: %s', (command) => {
  expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('ask');
});

test.each(allowed)('in a sandbox is not asked about: %s', (command) => {
  expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('allow');
});

test.each([
  ['python3', "python3 <(echo 'print(1)')"],
  ['awk', "awk -f <(echo '{print $1}') table.txt"],
])('of %s nothing is told twice, nor that it reads its standard input: %s', (program, command) => {
  const analysis = analyze(command, { cwd: places.workspace, home: places.home });
  if (analysis.kind !== 'parsed') throw new Error('expected a text that can be read');
  const effects = analysis.invocations.find(({ name }) => name === program)?.effects ?? [];
  const codes = effects.flatMap((effect) => (effect.kind === 'executes' ? [effect.code.kind] : []));
  expect(codes).toEqual(['file']);
  const told = effects.map((effect) => JSON.stringify(effect));
  expect(told).toEqual([...new Set(told)]);
});
