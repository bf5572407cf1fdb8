import { describe, expect, test } from 'vitest';
import { verdictOf } from './shipped.ts';

/** What is a pattern once all has been expanded. Nothing here is executed. */
describe('a pattern that expansions make', () => {
  test.each([
    "x='.[e'; y=']nv'; cat $x$y",
    "y=']nv'; cat .[e$y",
    "x='.[e'; cat $x]nv",
    "x='['; cat .${x}e]nv",
    "x='.[a-'; y='z]nv'; cat \"$PWD\"/$x$y",
    "cat $(echo '.[e')$(echo ']nv')",
    'x=src/.[e; cat $x"$y"]nv',
    "shopt -s extglob; x='.@(env)'; cat $x",
    "shopt -s extglob; x='.+(e|n|v)'; cat $x",
    "shopt -s extglob; cat $(echo '.@(env)')",
    "shopt -s extglob; for f in $(printf '%s' '.@(env)'); do cat \"$f\"; done",
    "shopt -s extglob; set -- '.@(env)'; head $1",
    "shopt -s extglob; a=('.@(env)'); cat ${a[0]}",
    "shopt -s extglob; x=.@; y='(env)'; cat $x$y",
    "shopt -s extglob; x='.*'; y='(env)'; cat $x$y",
    "x='.[]e'; cat $x]nv",
    "x='.[!]a'; cat $x]nv",
    "x='.[!!]nv'; cat $x",
    "x='.[!]a]nv'; cat $x",
    'cat .[!]a]nv',
    'x=[; echo $x$TOKEN',
    'declare -A m=([a]=$TOKEN); echo "${m[@]}"',
    // It may have been set by a command before, in the same shell.
    "x='.@(env)'; cat $x",
  ])('is asked about where it is not known what it matches: %s', (command) => {
    expect(verdictOf(command)).toBe('ask');
  });

  test.each([
    'x=.envx; y=?; cat ${x%$y}',
    "x=.envx; y='*x'; cat ${x%$y}",
    "x=.envx; cat ${x%$(echo '?')}",
    "x=.envx; y=('?'); cat ${x%${y[0]}}",
    "set -- '?'; x=.envx; cat ${x%$1}",
    "x=.envx; y='[w'; cat ${x%$y-z]}",
    "x=.envx; y='?'; cat ${x/%$y}",
    "x=.envx; y='\\x'; cat ${x%$y}",
    "x=.envx; y='?'; cat ${x%${z:-$y}}",
    "shopt -s extglob; x=.envxx; p='+(x)'; cat ${x%%$p}",
  ])('is one in an operator too, and not its text: %s', (command) => {
    expect(verdictOf(command)).toBe('ask');
  });

  test.each([
    "x='src/a.ts'; y='.ts'; cat ${x%$y}.js",
    'x=\'src/a.ts\'; y=\'?\'; cat "${x%"$y"}".js',
    'x=\'src/a.ts\'; cat "${x%.*}".js',
    'x=\'.@(env)\'; cat "$x"',
    'x=\'a[b]c (d)\'; echo "$x"; echo $x',
    'x=3; echo "[$x] done"',
    'x=3; echo "(a)" "[$x]" b',
    "ls *'(copy)'.txt",
    'x=\'*\'; y=$x; echo "$y"',
    "x='[a'; y='b]'; z=$x$y; echo \"$z\"",
    'echo "$x"@"(y)" [a] \'[\'b]',
  ])('is none where it is in quotes, or nothing is opened by it: %s', (command) => {
    expect(verdictOf(command)).toBe('allow');
  });
});
