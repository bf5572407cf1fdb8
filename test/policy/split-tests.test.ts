import { expect, test } from 'vitest';
import { decisionOn } from './shipped.ts';

const code = 'a[$({touch,notes})]';

test.each([
  `test $(date '+-v ${code}')`,
  `[ $(date '+%n-v%n${code}') = x ]`,
  `[ $(git rev-parse -- '-v ${code}') ]`,
  `[ $(git rev-parse --parseopt -- -h < notes) ]`,
  `[ $(pgrep -d ' -v ${code} ' sh) ]`,
  `[ $(echo $USER"-o -v ${code.replace('$', '\\$')}"$USER) ]`,
  `[ $(pwd | sed 's/.*/-v ${code}/') ]`,
  String.raw`[ $(pwd | sed 's/.*/-v a\x5b$({touch,notes})]/') ]`,
  `[ $(pwd | sed 's/[/]*/-v ${code}/') ]`,
  `[ $(pwd | grep --label='-v ${code}' -H x) ]`,
  `[ $(hostname | tr a '[') ]`,
  `[ $(hostname | tr ab Z-_) ]`,
  String.raw`[ $(hostname | tr a '\133') ]`,
  `[ $(hostname | awk '{print "-v ${code}"}') ]`,
  `[ $(hostname | awk '{print "/" "-v ${code}" "/"}') ]`,
  `[ $(hostname | awk '{printf "%s%c", "-v a", 91}') ]`,
  `[ $(hostname | awk '{printf "%" "c", 91}') ]`,
  String.raw`[ $(hostname | awk '{print "-v a\133"}') ]`,
  `[ $(hostname | awk -F '${code}' '{print "-v " FS}') ]`,
  `[ $(hostname | awk '{print x}' 'x=-v ${code}') ]`,
  `if [ -f notes ]; then x='-v ${code}'; fi; [ $x ]`,
  `x=b; [ -f notes ] && x='-v ${code}'; test $x`,
  `case $1 in a) x='-v ${code}' ;; *) x=b ;; esac; [ $x = b ]`,
])('a test of what can be split into code is asked about: %s', (command) => {
  expect(ids(command)).toContain('test-splits');
});

test.each([
  `wait -n $(date '+-p${code}')`,
  `if [ -f notes ]; then x='-p${code}'; fi; wait -n $x`,
  `if [ -f notes ]; then x='-p ${code}'; fi; wait $x`,
])('so is a wait for it: %s', (command) => {
  expect(ids(command)).toContain('wait-option');
});

test.each([
  '[ $(node --version | cut -d. -f1 | tr -d v) -ge 20 ]',
  String.raw`[ $(node -v | sed 's/^v\([0-9]*\).*/\1/') -ge 20 ]`,
  "[ $(node -v | sed -E 's/[^0-9.]//g; s|[.].*||') -ge 20 ]",
  "[ $(python3 --version | awk '{print $2}' | cut -d. -f2) -ge 9 ]",
  "[ $(git --version | awk -F'[ .]' '{print $3}') -ge 2 ]",
  "[ $(hostname | awk '/[0-9]/ {print $1}') = x ]",
  `[ $(hostname | awk '{printf "%s", $1}') = x ]`,
  "[ $(uname -s | tr '[:upper:]' '[:lower:]') = linux ]",
  '[ $(hostname | tr A-Z a-z) = x ]',
  "[ $(hostname | grep -o '[0-9]*') = 1 ]",
  "[ $(pgrep -f '[n]ode') ]",
  '[ $(basename "$PWD") = demo ]',
  '[ $(basename "$PWD/src" .d) = demo ]',
  '[ $(git rev-parse --show-toplevel) = "$PWD" ]',
  "[ $(date '+%H %M') = 1 ]",
  'x=a; [ -f notes ] && x=b; [ $x = b ]',
  'x=a; [ -f notes ] && x=b; wait $! $x',
])('what prints a name, a number or a version is not: %s', (command) => {
  expect(ids(command)).toEqual([]);
});

function ids(command: string): readonly string[] {
  return decisionOn(command).findings.map(({ id }) => id);
}
