import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readCases } from '../../scripts/corpus-score.mjs';
import {
  type AnalyzedShell,
  analyze,
  analyzeNext,
  newShell,
  runNext,
  standingIn,
  standingOf,
} from '../../src/analysis/analyze.ts';
import { ownPart } from '../../src/analysis/own-part.ts';
import type { Invocation } from '../../src/model/analysis.ts';

const where = { cwd: '/w', home: '/h' };

/** A shell that has run these. */
function shellBehind(...commands: readonly string[]): AnalyzedShell {
  let shell: AnalyzedShell | null = newShell(where);
  for (const command of commands) shell = shell && runNext(shell, command);
  if (shell === null) throw new Error('expected commands that can be followed');
  return shell;
}

/** What a command runs in a shell, as words. */
function runsIn(shell: AnalyzedShell, command: string): readonly string[] {
  const { analysis, first } = analyzeNext(shell, command);
  if (analysis.kind !== 'parsed') throw new Error('expected a command that can be followed');
  const text = (word: Invocation['argv'][number]) => (word.kind === 'known' ? word.text : '?');
  return analysis.invocations.slice(first).map(({ argv }) => argv.map(text).join(' '));
}

describe('a command is read in the shell that others have left', () => {
  test.each([
    ['a directory', ['cd build'], 'ls ..', 'ls ..'],
    ['a variable', ['x=rm', 'y="$x -rf"'], '$y src', 'rm -rf src'],
    ['a function', ['f() { rm -rf "$1"; }'], 'f src', 'f src; rm -rf src'],
    ['a function that another one replaces', ['f() { rm x; }', 'f() { ls "$1"; }'], 'f src', 'f src; ls src'],
    ['an alias', ['alias ls="rm -rf"', 'shopt -s expand_aliases'], 'ls src', 'rm -rf src'],
    ['a trap that was set', ['trap "rm -rf src" EXIT'], 'true', 'true; rm -rf src'],
    ['what was written to a file', ['echo "rm -rf src" > s.sh'], 'bash s.sh', 'bash s.sh; rm -rf src'],
    ['what a command has printed', ['x=$(echo rm)'], '$x src', 'rm src'],
    ['positional parameters', ['set -- rm src'], '"$@"', 'rm src'],
    ['that an `exit` has not ended, as it has jobs', ['x=rm; exit'], '$x src && $x b', 'rm src; rm b'],
    ['what belongs to the next command alone', ['x=1'], 'y=2 ls "$x"', 'ls 1'],
  ])('%s', (_title, before, command, runs) => {
    expect(runsIn(shellBehind(...before), command).join('; ')).toContain(runs);
  });

  test('that stays as it was', () => {
    const shell = shellBehind('x=1');
    expect(runsIn(shell, 'x=2; trap "echo $x" EXIT; f() { :; }; cd /; echo "$x"')).toContain('echo 2');
    expect(runsIn(shell, 'echo "$x"; f')).toEqual(['echo 1', 'f']);
    const trapped = shellBehind('x=src', "trap 'rm $x' USR1");
    expect(runsIn(trapped, 'x=2')).toContain('rm ?');
    expect(runsIn(trapped, 'true')).toContain('rm src');
  });

  test('with places that are those in all of the text', () => {
    const { analysis, first } = analyzeNext(shellBehind('x=1', 'f() { rm "$x"; }'), 'echo "$x" && f');
    if (analysis.kind !== 'parsed') throw new Error('expected a command that can be followed');
    const { command, invocations } = analysis;
    const texts = invocations.slice(first).map(({ span }) => command.slice(span.start, span.end));
    expect(texts).toEqual(['echo "$x"', 'f', 'rm "$x"']);
  });

  test('however many there were', () => {
    const many = Array.from(
      { length: 1_000 },
      (_, at) => `x=${at}; cd . && for i in a b; do echo "$i"; done`,
    );
    expect(runsIn(shellBehind(...many), 'echo "$x"')).toEqual(['echo 999']);
  });
});

test('what a shell has been left in by what cannot be followed is not known', () => {
  const unread = 'echo "unfinished';
  expect(runNext(newShell(where), unread)).toBe(null);
  expect(analyzeNext(shellBehind('x=1'), unread).analysis).toMatchObject({
    kind: 'unparsed',
    command: unread,
  });
});

/** Stands between what was before and the command, where both are one text. */
const boundary = 'what-was-before';

/** The invocations from one on; an id is told by how far behind that one it is. */
function relative(invocations: readonly Invocation[], first: number): unknown {
  const idOf = (id: unknown) => (typeof id === 'number' && id >= first ? `+${id - first}` : id);
  const text = JSON.stringify(invocations.slice(first), (key, value) => {
    if (key === 'span') return undefined;
    if (key === 'id' || key === 'parent') return idOf(value);
    return (key === 'of' || key === 'from') && Array.isArray(value) ? value.map(idOf) : value;
  });
  return JSON.parse(text);
}

test('commands one by one come to the same as all of them in one text', () => {
  const cases = readCases(readFileSync(new URL('../corpus/own.jsonl', import.meta.url), 'utf8'));
  const commands = cases
    .map(({ command }) => command)
    // In one text nothing comes behind an `exit`.
    .filter((command) => command.length < 500 && !/\bexi/.test(command))
    .filter((command) => analyze(command, where).kind === 'parsed');
  let compared = 0;
  for (let at = 0; at + 3 < commands.length; at += 1) {
    const [one = '', two = '', command = ''] = [at, (at * 7) % commands.length, at + 3].map(
      (n) => commands[n],
    );
    const shell = [one, two].reduce<AnalyzedShell | null>(
      (now, each) => now && runNext(now, each),
      newShell(where),
    );
    const all = analyze([one, two, boundary, command].join('\n'), where);
    if (shell === null || all.kind !== 'parsed') continue;
    const end = all.invocations.findLastIndex(({ name }) => name === boundary);
    expect(end, `${one}\n${two}`).not.toBe(-1);
    const { analysis, first } = analyzeNext(shell, command);
    if (analysis.kind !== 'parsed') throw new Error(`expected that it can be followed: ${command}`);
    expect(relative(analysis.invocations, first), command).toEqual(relative(all.invocations, end + 1));
    compared += 1;
  }
  expect(compared).toBeGreaterThan(1_000);
});

describe('a shell of which the system tells where it is', () => {
  const outside = { source: 'source ./missing' };

  /** What a command reads there, by the directories that a name of the same directory is known by. */
  function readsIn(
    before: readonly string[],
    directory: string,
    command: string,
    links: readonly string[] = [],
  ) {
    const leadsThere = (name: string) => name === directory || links.includes(name);
    const behind = shellBehind(...before);
    const shell = standingIn(behind, standingOf(behind, directory, leadsThere));
    const { analysis, first } = analyzeNext(shell, command);
    if (analysis.kind !== 'parsed') throw new Error('expected a command that can be followed');
    const paths = analysis.invocations
      .slice(first)
      .flatMap(({ effects }) => effects.flatMap((effect) => (effect.kind === 'reads' ? [effect.path] : [])));
    return paths.map((path) => (path.kind === 'known' ? path.text : null));
  }

  test.each([
    ['one of two places', ['cd sub'], '/w/sub', 'cat a', ['/w/sub/a']],
    ['the other one', ['cd sub'], '/w', 'cat a', ['/w/a']],
    ['up from there', ['cd sub'], '/w/sub', 'cd ..; cat a', ['/w/a', '/w/sub/a']],
    ['as it calls itself', ['cd sub'], '/w/sub', 'cat "$PWD/a" ~+/b', ['/w/sub/a', '/w/sub/b']],
    ['where nothing is known', [outside.source], '/w/x', 'cat a ../b', ['/w/x/a', '/w/b']],
    ['up from where it may have come by a link', [outside.source], '/w/x', 'cd ../y && cat a', [null]],
    ['what it calls itself then', [outside.source], '/w/x', 'cat "$PWD/a" ~+/b', [null, null]],
    ['where it was then', [outside.source], '/w/x', 'cd /y && cat a && cd - && cat b', ['/y/a', null]],
    [
      'up from a place that it has gone to by its name',
      [outside.source],
      '/w/x',
      'cd /w/y && cd .. && cat a',
      ['/w/a'],
    ],
    ['what it has put aside', [outside.source], '/w/x', 'pushd /y && cat a && popd && cat b', ['/y/a', null]],
    [
      'elsewhere than its commands could have led it',
      ['cd sub'],
      '/z',
      'cat a; cd .. && cat b',
      ['/z/a', null],
    ],
  ])('%s', (_title, before, directory, command, read) => {
    expect(readsIn(before, directory, command)).toEqual(read);
  });

  test('calls it by the link that it has come by, and goes up from that', () => {
    expect(readsIn(['cd link'], '/w/x/y', 'cd .. && cat a', ['/w/link'])).toEqual(['/w/a']);
    expect(readsIn(['cd "$link"'], '/w', 'cd .. && cat a')).toEqual([null]);
  });
});

test('a part of all that a shell has run is like the command alone', () => {
  const shell = shellBehind('x=1', "f() { cat 'a file' | wc; }");
  const command = 'echo "$x" > out | f | cat < in';
  const { analysis, first } = analyzeNext(shell, command);
  if (analysis.kind !== 'parsed') throw new Error('expected a command that can be followed');
  const own = ownPart(analysis, { command, first, start: analysis.command.length - command.length });
  const alone = analyze(command.replace('"$x"', '"1"').replace(' f ', ' wc '), where);
  if (alone.kind !== 'parsed') throw new Error('expected a command that can be followed');
  expect(own.invocations.map(({ id }) => id)).toEqual(own.invocations.map((_, at) => at));
  expect(own).toMatchObject({ command, bytes: command.length });
  const told = (invocations: readonly Invocation[]) =>
    invocations
      .filter(({ via }) => via.every(({ kind }) => kind !== 'function'))
      .map(({ argv, span, redirects }) => [
        argv[0],
        command.slice(span.start, span.end),
        redirects.map((one) => command.slice(one.span.start, one.span.end)),
      ]);
  expect(told(own.invocations).map(([, text, redirects]) => [text, redirects])).toEqual([
    ['echo "$x" > out', ['> out']],
    ['f', []],
    ['cat < in', ['< in']],
  ]);
  const [piped] = own.invocations.filter(({ argv: [name] }) => name?.kind === 'known' && name.text === 'wc');
  const [source] = own.invocations.filter(
    ({ redirects, argv: [name] }) => redirects.length === 0 && name?.kind === 'known' && name.text === 'cat',
  );
  expect(piped?.stdin).toMatchObject({ kind: 'pipe', from: [source?.id] });
});
