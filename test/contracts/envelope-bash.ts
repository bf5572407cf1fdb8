import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContextOptions, type EnvelopeResult, envelope, type Plan } from '../../src/index.ts';
import { createFakeBackend, exited } from '../../src/testing/index.ts';
import { temporaryBash } from '../support/bash.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A project: `src/deep`, `lib`, the file `notes`; the link `out` leads out of it, `self` to itself, `deep` into it. */
export function project(): string {
  const root = join(temporaryDirectory(), 'project');
  mkdirSync(join(root, 'src/deep'), { recursive: true });
  mkdirSync(join(root, 'lib'));
  writeFileSync(join(root, 'notes'), 'one\n');
  symlinkSync('..', join(root, 'out'));
  symlinkSync('.', join(root, 'self'));
  symlinkSync('src/deep', join(root, 'deep'));
  return root;
}

/** What a test may say of its calls. */
export interface Setting {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly root?: string;
  readonly context?: ContextOptions;
}

/** The answer to an input, with real processes in a project of its own. */
export async function answerTo(input: unknown, setting: Setting = {}): Promise<EnvelopeResult> {
  const { options = {}, env, root = project(), context = {} } = setting;
  const bash = temporaryBash({ contract: envelope, options, ...(env && { env: { ...hostEnv(), ...env } }) });
  const { result } = await bash.run(input, { workingDirectory: root, ...context });
  return result;
}

function hostEnv(): Readonly<Record<string, string>> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME };
}

/** An answer without what differs from run to run. */
export function withoutTime(result: EnvelopeResult): unknown {
  const { text, stats, ...rest } = result;
  const shown = text.replace(/Took \d+ms/, 'Took 0ms');
  return { ...rest, text: shown, stats: { ...stats, time_ms: 0 } };
}

/** Judges calls whose commands never run: what would have been started, and what is answered. */
export function judging({ options = {}, env = {}, root = project() }: Setting = {}) {
  const plans: Plan[] = [];
  const backend = createFakeBackend((plan) => {
    plans.push(plan);
    return { ends: exited({ kind: 'exited', code: 0 }) };
  });
  const bash = temporaryBash({ contract: envelope, options, backend, env: { HOME: '/home/user', ...env } });
  return async (input: Readonly<Record<string, unknown>>) => {
    plans.length = 0;
    const { result } = await bash.run(input, { workingDirectory: root });
    return { result, started: plans.length };
  };
}

/** Why a command is refused, as the text says; `runs` where it is not. */
export function reasonIn({ result, started }: { result: EnvelopeResult; started: number }): string {
  if (result.status !== 'error') return started === 1 ? 'runs' : 'neither ran nor was refused';
  const { code, message } = result.error;
  if (started > 0) return 'refused, and ran';
  const reasons = result.text.split('\n').filter((line) => /^(?:Reason|Hint): /.test(line));
  if (code === 'INVALID_PARAM' && message === 'Command blocked by safety rules.') return reasons.join('\n');
  if (code === 'ACCESS_DENIED' && reasons.length > 0)
    return reasons.join('\n').replace('Reason', 'Access denied');
  return `${code}: ${message}`;
}
