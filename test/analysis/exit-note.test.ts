import { describe, expect, test } from 'vitest';
import { noteOnExit } from '../../src/analysis/exit-note.ts';

function note(command: string, code: number, parts: readonly number[] | null = null, cdHasFailed = false) {
  return noteOnExit({ command, exit: { kind: 'exited', code }, parts, cdHasFailed });
}

describe('an exit status of 1', () => {
  test.each([
    ['grep -r foo src', 'no line matched'],
    ['rg foo', 'no line matched'],
    ['git grep foo', 'no line matched'],
    ['git diff --exit-code', 'they differ'],
    ['diff -u a b', 'they differ'],
    ['cmp a b > /dev/null', 'they differ'],
    ['[ -e missing ]', 'it is not so'],
    ['test -e missing', 'it is not so'],
    ['[[ a == b ]]', 'it is not so'],
    ['((0))', 'the result is 0'],
    ['pgrep nothing', 'no process matched'],
    ['echo first; grep foo x', 'no line matched'],
    ['cd src && grep foo x', 'no line matched'],
    ['cat x | grep foo', 'no line matched'],
    ['cd src && echo looking && rg "a b"', 'no line matched'],
  ])('is an answer of %s', (command, answer) => {
    expect(note(command, 1)).toEqual({ answer, pipeline: null });
  });

  test.each([
    ['make'],
    ['false'],
    ['make && grep foo x'],
    ['grep foo x || make'],
    ['! grep foo x'],
    ['grep foo x &'],
    ['"$grep" foo x'],
    ['git push'],
    ['git'],
    ['constructor x'],
    ['grep foo x | sort'],
    ['if grep foo x; then :; fi'],
    ['(grep foo x)'],
    ['grep "unclosed'],
    [''],
  ])('is taken as it is after %s', (command) => {
    expect(note(command, 1)).toBe(null);
  });

  test('is taken as it is when cd has complained', () => {
    expect(note('cd missing && grep foo x', 1, null, true)).toBe(null);
  });
});

test('an exit status of 2 is a failure of grep too', () => {
  expect(note('grep foo missing', 2)).toBe(null);
});

test('a command that was ended by a signal needs no note', () => {
  const exit = { kind: 'signalled', signal: 'SIGKILL' } as const;
  expect(noteOnExit({ command: 'false | true', exit, parts: [1, 0], cdHasFailed: false })).toBe(null);
});

describe('a pipeline', () => {
  test('says which part failed, and whose its status is', () => {
    expect(note('cargo build 2>&1 | tail -20', 0, [101, 0])).toEqual({
      answer: null,
      pipeline: { whose: 'tail -20', failed: [{ part: 'cargo build 2>&1', status: 101 }] },
    });
  });

  test('says it also when its last part has failed', () => {
    expect(note('a | b | c', 3, [1, 2, 3])).toEqual({
      answer: null,
      pipeline: {
        whose: 'c',
        failed: [
          { part: 'a', status: 1 },
          { part: 'b', status: 2 },
        ],
      },
    });
  });

  test('says both when the last part has an answer and another has failed', () => {
    expect(note('make | grep error', 1, [2, 1])).toEqual({
      answer: 'no line matched',
      pipeline: { whose: 'grep error', failed: [{ part: 'make', status: 2 }] },
    });
  });

  test('takes a part that writes on when nobody reads for no failure, nor one that found nothing', () => {
    expect(note('yes | head -1', 0, [141, 0])).toBe(null);
    expect(note('grep foo x | sort', 0, [1, 0])).toBe(null);
    expect(note('grep foo missing | sort', 0, [2, 0])).not.toBe(null);
  });

  test('is told by numbers where the text does not tell which one it was', () => {
    const failed = [{ part: 'part 1 of 2', status: 1 }];
    expect(note('a | b && c | d', 0, [1, 0])).toEqual({
      answer: null,
      pipeline: { whose: 'part 2 of 2', failed },
    });
    expect(note('f', 0, [1, 0])).toEqual({ answer: null, pipeline: { whose: 'part 2 of 2', failed } });
  });

  test.each([
    ['a | b; exit 3', 3, [1, 0]],
    ['a | b && exit 3', 3, [1, 0]],
    ['a | b; exit 0', 0, [1, 0]],
    ['a | b; exit 1', 1, [1, 1]],
    ['set -o pipefail; a | b', 1, [1, 0]],
    ['! a | b', 1, [1, 0]],
    ['! a | b', 0, [1, 1]],
  ])(
    'has no say in an exit status that is not that of its last part, as after `%s`',
    (command, code, parts) => {
      expect(note(command, code, parts)).toBe(null);
    },
  );

  test.each([['a | b; exit'], ['a | b; exit $?']])('is told where `%s` passes its status on', (command) => {
    const failed = [{ part: 'part 1 of 2', status: 1 }];
    expect(note(command, 0, [1, 0])).toEqual({ answer: null, pipeline: { whose: 'part 2 of 2', failed } });
  });

  test('is told in one line of a length that can be read', () => {
    const long = `echo ${'x'.repeat(100)}`;
    expect(note(`${long} |\n  cat`, 0, [1, 0])?.pipeline?.failed[0]?.part).toBe(`${long.slice(0, 60)}…`);
  });
});
