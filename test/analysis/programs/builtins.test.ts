import { describe, expect, it } from 'vitest';
import { unknown, unknownWords } from '../../../src/analysis/words.ts';
import { effectLines } from './effect-lines.ts';

describe('builtins that set variables', () => {
  it.each([
    ['export', 'A=1', ['sets A=1 for the environment']],
    ['export', 'A', ['sets A=… for the environment']],
    ['export', 'PATH+=:/x', ['sets PATH=… for the environment']],
    ['export', ['discloses variable *']],
    ['export', '-p', ['discloses variable *']],
    ['export', '-n', 'A', ['changes shell A']],
    ['export', '-fn', 'f', ['changes shell f']],
    ['declare', ['discloses variable *']],
    ['declare', '-px', ['discloses variable *']],
    ['declare', '-p', 'HOME', ['discloses variable HOME']],
    ['declare', '-f', 'f', []],
    ['declare', '-F', []],
    ['declare', '-A', 'm', ['sets m=… for the shell']],
    ['declare', '-x', 'A=1', ['sets A=1 for the environment']],
    ['declare', '+x', 'A=1', ['sets A=1 for the shell']],
    [
      'declare',
      '-n',
      'r=PATH',
      ['unknown-code a variable that stands for another', 'sets r=PATH for the shell'],
    ],
    ['declare', '-i', 'n=1+2', ['sets n=1+2 for the shell']],
    ['typeset', '-i', 'n=a[$(x)]', ['sets n=a[$(x)] for the shell', 'unknown-code n=a[$(x)]']],
    ['local', 'a[$(x)]=1', ['unknown-code a[$(x)]']],
    ['local', 'x=1', 'y', ['sets x=1 for the shell', 'sets y=… for the shell']],
    ['readonly', 'A=1', ['sets A=1 for the shell']],
    ['readonly', ['discloses variable *']],
    ['unset', 'A', 'B[1]', ['changes shell A', 'changes shell B[1]']],
    ['unset', 'a[$(x)]', ['unknown-code a[$(x)]']],
    ['read', '-r', 'line', ['sets line=… for the shell']],
    ['read', '-ru', '3', 'a', ['sets a=… for the shell']],
    ['read', '-ra', 'words', ['sets words=… for the shell']],
    ['read', ['sets REPLY=… for the shell']],
    ['read', '-r', 'a[$(x)]', ['unknown-code a[$(x)]']],
    ['mapfile', '-t', 'lines', ['sets lines=… for the shell']],
    ['mapfile', '-C', 'touch x', '-c', '1', 'a', ['executes touch x and more', 'sets a=… for the shell']],
    [
      'getopts',
      'ab:',
      'opt',
      ['sets opt=… for the shell', 'sets OPTARG=… for the shell', 'sets OPTIND=… for the shell'],
    ],
    ['printf', '%s\\n', '-x', []],
    ['printf', '100%%\\n', []],
    ['printf', '-v', 'PATH', '/x', ['sets PATH=/x for the shell']],
    ['printf', '-v', 'a[$(x)]', '1', ['unknown-code a[$(x)]']],
    ['printf', '%d%n', '1', 'PATH', ['program-specific %n sets a variable']],
    ['let', 'x=1', ['sets x=… for the shell']],
    ['let', 'x+=1', ['sets x=… for the shell', 'unknown-variable x']],
    ['let', 'i++', ['sets i=… for the shell', 'unknown-variable i']],
    ['let', 'a[$(x)]=1', ['unknown-code a[$(x)]=1']],
  ] as [string, ...(string | string[])[]][])('%s %j %j %j %j', (...row) => {
    expect(effectLines(...(row.slice(0, -1) as string[]))).toEqual(row.at(-1));
  });
});

describe('builtins that test and print', () => {
  it.each([
    [['echo', '-n', '--', '-x'], []],
    [['true', '--zap'], []],
    [['test', '-f', 'a'], []],
    [['[', 'a', '=', 'b', ']'], []],
    [['test', '-v', 'HOME'], []],
    [['test', '-v', 'a[$(x)]'], ['unknown-code a[$(x)]']],
    [['[', '-v', 'a[$(x)]', ']'], ['unknown-code a[$(x)]']],
    [['[[', 'a[$(x)]', '-eq', '1', ']]'], ['unknown-code a[$(x)]']],
    [['[[', '2', '-lt', '1', ']]'], []],
  ])('%j', (argv, expected) => {
    expect(effectLines(...argv)).toEqual(expected);
  });

  it('may evaluate a name where two words are all there is', () => {
    expect(effectLines('[', '-n', unknown(), ']')).toEqual([]);
    expect(effectLines('[', unknown(), '=', unknown(), ']')).toEqual([]);
    expect(effectLines('[', unknown(), unknown(), ']')).toEqual(['unknown-code …']);
  });
});

describe('builtins that keep the state of the shell', () => {
  it.each([
    [['cd', 'a'], ['changes-directory /w/a']],
    [['cd', '-P', '..'], ['changes-directory /']],
    [['cd'], ['changes-directory …']],
    [['cd', '-'], ['changes-directory …']],
    [['pushd', 'a'], ['changes-directory /w/a']],
    [['popd'], ['changes-directory …']],
    [['dirs', '-v'], []],
    [['pwd', '-P'], []],
    [['set', '-euo', 'pipefail'], []],
    [['set', '+e'], []],
    [['set', '+o', 'noglob'], []],
    [
      ['set', '-T', '-o', 'posix'],
      ['changes shell functrace', 'changes shell posix', 'unknown-code posix'],
    ],
    [['set', '-a'], ['changes shell allexport']],
    [['set', '--', '-a', 'b'], []],
    [['set'], ['discloses variable *']],
    [['set', '-Z'], ['unknown-option -Z']],
    [['shopt', '-s', 'nullglob'], []],
    [
      ['shopt', '-s', 'lastpipe'],
      ['changes shell lastpipe', 'unknown-code lastpipe'],
    ],
    [
      ['set', '+B'],
      ['changes shell braceexpand', 'unknown-code braceexpand'],
    ],
    [
      ['enable', '-n', 'cd'],
      ['changes shell cd', 'unknown-code enable -n'],
    ],
    [['enable', '-n'], []],
    [['shopt', '-p'], []],
    [['umask'], []],
    [['umask', '077'], ['changes shell 077']],
    [['ulimit', '-a'], []],
    [['ulimit', '-n', '4096'], ['changes shell 4096']],
    [['type', '-a', 'ls'], []],
    [['hash', '-r'], ['changes shell -r']],
    [
      ['hash', '-p', './x', 'ls'],
      ['program-by-path ./x', 'changes shell ls'],
    ],
    [
      ['enable', '-f', './x.so', 'y'],
      ['executes file /w/x.so', 'changes shell y'],
    ],
    [['enable'], []],
    [['alias', "ll='ls -l'"], ['changes shell ll']],
    [['alias', 'll'], []],
    [['eval', 'echo', 'a b'], ['executes shell echo a b']],
    [['eval'], []],
    [['source', 'a.sh', 'b'], ['executes file /w/a.sh']],
    [['.', '/dev/stdin'], ['executes shell from its input']],
    [['trap'], []],
    [['trap', '-l'], []],
    [
      ['trap', 'rm x', 'EXIT'],
      ['changes shell EXIT', 'executes shell rm x'],
    ],
    [['trap', '-', 'INT'], ['changes shell INT']],
    [['wait'], []],
    [['wait', '-n'], []],
    [['jobs', '-l'], []],
    [['jobs', '-x', 'touch', '-a', 'x'], ['executes touch -a x']],
    [['fg', '%1'], ['interactive']],
    [['bg'], ['background']],
    [['disown', '-a'], ['background']],
    [['history', '20'], ['discloses history']],
    [['history', '-a', 'f'], ['appends /w/f']],
    [['history', '-w'], ['replaces …']],
    [['history', '-s', 'x'], ['changes shell -s']],
    [['history', '-c'], ['destroys shell history']],
    [['fc', '-l'], ['discloses history']],
    [
      ['fc', '-e', 'vi', '-1'],
      ['executes vi and more', 'interactive', 'executes shell …'],
    ],
    [['fc', '-s'], ['executes shell …']],
    [
      ['complete', '-C', 'touch x', 'ls'],
      ['executes touch x and more', 'changes shell ls'],
    ],
    [['complete', '-p'], []],
    [['compgen', '-c'], []],
    [['compgen', '-W', '$(touch x)'], ['unknown-code $(touch x)']],
    [['bind', '-x', '"\\C-x": touch x'], ['executes shell  touch x']],
    [['exit', '3'], []],
    [['shift', '2'], []],
    [['help', 'cd'], []],
  ])('%j', (argv, expected) => {
    expect(effectLines(...argv)).toEqual(expected);
  });

  it('may be given options by words that are not known', () => {
    expect(effectLines('eval', 'echo', unknown())).toEqual(['executes shell echo …']);
    expect(effectLines('set', unknownWords())).toEqual(['possible-option …']);
    expect(effectLines('type', unknown())).toEqual([]);
  });
});
