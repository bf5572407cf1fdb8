import { describe, expect, it } from 'vitest';
import { effectLines } from './effect-lines.ts';
import { wordsOf } from './words-of.ts';

const effectsOf = (text: string) => effectLines(...wordsOf(text));

describe('a tool that builds by a file of the project', () => {
  it.each([
    ['autoreconf -fvi', 'configure.ac'],
    ['libtoolize -v', 'configure.ac'],
    ['autoconf -th data.json', 'configure.ac'],
    ['automake -v', 'configure.ac'],
    ['rake -v', 'Rakefile'],
    ['just -v', 'justfile'],
    ['task -v', 'Taskfile.yml'],
    ['mage -v', 'magefile.go'],
    ['waf -v', 'wscript'],
    ['xmake -v', 'xmake.lua'],
    ['redo -v all', 'all.do'],
    ['conan install . -v', 'conanfile.py'],
    ['gradle -V build', 'build.gradle'],
    ['gradle build -v', 'build.gradle'],
    ['bmake -v name', 'Makefile'],
    ['bmake -V name -f rules.mk', 'rules.mk'],
    ['invoke --help build', 'tasks.py'],
    ['ctest -V', 'CTestTestfile.cmake'],
    ['ctest --verbose', 'CTestTestfile.cmake'],
  ])('is told to say more, and builds: %s', (text, file) => {
    expect(effectsOf(text)).toEqual(expect.arrayContaining([`executes file /w/${file}`, 'alters all of /w']));
  });

  it.each([
    ...['rake -V', 'just -V', 'autoreconf -V', 'scons -v', 'meson -v', 'gradle -v', 'conan -v', 'qmake -v'],
    ...[
      'rake --version',
      'just --help',
      'invoke --help',
      'rake --help task',
      'gradle --version',
      'make -v',
      'ctest --version',
    ],
  ])('only tells of itself: %s', (text) => {
    expect(effectsOf(text)).toEqual([]);
  });
});
