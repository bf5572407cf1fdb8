import { expect, onTestFinished, test, vi } from 'vitest';
import { createProgressReporter } from '../../src/adapters/mcp/progress.ts';

const cases: readonly (readonly [text: string, told: string])[] = [
  ['one\ntwo\n', 'two'],
  ['10%\r20%\r', '20%'],
  ['\u001b[2J\u001b]0;x\u0007done', '␛[2J␛]0;x␇done'],
  [`a${' '.repeat(100)}b\u202e`, 'a⟨100 blanks⟩b<U+202E>'],
];

test.each(cases)(
  'what is reported of %j is a line that a terminal shows and does not obey',
  async (text, told) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const messages: string[] = [];
    const reporter = createProgressReporter(async (_, message) => void messages.push(message));
    reporter.onEvent({ kind: 'output', callId: 'c', stream: 'stdout', text });
    await vi.advanceTimersByTimeAsync(1_000);
    reporter.stop();
    expect(messages).toEqual([told]);
  },
);
