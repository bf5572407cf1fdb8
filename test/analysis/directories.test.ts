import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { describeWord } from '../../src/analysis/words.ts';

/** Where each `cd`, `pushd` and `popd` of a command leads, in order. */
function directoriesOf(command: string, home: string | null = '/home/user'): readonly string[] {
  const analysis = analyze(command, { cwd: '/work', home });
  if (analysis.kind !== 'parsed') throw new Error('expected a command that can be read');
  return analysis.invocations
    .flatMap(({ effects }) => effects)
    .flatMap((effect) => (effect.kind === 'changes-directory' ? [describeWord(effect.path)] : []));
}

describe('a change of the directory', () => {
  test.each([
    ['cd', ['/home/user']],
    ['HOME=/srv cd', ['/srv']],
    ['HOME=/srv; cd', ['/srv']],
    ['unset HOME; cd', ['…']],
    ['cd a && cd -', ['/work/a', '/work']],
    ['OLDPWD=/srv; cd -', ['/srv']],
    ['cd -', ['…']],
    ['CDPATH=/srv cd a', ['…']],
    ['CDPATH=/srv cd ./a', ['/work/a']],
    ['pushd a && popd', ['/work/a', '/work']],
    ['popd', ['…']],
    ['cd a; cd ..', ['/work/a', '/work', '/']],
    ['cd a b', ['…']],
    ['cd "$1"', ['…']],
    ['cd a*', ['/work/a*']],
    ["bash -c 'cd /srv'", ['/srv']],
  ])('leads where the shell would be: %s', (command, directories) => {
    expect(directoriesOf(command)).toEqual(directories);
  });

  test('to the home directory is not known where that is not', () => {
    expect(directoriesOf('cd', null)).toEqual(['…']);
  });
});
