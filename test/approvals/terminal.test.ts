import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { askOnTerminal } from '../../src/approvals/terminal.ts';
import type { ApprovalQuestion } from '../../src/model/ports.ts';
import { questionOf } from './support.ts';

const down = '\u001b[B';
const enter = '\r';

/** A person at a terminal who is asked; what is on it counts from the last time that somebody looked. */
function asked(question: ApprovalQuestion, isMasked = false) {
  let written = '';
  const input = new PassThrough();
  const output = new Writable({
    write(chunk, _, done) {
      written += chunk;
      done();
    },
  });
  const signal = new AbortController().signal;
  const answer = askOnTerminal({ question, isMasked }, { input, output, signal });
  const sees = async (text: string): Promise<string> => {
    await vi.waitFor(() => expect(written).toContain(text));
    const shown = written;
    written = '';
    return shown;
  };
  return { answer, sees, types: (keys: string) => input.write(keys) };
}

const choices = [
  'Yes, this very command, in this conversation',
  'Always: npm test in /project',
  'Run another command in its stead',
];
const offers = [{ kind: 'call', words: ['npm', 'test'], cwd: '/project' }] as const;

describe('the person at a terminal', () => {
  test.each([
    ['has every choice that there is', false, true, choices],
    ['can say yes for once alone where a secret was left out', true, true, []],
    ['cannot for a conversation that ends with the call', false, false, choices.slice(1)],
  ] as const)('%s', async (_, isMasked, isConversationNamed, expected) => {
    const { answer, sees, types } = asked(questionOf('npm test', { offers, isConversationNamed }), isMasked);
    const shown = await sees('Yes, this once');
    expect(choices.filter((choice) => shown.includes(choice))).toEqual(expected);
    types(down);
    await sees('● Yes, this once');
    types(enter);
    expect(await answer).toEqual({ kind: 'approved' });
  });

  test.each([
    ['where the terminal does not tell of it', 'just do it\r'],
    ['where it does', '\x1b[200~just do it\r\x1b[201~'],
  ])('answers nothing by what is pasted, %s', async (_, pasted) => {
    const { answer, sees, types } = asked(questionOf('npm test', { offers }));
    await sees('Yes, this once');
    types(pasted);
    types(down);
    await sees('● Yes, this once');
    types('\u001b[A');
    await sees('● No');
    types(enter);
    await sees('Why? The agent is told.');
    types(`not now${enter}`);
    await sees('not now');
    types(enter);
    expect(await answer).toEqual({ kind: 'refused', reason: 'not now' });
  });

  test.each(['\x03', '\x04'])('turns away from the question by %j', async (key) => {
    const { answer, sees, types } = asked(questionOf('npm test', { offers }));
    await sees('Yes, this once');
    types(key);
    expect(await answer).toEqual({ kind: 'unanswered' });
  });

  test('edits the command, of which what is not seen is not taken over', async () => {
    expect(await edited('npm test', (_, types) => Promise.resolve(types(enter)))).toBe('npm test');
    const anew = edited('npm \u202etest', async (sees, types) => {
      types(enter);
      await sees('expected a command, got none');
      types('npm run test');
      await sees('npm run test');
      types(enter);
    });
    expect(await anew).toBe('npm run test');
  });
});

/** What comes of editing a command, by keys that are typed where it can be changed. */
async function edited(
  command: string,
  change: (sees: Asked['sees'], types: Asked['types']) => Promise<unknown>,
): Promise<string | null> {
  const { answer, sees, types } = asked(questionOf(command, { isConversationNamed: false }));
  await sees('Yes, this once');
  for (const label of ['Yes, this once', 'Run another command in its stead']) {
    types(down);
    await sees(`● ${label}`);
  }
  types(enter);
  await sees('The command to run; it is judged again');
  await change(sees, types);
  const given = await answer;
  return given.kind === 'edited' ? given.command : null;
}

type Asked = ReturnType<typeof asked>;
