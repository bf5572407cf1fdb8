import { describe, expect, test } from 'vitest';
import { createBash } from '../../src/index.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

/** What somebody gives who has no types. */
const make = (given: unknown): unknown => createBash(given as never);

describe('the options of createBash', () => {
  test.each([
    ['no object', 5, 'expected an object, got 5 (number)'],
    ['null', null, 'expected an object, got null'],
    [
      'a misspelled one',
      { sandboxrequired: true },
      /^createBash: expected only the keys contract, .*, got the key "sandboxrequired" — did you mean "sandboxRequired"\?$/,
    ],
    [
      'a flag in words',
      { sandboxRequired: 'yes' },
      'sandboxRequired: expected true or false, got "yes" (string)',
    ],
    [
      'a directory that is a number',
      { stateDir: 5 },
      'stateDir: expected a string that is not empty, got 5 (number)',
    ],
    [
      'an empty directory',
      { stateDir: '' },
      'stateDir: expected a string that is not empty, got "" (string)',
    ],
    ['no environment', { env: null }, 'env: expected an object, got null'],
    ['a variable that is no text', { env: { A: 1 } }, 'env.A: expected a string, got a value of type number'],
    [
      'one secret',
      { secrets: 'abcdef' },
      'secrets: expected an array of strings, got a value of type string',
    ],
    [
      'an approver that is a function',
      { approver: () => {} },
      /approver: .*the function ask, got a function/,
    ],
    ['an answer in place of an approver', { approver: true }, /approver: .*the function ask, got true/],
    ['rules without layers', { rules: {} }, 'rules: expected an array of values, got {} (object)'],
    ['a backend that runs nothing', { backend: {} }, 'backend: expected a backend, got {} (object)'],
    [
      'a limit of sessions',
      { sessions: { idle: 3 } },
      /sessions: expected only the keys idleMs, most, got the key "idle"/,
    ],
    [
      'a wait in words',
      { approvalWaitMs: '1s' },
      'approvalWaitMs: expected a number of at least 0, got "1s" (string)',
    ],
    ['a contract that is none', { contract: {} }, /contract: .*got \{\} \(object\)/],
    ['a listener that is none', { onJobEnd: 3 }, 'onJobEnd: expected a function, got 3 (number)'],
  ])('%s is told', (_name, given, expected) => {
    const error = thrownBy(() => make(given));
    expect(error).toMatchObject({
      code: 'invalid-options',
      message: typeof expected === 'string' ? `createBash: ${expected}` : expect.stringMatching(expected),
    });
  });

  test('what refers to itself is told too', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(thrownBy(() => make({ backend: loop }))).toMatchObject({ code: 'invalid-options' });
  });

  test('what is undefined is left out, and the environment of this process is one', async () => {
    const stateDir = temporaryDirectory();
    const bash = createBash({
      ...({ warm: undefined } as object),
      env: process.env as Record<string, string>,
      stateDir,
    });
    expect(bash.contract).toBe('default');
    await bash.close();
  });
});
