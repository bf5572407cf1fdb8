import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { renderCall, type ShownCall, type StyledLine, toAnsi } from '../../src/index.ts';

/** A line for the eye of a test: what each part is, and its text. */
const plain = (lines: readonly StyledLine[]) =>
  lines.map((line) => line.map(({ style, text }) => `${style}: ${text}`).join(' + '));

const textOf = (line: StyledLine) => line.map(({ text }) => text).join('');

const call = (given: Partial<ShownCall> = {}): ShownCall => ({
  command: 'go test ./...',
  description: 'Run tests',
  state: 'done',
  ...given,
});

/** Calls that are hard to show, by what is hard about them. */
const hard: Readonly<Record<string, ShownCall>> = {
  'a plain one that runs': call({ state: 'running' }),
  'one without a description that runs': call({ description: '', state: 'running' }),
  'East Asian wide characters': call({
    command:
      "git commit -m '設定ファイルの読み込みを修正し、テストを追加する。한국어 메시지도 넣는다。全角ＡＢＣ'",
    description:
      '設定ファイルの読み込みを直してコミットする。それからテストを全部走らせて、結果を確認して、失敗したものを一覧にして表示し、原因を調べる',
    state: 'running',
  }),
  'emoji of many parts': call({
    command: "printf '%s' '👨‍👩‍👧‍👦 👩🏽‍💻 🏳️‍🌈 🇩🇪🇯🇵 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ ❤ 1️⃣ ☎︎ 葛󠄀'",
    description:
      'Show 👨‍👩‍👧‍👦 and 🇩🇪🇯🇵 and 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ❤️ 1️⃣ 👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦',
    state: 'asking',
  }),
  'combining marks': call({
    command: "echo 'Cafe\u0301 n\u0303 Z\u0351\u036b\u0343algo' \u0301",
    description: '\u0301Cafe\u0301 हिन्दी ภาษาไทย עִבְרִית',
  }),
  'controls, tabs and turned text': call({
    command: 'a\tb \u001b[31mred\u001b[0m \u0007 \u202egnp.exe\u202c x\u200by \u0085 \u2028 \ud83d end\r',
    description: 'one\ntwo\tthree \u001b[2J\u202eevil a\ufe0fb 😀\u{e0041}\u{e0042}',
    state: 'failed',
  }),
  'very long words': call({
    command: `curl -d ${'x'.repeat(130)} https://example.org/${'漢'.repeat(50)} --fail`,
    description: 'w'.repeat(200),
    state: 'refused',
  }),
  'a command of several lines': call({
    command: "cat <<'end'\n  indented\n\n\tby a tab\nend\n",
    description: '  Write a here-document  ',
  }),
  'a command of very many lines': call({ command: 'true\n'.repeat(1_000), description: '' }),
};

describe('a call of session on the screen', () => {
  test('D-8: has its title, and its description over its command', () => {
    expect(renderCall(call(), 80)).toEqual([
      [{ style: 'title', text: 'Bash' }],
      [{ style: 'description', text: 'Run tests' }],
      [{ style: 'command', text: 'go test ./...' }],
    ]);
  });

  test.each(['', ' ', '\n\t'])('D-8: has the command alone without a description (%j)', (description) => {
    expect(plain(renderCall(call({ description }), 80))).toEqual(['title: Bash', 'command: go test ./...']);
  });

  test('D-8: has another title if one is given', () => {
    expect(plain(renderCall(call({ title: 'Shell' }), 80))[0]).toBe('title: Shell');
  });

  test('D-8: names the description while it runs', () => {
    expect(plain(renderCall(call({ state: 'running' }), 80)).at(-1)).toBe('status: Running: Run tests…');
    expect(plain(renderCall(call({ state: 'running', description: '' }), 80)).at(-1)).toBe(
      'status: Running…',
    );
  });

  test('D-8: is bold, dim italic and plain on a terminal', () => {
    expect(toAnsi(renderCall(call({ state: 'running' }), 80)).split('\n')).toEqual([
      '\u001b[1mBash\u001b[0m',
      '\u001b[2;3mRun tests\u001b[0m',
      'go test ./...',
      '\u001b[2mRunning: Run tests…\u001b[0m',
    ]);
  });

  test('D-6: shows 80 characters of a description, the last one an ellipsis if there are more', () => {
    const shown = (description: string) => textOf(renderCall(call({ description }), 500)[1] ?? []);
    expect(shown('x'.repeat(80))).toBe('x'.repeat(80));
    expect(shown('x'.repeat(81))).toBe(`${'x'.repeat(79)}…`);
    expect(shown('👨‍👩‍👧‍👦'.repeat(80))).toBe('👨‍👩‍👧‍👦'.repeat(80));
    expect(shown('👨‍👩‍👧‍👦'.repeat(81))).toBe(`${'👨‍👩‍👧‍👦'.repeat(79)}…`);
  });

  describe.each(Object.entries(hard))('with %s', (name, hardCall) => {
    test.each([40, 80, 120])(`D-8: at %i columns (${name})`, async (columns) => {
      const lines = renderCall(hardCall, columns);
      const drawn = plain(lines).join('\n');
      await expect(`${drawn}\n`).toMatchFileSnapshot(
        `golden/session-screen/${name.replace(/[^a-z]+/gi, '-')}-${columns}.txt`,
      );
      expect(lines.map(textOf).filter((text) => stringWidth(text) > columns)).toEqual([]);
    });
  });

  test('D-8: no text makes a line too wide, or leaves in it what a terminal obeys', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom(
          '漢',
          '👨‍👩‍👧',
          ' ',
          '\t',
          '\u001b[2J',
          '\u202e',
          '\u0301',
          '\n',
          'x',
          '\ufe0f',
          '\u200d',
          '\ud83d',
        ),
        maxLength: 300,
      }),
    );
    const states = fc.constantFrom<ShownCall['state']>('asking', 'running', 'done', 'failed', 'refused');
    const calls = fc.record({ command: texts, description: texts, state: states });
    fc.assert(
      fc.property(calls, fc.integer({ min: -5, max: 200 }), (given, columns) => {
        for (const line of renderCall(given, columns)) {
          const text = textOf(line);
          expect(stringWidth(text)).toBeLessThanOrEqual(Math.max(20, columns));
          expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test('D-8: shows the end of a long command as cut, and of a description of any size the start', () => {
    const lines = renderCall(
      call({ command: 'x'.repeat(10_000_000), description: 'y '.repeat(5_000_000) }),
      80,
    );
    expect(lines).toHaveLength(1 + 1 + 20 + 1);
    expect(plain(lines).at(-1)).toBe('status: … the command goes on');
  });
});
