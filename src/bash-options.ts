import type { SessionLimits } from './backends/local/sessions.ts';
import { readWith, z } from './contracts/schema.ts';
import type { ResourceProvider } from './engine/resources.ts';
import type { Contract } from './model/contract.ts';
import { HandrailError } from './model/errors.ts';
import type { Job } from './model/job.ts';
import type { Approver, Backend, Clock, Recorder } from './model/ports.ts';
import { describeProblem, type Problem } from './model/request.ts';
import type { SandboxLevel } from './model/sandbox.ts';
import type { Layer } from './policy/layers.ts';

/** How a bash is to be; everything can be left out. */
export interface BashOptions<Options = unknown, Result = unknown> {
  /** A contract, or the name of one that Handrail brings along. Left out: `default`. */
  readonly contract?: string | Contract<Options, Result>;
  /** The contract's options; what is left out has the contract's default. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Directory for the audit log and for outputs that were cut. Left out: `handrail` in the XDG state directory. */
  readonly stateDir?: string;
  /** Absolute path of the bash to run. Left out: the first on PATH. */
  readonly bashPath?: string;
  /**
   * Whether the shell of the next command is started before it is wanted; it is a fresh one all the same. Left out: it is.
   */
  readonly warm?: boolean;
  /** How long the shells of sessions stay when nothing runs in them. Left out: 30 minutes, and at most 16. */
  readonly sessions?: Partial<SessionLimits>;
  /**
   * How far commands are confined: `off`, `workspace`, `read-only`, a level of one's own, or several, each of which then
   * holds. Left out: what the contract has by default; nothing with a `backend` that makes no sandboxes, such as a container.
   */
  readonly sandbox?: string | SandboxLevel | readonly SandboxLevel[];
  /**
   * Whether nothing may run on a machine that cannot confine it. Left out: it may, and every result then says so.
   */
  readonly sandboxRequired?: boolean;
  /** The environment that commands may inherit from. Left out: the host's, as it is now. */
  readonly env?: Readonly<Record<string, string>>;
  /**
   * Texts of 6 characters or more that are masked in outputs and in the record as secrets in `env` are, which are masked anyway.
   * Left out: there are none.
   */
  readonly secrets?: readonly string[];
  /** Who is asked when the contract's rules say so. Left out: nobody, and such a call is handed back. */
  readonly approver?: Approver;
  /**
   * Milliseconds that a call waits for an answer before it is handed back, to be answered later and made again. Left out:
   * as long as somebody who was asked has not answered, and not at all where nobody is there to ask.
   */
  readonly approvalWaitMs?: number;
  /** Rules that hold beside the contract's, the widest scope first; see `handrail/policy`. Left out: none. */
  readonly rules?: readonly Layer[];
  /** Makes the browser of a conversation. Left out: there is none. */
  readonly browser?: ResourceProvider;
  /** Where commands run. Left out: on this machine. */
  readonly backend?: Backend;
  /** Who keeps the record of calls. Left out: the audit log in `stateDir`. */
  readonly recorder?: Recorder;
  /** Told when a job ends that a call of this bash has left behind, as long as this process is there. */
  readonly onJobEnd?: (job: Job) => void;
  /** Whether `handrail watch` can look on at the calls. Left out: it can. */
  readonly watchable?: boolean;
  readonly clock?: Clock;
}

/** Whoever calls without types may give anything: what is misspelled, or is no such thing, is told before anything is to run. */
const schema = z.strictObject({
  contract: z.union([z.string(), like<Contract>('a contract', ['tools'])]).optional(),
  options: z.unknown().optional(), // The contract says what they are.
  stateDir: path().optional(),
  bashPath: path().optional(),
  warm: z.boolean().optional(),
  sessions: z
    .strictObject({ idleMs: z.number().positive().optional(), most: z.int().nonnegative().optional() })
    .optional(),
  sandbox: z.unknown().optional(), // A name, or data: see `levelsOf`.
  sandboxRequired: z.boolean().optional(),
  env: z.record(z.string(), z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  approver: like<Approver>('an approver: an object with the function ask', ['ask']).optional(),
  approvalWaitMs: z.number().nonnegative().optional(),
  rules: z.array(like<Layer>('a layer of rules', ['scope', 'rules', 'off'])).optional(),
  browser: like<ResourceProvider>('an object with the functions open and close', [
    'open',
    'close',
  ]).optional(),
  backend: like<Backend>('a backend', ['name', 'run', 'endConversation', 'close']).optional(),
  recorder: like<Recorder>('an object with the functions open and close', ['open', 'close']).optional(),
  onJobEnd: z.custom<(job: Job) => void>((value) => typeof value === 'function', 'a function').optional(),
  watchable: z.boolean().optional(),
  clock: like<Clock>('a clock', ['elapsedMs', 'nowMs', 'after']).optional(),
} satisfies Record<keyof BashOptions, unknown>);

function path() {
  return z.string().min(1);
}

/** An object that has all of these. */
function like<Value>(expected: string, keys: readonly (keyof Value & string)[]) {
  const has = (value: unknown): boolean => isObject(value) && keys.every((key) => key in value);
  return z.custom<Value>(has, expected);
}

/** Throws a `HandrailError` of code `invalid-options`. */
export function checkBashOptions(given: unknown): void {
  const reading = readWith(schema, isObject(given) ? { ...given, ...plainEnvironment(given) } : given);
  if (reading.kind === 'value') return;
  const problems = reading.problems.map(withoutSecret).map(describeProblem).join('; ');
  throw new HandrailError('invalid-options', `createBash: ${problems}`);
}

/** That of a process is no plain object. */
function plainEnvironment({ env }: { readonly env?: unknown }): { readonly env?: unknown } {
  return isObject(env) ? { env: { ...env } } : {};
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A problem without the value that is one, where that is nobody's to read. */
function withoutSecret(problem: Problem): Problem {
  if (!/^(?:env|secrets)\b/.test(problem.path)) return problem;
  return { ...problem, received: problem.received.replace(/^.*\((\w+)\)$/s, 'a value of type $1') };
}
