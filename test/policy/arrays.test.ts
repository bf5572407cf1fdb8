import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../src/model/decision.ts';
import { verdictOf } from './shipped.ts';

/** Arrays by their subscripts: numbers, counts, keys in quotes. Nothing here is executed. */
const cases: readonly (readonly [verdict: Verdict, commands: readonly string[]])[] = [
  [
    'deny',
    [
      'c[${#c[@]}]=rm; c[${#c[@]}]=-rf; c[${#c[@]}]=/; c=(rm -rf /); "${c[@]}"',
      'c=(); c[${#c[@]}]=rm; c[${#c[@]}]=-rf; c[${#c[@]}]=/; "${c[@]}"',
      'c=(rm); c[${#c[*]}]=-rf; c[${#c[*]}]=/; "${c[@]}"',
      'declare -A m; m["x"]=$(rm -rf /)',
      'declare -A m; m["x"]=rm; ${m["x"]} -rf /',
      'declare -A m; echo "${m["$(rm -rf /)"]}"',
      // Of a plain variable it is a part of the text.
      'c=xrm; "${c[@]:1}" -rf /',
    ],
  ],
  [
    'ask',
    [
      'c[${#c[@]}]=ls; "${c[@]}"',
      'f=x/etc/passwd; cat "${f[@]:1}"',
      'm["x"]=1', // It is no key where the variable is a list.
      'm=(["x"]=1)',
      'declare -A m; unset m; m["x"]=1',
      'declare -A m; m["$(ls)"]=1',
      'declare -A m; m["$x"]=1',
      'declare -A m; m["x]=1; echo $(ls)"]=1',
      'declare -A m; m["x"]=/etc/passwd; cat "${m["x"]}"',
      'declare -A m=([\'x y\']=/etc/passwd); cat "${m[@]}"',
      'mapfile -t a < <(cat f); for i in "${!a[@]}"; do cat "${a[$i]}"; done',
      'for i in "${!a[@]}"; do echo "${a[$i]}"; done',
      'declare -A a; for i in "${!a[@]}"; do echo "$((i))"; done',
    ],
  ],
  [
    'allow',
    [
      'declare -A m; m["x"]=1; echo "${m["x"]} ${m[x]}"',
      "declare -A m; m['x y']=1; echo \"${m['x y']}\"",
      'declare -A m=(["a"]=1 [\'b c\']=2); for k in "${!m[@]}"; do echo "$k: ${m[$k]}"; done',
      'mapfile -t a < f; for i in "${!a[@]}"; do echo "$i: ${a[$i]}"; done',
      'mapfile -t a < <(git branch); for i in "${!a[@]}"; do echo "$((i + 1)) ${a[i]}"; done',
      'a=(x y); a[${#a[@]}]=z; echo "${a[2]}"',
    ],
  ],
];

describe.each(cases)('an array by its subscripts has the verdict %s', (verdict, commands) => {
  test.each(commands)('%s', (command) => {
    expect(verdictOf(command)).toBe(verdict);
  });
});
