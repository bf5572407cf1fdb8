import { type BashOptions, modes } from '../../src/index.ts';
import { createFakeBackend, exited, type FakeBackend } from '../../src/testing/index.ts';
import { temporaryBash } from './bash.ts';

type Given = Omit<BashOptions, 'contract' | 'options'>;

/** A bash of the contract `modes`, with such options. */
export function modesBash(options: Readonly<Record<string, unknown>> = {}, given: Given = {}) {
  return temporaryBash({ ...given, contract: modes, options });
}

/** One that starts nothing: `answer` gets the text of a call in a directory that is not there. */
export function harmlessModes(): {
  readonly backend: FakeBackend;
  readonly answer: (command: string) => Promise<string>;
} {
  const backend = createFakeBackend(() => ({ ends: exited({ kind: 'exited', code: 0 }) }));
  const bash = modesBash({}, { backend, env: { HOME: '/home/nobody-here', PATH: '/usr/bin' } });
  const context = { workingDirectory: '/home/nobody-here/project' };
  return { backend, answer: async (command) => (await bash.run({ command }, context)).text };
}
