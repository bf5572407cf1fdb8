import { describe, expect, test } from 'vitest';
import { type Approver, createBash } from '../../src/index.ts';
import { call, deny, fact, operand, program, shippedRules } from '../../src/policy/index.ts';
import { loadBuiltRoot } from '../support/built.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

/** What somebody gives who has no types. */
const make = (given: unknown): unknown => createBash(given as never);

test('what is undefined is left out: an option of somebody’s own can be handed on as it is', async () => {
  const given: { contract?: string; thread?: boolean; approver?: Approver; signal?: AbortSignal } = {};
  const { contract, thread, approver, signal } = given;
  const all = { warm: undefined, sandbox: undefined, rules: undefined, backend: undefined, clock: undefined };
  const bash = createBash({ ...all, contract, thread, approver, stateDir: temporaryDirectory() });
  const { text } = await bash.run(
    { command: 'echo one' },
    { signal, onEvent: undefined, timeoutMs: undefined },
  );
  expect(text).toBe('one');
  await bash.close();
});

const finding = { id: 'mine', verdict: 'deny', reason: 'not here', instead: null };

function withRule(rule: unknown) {
  return { rules: [{ scope: 'user', rules: [rule], off: [], mayLoosen: false }] };
}

test('rules of every kind are taken', async () => {
  const rules = [
    ...['every-command', 'hidden-characters', 'unparsed'].map((kind) => ({ kind, finding })),
    { kind: 'text-contains', pattern: 'x', finding },
    deny('one', {
      because: 'not here',
      when: [program('echo'), call('git push'), operand('home'), fact('multiplies')],
    }),
    {
      kind: 'invocation',
      finding,
      does: [{ kind: 'writes', path: ['workspace'], isRecursive: true, how: ['creates'] }],
    },
    ...shippedRules,
  ];
  const bash = createBash({
    rules: [{ scope: 'user', rules, off: [], mayLoosen: true }] as never,
    stateDir: temporaryDirectory(),
  });
  await bash.close();
});

describe('the options of createBash', () => {
  test.each([
    ['no object', 5, 'expected an object of options, got number'],
    ['null', null, 'expected an object of options, got null'],
    [
      'a misspelled one',
      { sandboxrequired: true },
      /^createBash: expected only the options contract, .*, got "sandboxrequired" — did you mean "sandboxRequired"\?$/,
    ],
    ['a flag in words', { sandboxRequired: 'yes' }, 'sandboxRequired: expected true or false, got string'],
    [
      'a directory that is a number',
      { stateDir: 5 },
      'stateDir: expected a string that is not empty, got number',
    ],
    [
      'an empty directory',
      { stateDir: '' },
      'stateDir: expected a string that is not empty, got an empty string',
    ],
    ['a list of options', [], 'expected an object of options, got an array'],
    [
      'a relative bash',
      { bashPath: 'bin/bash' },
      'bashPath: expected an absolute path, got "bin/bash" (string)',
    ],
    [
      'a wait below nothing',
      { approvalWaitMs: -1 },
      'approvalWaitMs: expected a number of milliseconds of 0 or more, got -1 (number)',
    ],
    [
      'a recorder whose open is no function',
      { recorder: { open: 1, close: () => {} } },
      'recorder: expected an object with the functions open and close, got object',
    ],
    [
      'a backend whose run is no function',
      { backend: { name: 'mine', run: 1, endConversation: () => {}, close: () => {} } },
      'backend: expected an object with name and the functions run, endConversation and close, got object',
    ],
    ...Object.entries({ bashPath: '/bin/bash', warm: false, sessions: {} }).map(
      ([name, value]): [string, unknown, string] => [
        `${name} for another backend`,
        { [name]: value, backend: { name: 'mine', run() {}, endConversation() {}, close() {} } },
        `${name}: expected to be left out with a backend, which it would change nothing of; give that what it is to know`,
      ],
    ),
    [
      'an approver whose ask is no function',
      { approver: { ask: true } },
      'approver: expected an approver, an object with the function ask, got object',
    ],
    [
      'layers whose rules are none',
      { rules: [{ scope: 'user', rules: 5, off: [] }] },
      'rules[0]: rules: expected an array of rules, got number',
    ],
    ['no environment', { env: null }, 'env: expected an object of strings, got null'],
    [
      'a variable that is no text',
      { env: { A: 'a', B: 1 } },
      'env: expected an object of strings, got object, of which "B" is number',
    ],
    [
      'one secret',
      { secrets: 'abcdef' },
      'secrets: expected an array of strings of 6 characters or more, got string',
    ],
    [
      'a secret that is none',
      { secrets: ['abcdef', 1] },
      'secrets: expected an array of strings of 6 characters or more, got an array, of which element 1 is number',
    ],
    [
      'a secret that is too short to be masked',
      { secrets: ['abcdef', 'abcde'] },
      'secrets: expected an array of strings of 6 characters or more, got an array, of which element 1 is string',
    ],
    [
      'an approver that is a function',
      { approver: () => {} },
      'approver: expected an approver, an object with the function ask, got function',
    ],
    ['an answer in place of an approver', { approver: true }, /approver: .*the function ask, got boolean$/],
    ['rules without layers', { rules: {} }, 'rules: expected an array of layers of rules, got object'],
    [
      'layers that are none',
      { rules: [5] },
      'rules: expected an array of layers of rules, got an array, of which element 0 is number',
    ],
    [
      'a layer of no scope',
      { rules: [{}] },
      'rules[0]: scope: expected one of "shipped", "user", "project", "call", got nothing',
    ],
    [
      'a layer of a misspelled scope',
      { rules: [{ scope: 'usr', rules: [], off: [] }] },
      'rules[0]: scope: expected one of "shipped", "user", "project", "call", got "usr" (string)',
    ],
    ['a rule that is none', withRule(5), 'rules[0]: rules[0]: expected an object of options, got number'],
    [
      'an empty rule',
      withRule({}),
      /^createBash: rules\[0\]: rules\[0\]: kind: expected one of .*, got nothing$/,
    ],
    [
      'a misspelled kind',
      withRule({ kind: 'every-commands', finding }),
      /: kind: expected one of "text-contains", "every-command", .*, got "every-commands" \(string\)$/,
    ],
    [
      'a rule without a finding',
      withRule({ kind: 'every-command' }),
      'rules[0]: rules[0]: finding: expected an object with id, verdict, reason and instead, got nothing',
    ],
    [
      'a misspelled verdict',
      withRule({ kind: 'every-command', finding: { ...finding, verdict: 'denied' } }),
      'rules[0]: rules[0]: finding: verdict: expected one of "allow", "ask", "deny", got "denied" (string)',
    ],
    [
      'a finding that says nothing to do instead',
      withRule({ kind: 'every-command', finding: { id: 'mine', verdict: 'deny', reason: 'no' } }),
      'rules[0]: rules[0]: finding: instead: expected a string that is not empty, or null, got nothing',
    ],
    [
      'a text that is none',
      withRule({ kind: 'text-contains', finding }),
      /: pattern: expected .*, got nothing$/,
    ],
    [
      'a misspelled effect',
      withRule({ kind: 'invocation', finding, does: [{ kind: 'netwrk' }] }),
      /: does: expected an array of effects, each with a kind: reads, .*, of which element 0 is \{"kind":"netwrk"\} \(object\)$/,
    ],
    [
      'an effect with a misspelled field',
      withRule({ kind: 'invocation', finding, does: [{ kind: 'writes', paths: ['workspace'] }] }),
      /: does: expected /,
    ],
    [
      'a condition without what it needs',
      withRule({ kind: 'invocation', finding, when: [{ kind: 'program', name: 'echo' }] }),
      /: when: expected an array of conditions, .*, of which element 0 is \{"kind":"program","name":"echo"\} \(object\)$/,
    ],
    [
      'a misspelled condition',
      withRule({ kind: 'invocation', finding, unless: [{ kind: 'prog' }] }),
      /: unless: expected /,
    ],
    [
      'a misspelled part of a rule',
      withRule({ kind: 'invocation', finding, wen: [] }),
      /: expected only the options kind, finding, when, .*, got "wen" — did you mean "when"\?$/,
    ],
    [
      'a backend that runs nothing',
      { backend: {} },
      'backend: expected an object with name and the functions run, endConversation and close, got object',
    ],
    [
      'a limit of sessions',
      { sessions: { idle: 3 } },
      'sessions: expected only the options idleMs, most, got "idle" — did you mean "idleMs"?',
    ],
    ['no limits of sessions', { sessions: null }, 'sessions: expected an object of options, got null'],
    [
      'sessions of which none is kept',
      { sessions: { most: 0 } },
      'sessions: most: expected a number of 1 or more, got 0 (number)',
    ],
    [
      'a limit of sessions in words',
      { sessions: { most: 'x' } },
      'sessions: most: expected a number of 1 or more, got "x" (string)',
    ],
    [
      'a limit of sessions that is no number',
      { sessions: { idleMs: Number.NaN } },
      'sessions: idleMs: expected a number of milliseconds of 0 or more, got NaN (number)',
    ],
    [
      'options that are a Map, which has none that can be seen',
      new Map([['sandbox', 'read-only']]),
      'expected an object of options, got a Map',
    ],
    [
      'a promise of options that nobody has waited for',
      Promise.resolve({ sandboxRequired: true }),
      'expected an object of options, got a Promise',
    ],
    [
      'a promise of an environment',
      { env: Promise.resolve({}) },
      'env: expected an object of strings, got a Promise',
    ],
    [
      'options of a contract that are a Map',
      { options: new Map([['approve', 'always']]) },
      'options: expected options, got a Map',
    ],
    [
      'a promise of options of a contract',
      { options: Promise.resolve({ approve: 'always' }) },
      'options: expected options, got a Promise',
    ],
    [
      'an environment that is a Map',
      { env: new Map([['A', 'a']]) },
      'env: expected an object of strings, got a Map',
    ],
    [
      'secrets that are a Set',
      { secrets: new Set(['abcdef']) },
      'secrets: expected an array of strings of 6 characters or more, got a Set',
    ],
    [
      'an option that is inherited',
      Object.create({ sandboxRequired: 'yes' }),
      'sandboxRequired: expected true or false, got string',
    ],
    [
      'an option that is not listed',
      Object.defineProperty({}, 'sandboxRequired', { value: 'yes' }),
      'sandboxRequired: expected true or false, got string',
    ],
    [
      'an option of a Proxy that lists none',
      new Proxy({}, { get: (_, name) => (name === 'sandboxRequired' ? 'yes' : undefined) }),
      'sandboxRequired: expected true or false, got string',
    ],
    [
      'a wait in words',
      { approvalWaitMs: '1s' },
      'approvalWaitMs: expected a number of milliseconds of 0 or more, got "1s" (string)',
    ],
    [
      'a contract that is none',
      { contract: {} },
      'contract: expected the name of a contract, or one that defineContract has made, got object',
    ],
    [
      'what defineContract is to be given',
      { contract: { name: 'mine', summary: 'Mine.', options: {}, tools: [{}] } },
      'contract: expected the name of a contract, or one that defineContract has made, got object',
    ],
    ['a listener that is none', { onJobEnd: 3 }, 'onJobEnd: expected a function, got number'],
  ])('%s is told', (_name, given, expected) => {
    const error = thrownBy(() => make(given));
    expect(error).toMatchObject({
      code: 'invalid-options',
      message: typeof expected === 'string' ? `createBash: ${expected}` : expect.stringMatching(expected),
    });
  });

  test('names of levels in an array are told as what they are not', () => {
    expect(thrownBy(() => make({ sandbox: ['workspace', 'read-only'] }))).toEqual({
      code: 'invalid-options',
      message:
        'sandbox: expected one of off, workspace, read-only, or a level as data, or an array of such data, got ["workspace","read-only"] (array)',
    });
  });

  test('what is undefined among the limits of sessions is left out', async () => {
    const bash = createBash({
      sessions: { idleMs: undefined, most: 3 } as never,
      stateDir: temporaryDirectory(),
    });
    await bash.close();
  });

  test.each([false, true])('what options inherit holds as well: thread %s', async (thread) => {
    const built = await loadBuiltRoot();
    const shared = { secrets: ['not to be seen'], stateDir: temporaryDirectory() };
    class Mine {
      thread = thread;
      get contract() {
        return 'default';
      }
    }
    const bash = built.createBash(
      Object.setPrototypeOf(new Mine(), Object.setPrototypeOf(Mine.prototype, shared)),
    );
    const { text } = await bash.run({ command: 'echo not to be seen' });
    expect(text).toBe('***');
    await bash.close();
  });

  test('what a Proxy has holds, also where it lists nothing', async () => {
    const given: Readonly<Record<string, unknown>> = {
      secrets: ['not to be seen'],
      stateDir: temporaryDirectory(),
    };
    const bash = createBash(new Proxy({}, { get: (_, name) => given[String(name)] }));
    const { text } = await bash.run({ command: 'echo not to be seen' });
    expect(text).toBe('***');
    await bash.close();
  });

  test('what options of a contract inherit holds, and is checked', async () => {
    const inherit = (approve: string) =>
      createBash({ options: Object.create({ approve }), stateDir: temporaryDirectory() });
    expect(thrownBy(() => inherit('sometimes'))).toEqual({
      code: 'invalid-options',
      message: expect.stringMatching(
        /^options of the contract default: approve: expected .*, got "sometimes" \(string\)/,
      ),
    });
    const bash = inherit('always');
    expect((await bash.run({ command: 'echo one' })).outcome.kind).toBe('needs_approval');
    await bash.close();
  });

  test('what is undefined is left out, and the environment of this process is one', async () => {
    const stateDir = temporaryDirectory();
    const bash = createBash({ warm: undefined, env: process.env, stateDir });
    expect(bash.contract).toBe('default');
    await bash.close();
  });

  test('a variable and an option of a call that are undefined are left out', async () => {
    const bash = createBash({
      contract: 'plain',
      env: { ...process.env, SET: 'set', UNSET: undefined },
      stateDir: temporaryDirectory(),
      watchable: false,
    });
    const context = {
      signal: undefined,
      conversationId: undefined,
      workingDirectory: undefined,
      onEvent: undefined,
    };
    const { text } = await bash.run({ command: 'echo "$SET $' + '{UNSET-no}"; pwd' }, context);
    expect(text).toBe(`Exit code: 0\nset no\n${process.cwd()}\n`);
    await bash.close();
  });
});
