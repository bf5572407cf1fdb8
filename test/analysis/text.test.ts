import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { countMarks, maxUnits, objectionToText } from '../../src/analysis/gate/text.ts';

describe('a text', () => {
  test.each([
    ['tabs, newlines and letters of all kinds', 'a\tb\nc é 漢 \u0080\uffff', null],
    ['a carriage return at the end of a line', 'a\r\nb\r', null],
    ['one within a line', 'ab\rc', 2],
    ['the last character before the blank', 'a\u001f', 1],
    ['the delete character', 'ab\u007f', 2],
    ['a NUL', '\0', 0],
  ])('with %s is ambiguous where that is no part of it', (_, source, at) => {
    const objection = at === null ? null : { code: 'ambiguous', at, reason: 'a control character' };
    expect(objectionToText(source, maxUnits)).toEqual(objection);
  });

  test('may open 60 brackets of both kinds, and any number that are closed', () => {
    expect(objectionToText('({'.repeat(30), maxUnits)).toBe(null);
    expect(objectionToText('(){}'.repeat(100), maxUnits)).toBe(null);
    const reason = 'nested too deeply';
    expect(objectionToText(`(){}${'({'.repeat(31)}`, maxUnits)).toEqual({ code: 'limit', at: 64, reason });
  });

  test('may have 7,000 marks', () => {
    expect(countMarks('a;b | c && $(d)\n')).toBe(7);
    const most = 'a;'.repeat(7_000);
    expect(objectionToText(most, maxUnits)).toBe(null);
    const reason = 'too many operators and expansions';
    expect(objectionToText(`${most};`, maxUnits)).toEqual({ code: 'limit', at: 14_000, reason });
  });
});

describe('arithmetic', () => {
  const kindOf = (source: string) => analyze(source, { cwd: '/w', home: '/h' }).kind;

  test.each([
    'echo $((10#$n + 1))',
    'echo $((16#ff))',
    'x=$(( 10#${n} * 2#101 ))',
    '((x = 8#17))',
    'for ((i=10#08; i<16#f; i++)); do ls; done',
  ])('may have the base of a number in it: %s', (source) => {
    expect(kindOf(source)).toBe('parsed');
  });

  test.each([
    'echo $((#x))',
    'echo $((a10#5))',
    'echo $((10 #5))',
    'echo $((0#5))',
    'echo $((100#5))',
    "echo $((10#'5'))",
    'echo $((10##5))',
    '((1 # 2))',
  ])('is not read where a # is anything else: %s', (source) => {
    expect(kindOf(source)).toBe('unparsed');
  });

  test('with a base has the commands in it looked at', () => {
    const analysis = analyze('echo $((10#$(cat a)))', { cwd: '/w', home: '/h' });
    const names = analysis.kind === 'parsed' ? analysis.invocations.map(({ name }) => name) : [];
    expect(names).toContain('cat');
  });
});

describe('a here-document without an end word', () => {
  const read = (source: string) => {
    const analysis = analyze(source, { cwd: '/w', home: '/h' });
    return analysis.kind === 'parsed' ? analysis.invocations : null;
  };
  const inBash = (source: string) => spawnSync('bash', ['-c', source], { encoding: 'utf8' });

  test.each([
    "cat <<'PY'\nfirst\nPY && echo second",
    'cat <<PY\nfirst\nPY # no end\n',
    'cat <<-PY\n\tfirst\n\tPY \n',
    "cat <<'PY'\nfirst \\\n$(no command)",
  ])('has all that is left, as in bash: %s', (source) => {
    const { stdout, stderr } = inBash(source);
    expect(stderr).toContain('delimited by end-of-file');
    const texts = read(source)?.map(({ stdin }) => (stdin.kind === 'text' ? stdin.text : null));
    expect(texts?.[0]).toMatchObject({ kind: 'known', text: stdout });
  });

  test('has the commands before it and in it looked at', () => {
    expect(read('bash <<PY; ls\necho a $(id)\nPY && pwd')?.map(({ name }) => name)).toEqual([
      'id',
      'bash',
      'echo',
      'PY',
      'pwd',
      'ls',
    ]);
  });

  test.each([
    // Bash joins the lines, and finds the end word.
    'cat <<PY\nfirst\nP\\\nY\nls',
    'cat <<PY\nfirst\\',
    "cat <<'PY'\nfirst\\",
    // With several, bash gives the text to the last one.
    'cat <<A <<B\nfirst',
    'cat <<PY',
    'x=$(cat <<PY\nfirst\n)',
    'x=`cat <<PY\nfirst`',
    '(cat <<PY\nfirst\n)',
    'cat <<PY |\nfirst',
  ])('is not read where bash might read it otherwise: %s', (source) => {
    expect(read(source)).toBe(null);
  });
});
