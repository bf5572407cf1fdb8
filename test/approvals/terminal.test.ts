import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { askOnTerminal } from '../../src/approvals/terminal.ts';
import type { Offer } from '../../src/model/grant.ts';
import type { ApprovalQuestion } from '../../src/model/ports.ts';
import { questionOf } from './support.ts';

const down = '\u001b[B';
const enter = '\r';

const sequence = new RegExp(`${String.fromCharCode(27)}\\[[0-?]*[@-~]`, 'g');

/** A person at a terminal who is asked; what is on it counts from the last time that somebody looked. */
function asked(question: ApprovalQuestion, isMasked = false, size: Size = {}) {
  let written = '';
  const input = new PassThrough();
  const output = Object.assign(
    new Writable({
      write(chunk, _, done) {
        written += String(chunk).replaceAll(sequence, '');
        done();
      },
    }),
    size,
  );
  const signal = new AbortController().signal;
  const instead = 'answer with --yes or --no';
  const answer = askOnTerminal({ question, isMasked }, { input, output, signal, instead });
  const sees = async (text: string): Promise<string> => {
    await vi.waitFor(() => expect(written).toContain(text));
    const shown = written;
    written = '';
    return shown;
  };
  const resizes = (to: Size): void => void Object.assign(output, to).emit('resize');
  return { answer, sees, resizes, types: (keys: string) => input.write(keys) };
}

interface Size {
  readonly columns?: number;
  readonly rows?: number;
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

const tooFew = 'Too few rows: make the terminal larger, or press Ctrl-C and answer with --yes or --no.';

describe('on a screen of too few rows the person', () => {
  const small = { columns: 20, rows: 5 };

  test('is told so, and chooses once it is larger', async () => {
    const { answer, sees, types, resizes } = asked(questionOf('npm test', { offers }), false, small);
    expect(await sees(tooFew)).not.toContain('May it run?');
    types(enter);
    resizes({ columns: 20, rows: 6 });
    resizes({ columns: 80, rows: 24 });
    await sees('● No');
    types(down);
    await sees('● Yes, this once');
    resizes(small);
    await sees(tooFew);
    types(enter);
    resizes({ columns: 40, rows: 12 });
    await sees('● No');
    types(down);
    await sees('● Yes, this once');
    types(enter);
    expect(await answer).toEqual({ kind: 'approved' });
  });

  test.each(['\x03', '\x04'])('turns away by %j', async (key) => {
    const { answer, sees, types } = asked(questionOf('npm test', { offers }), false, small);
    await sees(tooFew);
    types(key);
    expect(await answer).toEqual({ kind: 'unanswered' });
  });

  test('sees what is kept for good before the choice, where that would fill the screen', async () => {
    const words = ['npm', 'test', 'x'.repeat(80)];
    const long = [{ kind: 'call', words, cwd: '/project' }] as const;
    const { sees } = asked(questionOf('npm test', { offers: long }), false, { columns: 20, rows: 12 });
    const shown = await sees('● No');
    expect(shown).toContain(`"always" would allow\n  npm test ${'x'.repeat(80)} in /project\n`);
  });
});

const up = '\u001b[A';
const part = 'Always, changed or without some of it';
const several = [
  { kind: 'call', words: ['mkdir', 'build'], cwd: '/project' },
  { kind: 'call', words: ['git', 'add', 'x'], cwd: '/project/sub' },
  { kind: 'access', access: { kind: 'host', host: 'example.com' }, workspace: '/project' },
] as const;

const erased = '\u0015';
const nothing = '│  _';

/** A person who is asked for the lines of what is kept, one after the other; `change`: what is typed for each. */
async function keeping(offers: readonly Offer[], change: readonly string[]) {
  const { answer, sees, types } = asked(questionOf('npm test', { offers }));
  await sees('Run another command in its stead');
  types(up);
  await sees('● Run another command in its stead');
  types(up);
  await sees(`● ${part}`);
  types(enter);
  for (const [at, typed] of change.entries()) {
    await sees(`Always, ${at + 1} of ${offers.length} `);
    types(typed);
    await sees(typed === erased ? nothing : typed);
    types(enter);
  }
  return { answer, sees, types };
}

describe('what a person at a terminal keeps of several things', () => {
  test('is all of it, as it is shown, or each of it as it is left', async () => {
    const { answer, sees, types } = asked(questionOf('npm test', { offers: several }));
    const shown = await sees(part);
    expect(shown.replace(/\s*│\s*/g, ' ')).toContain(
      'Always: mkdir build in /project; git add x in /project/sub; reach example.com, for all commands in /project',
    );
    types(down);
    await sees('● Yes, this once');
    types(down);
    await sees('● Yes, this very command, in this conversation');
    types(down);
    await sees('● Always: ');
    types(enter);
    expect(await answer).toEqual({ kind: 'approved', always: {} });
    expect(await (await keeping(several, ['', '', ''])).answer).toEqual({ kind: 'approved', always: {} });
  });

  test('is what it is changed for, and not what is left out', async () => {
    const { answer } = await keeping(several, ['-2', erased, '']);
    expect(await answer).toEqual({
      kind: 'approved',
      always: { offers: [{ kind: 'call', words: ['mkdir', 'build-2'], cwd: '/project' }, several[2]] },
    });
  });

  test('is as narrow as what was offered, and something', async () => {
    const { answer, sees, types } = await keeping(several.slice(0, 2), [' *']);
    await sees('expected one call of a known program');
    types(erased);
    await sees(nothing);
    types(enter);
    await sees('Always, 2 of 2 (empty: left out), in /project/sub');
    types(erased);
    await sees(nothing);
    types(enter);
    await sees('expected one at least to be kept');
    types('git add y');
    await sees('git add y');
    types(enter);
    expect(await answer).toEqual({
      ...{ kind: 'approved' },
      always: { offers: [{ kind: 'call', words: ['git', 'add', 'y'], cwd: '/project/sub' }] },
    });
  });

  test('is nothing when the person turns away from one of it', async () => {
    const { answer, sees, types } = await keeping(several, ['']);
    await sees('Always, 2 of 3');
    types('\u0003');
    expect(await answer).toEqual({ kind: 'unanswered' });
  });
});

test('the person at a terminal keeps one thing beyond the sandbox as it is shown', async () => {
  const { answer, sees, types } = asked(questionOf('npm test', { offers: several.slice(2) }));
  const shown = await sees('Run another command in its stead');
  expect(shown).not.toContain(part);
  types(up);
  await sees('● Run another command in its stead');
  types(up);
  await sees('● Always: reach example.com');
  types(enter);
  expect(await answer).toEqual({ kind: 'approved', always: {} });
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
