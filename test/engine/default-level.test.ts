import { expect, onTestFinished, test } from 'vitest';
import { createBash } from '../../src/create-bash.ts';
import type { SandboxSupport } from '../../src/model/sandbox.ts';
import { createFakeBackend, exited } from '../../src/testing/index.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { thrownBy } from '../support/thrown.ts';

const lacking: SandboxSupport = {
  kind: 'unavailable',
  reason: 'no bwrap on PATH',
  cure: 'install bubblewrap',
};

/** What holds a command of `default` on a backend of somebody's own. */
async function confinementOn(support: SandboxSupport | null, sandbox?: string) {
  const fake = createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
  const backend = { ...fake, ...(support && { sandboxSupport: async () => support }) };
  const stateDir = temporaryDirectory();
  const bash = createBash({ backend, stateDir, ...(sandbox !== undefined && { sandbox }) });
  onTestFinished(() => bash.close());
  const { outcome } = await bash.run({ command: 'true' }, { workingDirectory: temporaryDirectory() });
  return outcome.kind === 'ended' ? outcome.confinement.kind : outcome.kind;
}

test.each([
  ['on one that makes sandboxes', { kind: 'available' } as const, undefined, 'sandbox'],
  ['on one that could make them elsewhere', lacking, undefined, 'degraded'],
  ['not on one that makes none', null, undefined, 'none'],
  ['on one that makes none when that is asked for', null, 'workspace', 'degraded'],
  ['not on one that makes sandboxes when they are not wanted', { kind: 'available' } as const, 'off', 'none'],
])('the level of a contract holds %s', async (_, support, sandbox, expected) => {
  expect(await confinementOn(support, sandbox)).toBe(expected);
});

const level = {
  ...{
    name: 'own',
    workspace: 'writable',
    writable: [],
    readOnly: [],
    hidden: [],
    network: 'none',
    limits: {},
  },
};
const within: Record<string, unknown> = {};
within.itself = within;

test.each([
  [{ level: 'off' }, '{"level":"off"} (object)'],
  [[{ name: 'own' }], '[{"name":"own"}] (array)'],
  [[], '[] (array)'],
  ['workspce', '"workspce" (string)'],
  [null, 'null'],
  [5n, '5 (bigint)'],
  [within, '{…} (object)'],
  [{ ...level, workspace: 'writeable' }, /^\{"name":"own","workspace":"writeable",.*… \(object\)$/],
  [{ ...level, hidden: '/srv' }, /^\{"name":"own",/],
  [{ ...level, readOnly: [1] }, /^\{"name":"own",/],
  [{ ...level, network: 'all' }, /^\{"name":"own",/],
  [{ ...level, network: { hosts: 'example.com' } }, /^\{"name":"own",/],
  [{ ...level, limits: null }, /^\{"name":"own",/],
])('what is no level is refused before anything is run: %o', (sandbox, shown) => {
  const make = () => createBash({ stateDir: temporaryDirectory(), sandbox: sandbox as unknown as string });
  const beginning = 'sandbox: expected one of off, workspace, read-only, or a level as data, got ';
  const { code, message } = thrownBy(make);
  expect(code).toBe('invalid-options');
  expect(message.startsWith(beginning)).toBe(true);
  expect(message.slice(beginning.length)).toEqual(
    typeof shown === 'string' ? shown : expect.stringMatching(shown),
  );
});
