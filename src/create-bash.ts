import { dirname, join, resolve } from 'node:path';
import { createApprovalQueue } from './approvals/queue.ts';
import { look, mayWrite } from './backends/bubblewrap/access-files.ts';
import { createBubblewrapBackend } from './backends/bubblewrap/bubblewrap-backend.ts';
import { markVariable } from './backends/local/call-processes.ts';
import { createLocalBackend } from './backends/local/local-backend.ts';
import type { SessionLimits } from './backends/local/sessions.ts';
import type { RulePlaces } from './confine/sandbox.ts';
import { levelsNamed, sandboxLevels, unconfined } from './confine/sandbox-levels.ts';
import { maskSecrets, secretsIn } from './confine/secrets.ts';
import { contractNamed, defaultContractName } from './contracts/registry.ts';
import { type Bash, createBashFrom } from './engine/bash.ts';
import { systemClock } from './engine/clock.ts';
import { realPath } from './engine/real-path.ts';
import type { ResourceProvider } from './engine/resources.ts';
import { createJobRegistry } from './jobs/registry.ts';
import { createFeed } from './live/feed.ts';
import type { Contract } from './model/contract.ts';
import { HandrailError } from './model/errors.ts';
import type { Job } from './model/job.ts';
import type { Approver, Backend, Clock, Recorder } from './model/ports.ts';
import { describeProblem } from './model/request.ts';
import type { SandboxLevel } from './model/sandbox.ts';
import { type Layer, ruleFiles } from './policy/layers.ts';
import { defaultStateDir, homeDirectory, hostEnvironment, userSettingsFile } from './settings/host.ts';
import { readOptionFile } from './settings/option-files.ts';
import { createLazyState } from './state/lazy-state.ts';

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

/**
 * Makes a bash tool. Nothing is started and nothing is opened before the first call; `close` it when done.
 * Throws a `HandrailError` of code `unknown-contract` or `invalid-options`.
 *
 * @example
 * const bash = createBash();
 * const { text } = await bash.run({ command: 'ls' }, { workingDirectory: '/tmp' });
 * await bash.close();
 */
export function createBash<Options = unknown, Result = unknown>(
  given: BashOptions<Options, Result> = {},
): Bash<Result> {
  const env = { ...(given.env ?? hostEnvironment()) };
  const contract = contractOf(given.contract ?? defaultContractName);
  const stateDir = resolve(given.stateDir ?? defaultStateDir(env));
  const clock = given.clock ?? systemClock;
  const secrets = secretsIn(env, given.secrets);
  const outputDir = join(stateDir, 'output');
  const jobsDir = join(stateDir, 'jobs');
  const levels = levelsOf(given.sandbox ?? defaultLevel(contract, given.backend));
  const state = createLazyState(stateDir, shownIn(levels, [outputDir, jobsDir]));
  const createBackend = levels.length === 0 ? createLocalBackend : createBubblewrapBackend;
  return createBashFrom({
    contract,
    options: readOptions(contract, given.options),
    host: { env },
    backend:
      given.backend ??
      createBackend({
        bashPath: given.bashPath ?? null,
        path: env.PATH,
        outerMark: env[markVariable],
        warm: given.warm,
        sessions: given.sessions,
      }),
    recorder: given.recorder ?? state.recorder,
    jobs: createJobRegistry(state.jobs, jobsDir),
    onJobEnd: given.onJobEnd ?? null,
    onlookers: onlookersOf(given, stateDir, secrets),
    clock,
    realPath,
    look,
    mayWrite,
    approver: given.approver ?? null,
    approvals: createApprovalQueue({
      store: state.approvals,
      clock,
      mask: (text) => maskSecrets(text, secrets),
      waitMs: given.approvalWaitMs ?? null,
    }),
    rules: given.rules ?? [],
    grants: state.grants,
    secrets,
    stateDir,
    sandbox: {
      rule: { levels, required: given.sandboxRequired ?? false },
      stateDir,
      home: homeDirectory(env),
      outputDirs: [outputDir, jobsDir],
      settingsDir: dirname(userSettingsFile(env)),
      rules: rulePlaces(given.rules),
      env,
    },
    browser: given.browser ?? null,
    outputDir,
    release: () => state.shut(),
  });
}

/** The files of rules by the names that they have, and by those that links in these lead to. */
function rulePlaces(layers: readonly Layer[] = []): RulePlaces {
  const { ofUser, ofProject } = ruleFiles(layers);
  const both = (files: readonly string[]) => [...new Set([...files, ...files.map(realPath)])];
  return { ofUser: both(ofUser), ofProject: both(ofProject) };
}

function onlookersOf(
  { watchable = true }: Pick<BashOptions, 'watchable'>,
  stateDir: string,
  secrets: readonly string[],
) {
  return watchable ? createFeed(stateDir, secrets) : null;
}

function contractOf<Options, Result>(given: string | Contract<Options, Result>): Contract<Options, Result> {
  if (typeof given !== 'string') return given;
  // Whoever names a contract says what its options and result are; the default is `unknown` for both.
  return contractNamed(given) as Contract<Options, Result>;
}

/** What sandboxes show of the state: were it made later, those of a conversation would not be alike any more, nor have one network. */
function shownIn(levels: readonly SandboxLevel[], directories: readonly string[]): readonly string[] {
  return levels.length === 0 ? [] : directories;
}

/** Whoever brings a backend that makes no sandboxes has chosen how commands are confined: in containers, or not. */
function defaultLevel({ sandbox }: Pick<Contract, 'sandbox'>, backend: Backend | undefined): string {
  const makesNone = backend !== undefined && backend.sandboxSupport === undefined;
  return makesNone ? unconfined : (sandbox ?? unconfined);
}

function levelsOf(given: string | SandboxLevel | readonly SandboxLevel[]): readonly SandboxLevel[] {
  if (typeof given !== 'string') {
    const levels = Array.isArray(given) ? given : [given];
    if (levels.every(isLevel)) return levels;
  }
  const named = typeof given === 'string' ? levelsNamed(given) : undefined;
  if (named !== undefined) return named;
  const known = [unconfined, ...sandboxLevels.map(({ name }) => name)].join(', ');
  const message = `sandbox: expected one of ${known}, or a level as data, got ${JSON.stringify(given) ?? typeof given}`;
  throw new HandrailError('invalid-options', message);
}

/** Whoever calls without types may give anything; what is no level must not be found out when something is to run. */
function isLevel(value: unknown): value is SandboxLevel {
  const keys = ['name', 'writable', 'readOnly', 'hidden', 'network', 'limits'];
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}

function readOptions<Options, Result>(contract: Contract<Options, Result>, given: unknown): Options {
  const reading = contract.readOptions(given, readOptionFile);
  if (reading.kind === 'options') return reading.options;
  const problems = reading.problems.map(describeProblem).join('; ');
  throw new HandrailError('invalid-options', `options of the contract ${contract.name}: ${problems}`);
}
