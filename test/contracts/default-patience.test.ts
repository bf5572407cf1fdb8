import { describe, expect, test } from 'vitest';
import { contracts } from '../../src/contracts/contracts.ts';
import { defaultContract } from '../../src/contracts/default/default.ts';

const [bash, output] = defaultContract.tools;
const options = { timeoutMs: 45_000, maxOutputBytes: 30_000, approve: 'rules' } as const;
const scope = { options, workingDirectory: '/home/u/ws', env: {} };

describe('a model is told how long a call is waited for', () => {
  const keepTo = (limit: string) => ` (keep it to ${limit}: a longer call may be given up)`;

  test.each([
    [null, '45 s (or timeout_ms, at most 10 min)', '', '10 min'],
    [600_000, '45 s (or timeout_ms, at most 10 min)', '', '10 min'],
    [3_600_000, '45 s (or timeout_ms, at most 10 min)', '', '10 min'],
    [120_000, '45 s (or timeout_ms, at most 2 min)', keepTo('2 min'), '2 min'],
    [45_000, '45 s (or timeout_ms, if that is less)', keepTo('45 s'), '45 s'],
    [10_000, '10 s (or timeout_ms, if that is less)', keepTo('10 s'), '10 s'],
  ])('by somebody who waits for %s ms', (patienceMs, job, session, wait) => {
    const text = bash.description({ ...scope, patienceMs });
    expect(text).toContain(`What still runs after ${job} goes on as a job: `);
    expect(text).toContain(`In a session it is ended${session}.`);
    expect(output?.description({ ...scope, patienceMs })).toContain(`A call waits for ${wait} at most.`);
  });

  test('as by somebody who waits as long as it takes, where nothing is said of it', () => {
    for (const tool of defaultContract.tools)
      expect(tool.description(scope)).toBe(tool.description({ ...scope, patienceMs: null }));
  });

  test.each([
    [null, '45 s (or timeout_ms, at most 10 min)'],
    [45_000, `45 s (or timeout_ms, at most 10 min)${keepTo('45 s')}`],
  ])('where nothing goes on as a job, by somebody who waits for %s ms', (patienceMs, limit) => {
    const text = bash.description({ ...scope, keepsRuns: false, patienceMs });
    expect(text).toContain(`What still runs after ${limit} is ended, and so is what it leaves running.`);
    expect(text).not.toContain('bash_output');
  });

  test.each([
    ['/home/user/projects/a-name-of-some-length/packages/another', 'in /home/user/projects/a-name-'],
    [`/${'directory/'.repeat(60)}`, 'where the conversation works'],
  ])(
    'in no more characters than the services of models take, with all that there may be to say',
    (workingDirectory, place) => {
      const options = { ...scope.options, timeoutMs: 599_999, maxOutputBytes: 16_777_216 };
      for (const keepsRuns of [true, false]) {
        const told = {
          ...scope,
          options,
          workingDirectory,
          isConfined: true,
          patienceMs: 123_456,
          keepsRuns,
        };
        const text = bash.description(told);
        expect(text).toContain(`It runs ${place}`);
        expect(text.length).toBeLessThanOrEqual(1_024);
      }
    },
  );

  test.each(
    contracts.filter(({ name }) => name !== 'session').map((contract) => [contract.name, contract] as const),
  )('in no more of them for any tool of %s', (_, { tools, readOptions }) => {
    const scope = { options: optionsOf(readOptions), workingDirectory: '/home/u/ws', env: {} };
    for (const tool of tools)
      for (const more of [{}, { isConfined: true, patienceMs: 123_456 }])
        expect(tool.description({ ...scope, ...more }).length).toBeLessThanOrEqual(1_024);
  });

  test.each(
    contracts.filter(({ name }) => name !== 'default').map((contract) => [contract.name, contract] as const),
  )('but for %s, whose document says how long a call takes', (_, { tools, readOptions }) => {
    const all = { options: optionsOf(readOptions), workingDirectory: '/home/u/ws', env: {} };
    for (const tool of tools)
      expect(tool.description({ ...all, patienceMs: 1_000 })).toBe(tool.description(all));
  });
});

/** Options that any contract takes. */
function optionsOf(readOptions: (typeof contracts)[number]['readOptions']): Record<string, unknown> {
  const read = readOptions({ profile: { name: 'any', allow: ['tool:bash:*'], deny: [], default: 'ask' } });
  const reading = read.kind === 'options' ? read : readOptions({});
  if (reading.kind !== 'options') throw new Error(JSON.stringify(reading.problems));
  return reading.options as Record<string, unknown>;
}
