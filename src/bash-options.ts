import { isAbsolute } from 'node:path';
import type { SessionLimits } from './backends/local/sessions/sessions.ts';
import { shortestMasked } from './confine/secrets.ts';
import type { ResourceProvider } from './engine/resources.ts';
import type { Contract, JsonSchema } from './model/contract.ts';
import { HandrailError } from './model/errors.ts';
import type { Job } from './model/job.ts';
import {
  checkOptions,
  hasFunctions,
  isRecord,
  type OptionKind,
  type OptionKinds,
  optionKinds,
  valuesUnder,
} from './model/options.ts';
import type { Approver, Backend, Clock, Recorder } from './model/ports.ts';
import type { SandboxLevel } from './model/sandbox.ts';
import { checkLayers } from './policy/check-layers.ts';
import type { Layer } from './policy/layers.ts';

/** How a bash is to be; everything can be left out. */
export interface BashOptions<Options = unknown, Result = unknown> {
  /** A contract, or the name of one that Handrail brings along. Left out: `default`. */
  readonly contract?: string | Contract<Options, Result> | undefined;
  /** The contract's options; what is left out has the contract's default. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Directory for the audit log and for outputs that were cut. Left out: `handrail` in the XDG state directory; `HANDRAIL_STATE_DIR` is for the
   * command line, and not looked at.
   */
  readonly stateDir?: string | undefined;
  /** Absolute path of the bash to run. Left out: the first on PATH. */
  readonly bashPath?: string | undefined;
  /**
   * Whether the shell of the next command is started before it is wanted; it is a fresh one all the same. Left out: it is.
   */
  readonly warm?: boolean | undefined;
  /**
   * Whether all of its work is done in a thread of its own, so that this process can do other things meanwhile: a call takes some
   * tenths of a millisecond of its event loop then, whatever the command prints. All but `approver`, `onJobEnd` and what is given with a
   * call has to be data, and the contract one that Handrail brings along. Left out: it is done here.
   */
  readonly thread?: boolean | undefined;
  /** How long the shells of sessions stay when nothing runs in them. Left out: 30 minutes, and at most 16. */
  readonly sessions?: Partial<SessionLimits> | undefined;
  /**
   * How far commands are confined: `off`, `workspace`, `read-only`, a level of one's own, or several of one's own in an array, each of which then
   * holds. Left out: what the contract has by default; `off` with a `backend` that makes no sandboxes, such as a container, unless one is required.
   */
  readonly sandbox?: string | SandboxLevel | readonly SandboxLevel[] | undefined;
  /**
   * Whether nothing may run where what `sandbox` says cannot be held; of `off` there is nothing to hold. Left out: it may, and
   * `outcome.confinement` then says so.
   */
  readonly sandboxRequired?: boolean | undefined;
  /** The environment that commands may inherit from; what is `undefined` is not in it. Left out: the host's, as it is now. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * Texts of 6 characters or more that are masked in outputs and in the record as secrets in `env` are, which are masked anyway.
   * Left out: there are none.
   */
  readonly secrets?: readonly string[] | undefined;
  /** Who is asked when the contract's rules say so. Left out: nobody, and such a call is handed back. */
  readonly approver?: Approver | undefined;
  /**
   * Milliseconds that a call waits for an answer before it is handed back, to be answered later and made again. Left out:
   * as long as somebody who was asked has not answered, and not at all where nobody is there to ask.
   */
  readonly approvalWaitMs?: number | undefined;
  /** Rules that hold beside the contract's, the widest scope first; see `handrail/policy`. Left out: none. */
  readonly rules?: readonly Layer[] | undefined;
  /** Makes the browser of a conversation. Left out: there is none. */
  readonly browser?: ResourceProvider | undefined;
  /** Where commands run; `bashPath`, `warm` and `sessions` are not for it, and refused beside it. Left out: on this machine. */
  readonly backend?: Backend | undefined;
  /** Who keeps the record of calls. Left out: the audit log in `stateDir`. */
  readonly recorder?: Recorder | undefined;
  /** Told when a job ends that a call of this bash has left behind, as long as this process is there. */
  readonly onJobEnd?: ((job: Job) => void) | undefined;
  /** Whether `handrail watch` can look on at the calls. Left out: it can. */
  readonly watchable?: boolean | undefined;
  /** What time it is, and who is woken when. Left out: this machine's clock. */
  readonly clock?: Clock | undefined;
}

const { text, flag, callback, approver } = optionKinds;

/** An object that has all of these functions. */
function like<Value>(expected: string, ...names: readonly (keyof Value & string)[]): OptionKind {
  return { expected, has: (value) => hasFunctions(value, ...names) };
}

function arrayOf(hasPart: (part: unknown) => boolean, expected: string): OptionKind {
  return { expected, has: (value) => Array.isArray(value) && value.every(hasPart), hasPart };
}

function objectOf(hasPart: (part: unknown) => boolean, expected: string): OptionKind {
  return { expected, has: (value) => isRecord(value) && Object.values(value).every(hasPart), hasPart };
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLimit(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

function isContract(value: unknown): value is Contract {
  return hasFunctions(value, 'readOptions') && 'tools' in Object(value);
}

const kinds: OptionKinds<BashOptions> = {
  contract: {
    expected: 'the name of a contract, or one that defineContract has made',
    has: (value) => text.has(value) || isContract(value),
  },
  // The contract says what they are. One sees nothing in these.
  options: {
    expected: 'options',
    has: (value) => !(value instanceof Map || value instanceof Set || value instanceof Promise),
  },
  stateDir: text,
  bashPath: {
    expected: 'an absolute path',
    has: (value) => typeof value === 'string' && isAbsolute(value),
    isTold: true,
  },
  warm: flag,
  thread: flag,
  sessions: { expected: 'an object', has: () => true }, // See `sessionKinds`.
  sandbox: { expected: 'a level', has: () => true }, // A name, or data: see `levelsOf`.
  sandboxRequired: flag,
  env: objectOf((value) => value === undefined || isText(value), 'an object of strings'),
  secrets: arrayOf(isLongEnough, `an array of strings of ${shortestMasked} characters or more`),
  approver,
  approvalWaitMs: { expected: 'a number of milliseconds of 0 or more', has: isLimit, isTold: true },
  rules: arrayOf(isObject, 'an array of layers of rules'),
  browser: like<ResourceProvider>('an object with the functions open and close', 'open', 'close'),
  backend: {
    expected: 'an object with name and the functions run, endConversation and close',
    has: (value) =>
      hasFunctions(value, 'run', 'endConversation', 'close') && isObject(value) && 'name' in value,
  },
  recorder: like<Recorder>('an object with the functions open and close', 'open', 'close'),
  onJobEnd: callback,
  watchable: flag,
  clock: like<Clock>('a clock', 'elapsedMs', 'nowMs', 'after'),
};

const sessionKinds: OptionKinds<SessionLimits> = {
  idleMs: { expected: 'a number of milliseconds of 0 or more', has: isLimit, isTold: true },
  most: {
    expected: 'a number of 1 or more',
    has: (value) => typeof value === 'number' && value >= 1,
    isTold: true,
  },
};

/** What is shorter would not be masked, and nobody would be told. */
function isLongEnough(value: unknown): boolean {
  return typeof value === 'string' && value.length >= shortestMasked;
}

/** Throws a `HandrailError` of code `invalid-options`. */
export function checkBashOptions(given: unknown): void {
  checkOptions('createBash', given, kinds, 'invalid-options');
  const { rules = [], sessions = {} }: BashOptions = Object(given);
  checkOptions('createBash: sessions', sessions, sessionKinds, 'invalid-options');
  checkLayers('createBash', rules);
  checkForBackend(Object(given));
}

/** Options of the backend that runs commands on this machine, and of no other. */
const ofThisMachine = ['bashPath', 'warm', 'sessions'] as const;

function checkForBackend(given: BashOptions): void {
  const inVain = ofThisMachine.find((name) => given.backend !== undefined && given[name] !== undefined);
  if (inVain === undefined) return;
  const message = `createBash: ${inVain}: expected to be left out with a backend, which it would change nothing of; give that what it is to know`;
  throw new HandrailError('invalid-options', message);
}

/** All of them as keys of one object: some may have been inherited, of a class or of options that are shared. */
export function ownOptions<Options, Result>(
  given: BashOptions<Options, Result>,
): BashOptions<Options, Result> {
  return valuesUnder(Object.keys(kinds), given as Readonly<Record<string, unknown>>);
}

/** The same of the options of a contract. What it does not know stays among them, so that it is told. */
export function ownContractOptions(given: unknown, schema: JsonSchema): unknown {
  if (!isRecord(given)) return given;
  const names = Object.keys(Object(schema.properties)).filter((name) => !(name in Object.prototype));
  return { ...given, ...valuesUnder(names, given) };
}
