import { dirname, join } from 'node:path';
import { createApprovalQueue } from './approvals/queue.ts';
import { createBubblewrapBackend } from './backends/bubblewrap/bubblewrap-backend.ts';
import { look, mayWrite, otherNames } from './backends/bubblewrap/layout/access-files.ts';
import { listensAt } from './backends/bubblewrap/network/listening-ports.ts';
import { createLocalBackend } from './backends/local/local-backend.ts';
import { markVariable } from './backends/local/processes/call-processes.ts';
import { type BashOptions, checkBashOptions, ownContractOptions, ownOptions } from './bash-options.ts';
import { levelIn } from './confine/check-level.ts';
import type { RulePlaces } from './confine/sandbox.ts';
import { levelsNamed, sandboxLevels, unconfined } from './confine/sandbox-levels.ts';
import { maskSecrets, secretsIn } from './confine/secrets.ts';
import {
  type ContractName,
  contractNamed,
  defaultContractName,
  type ResultNamed,
} from './contracts/registry.ts';
import { absolutePath } from './engine/absolute-path.ts';
import { type Bash, createBashFrom } from './engine/bash.ts';
import { systemClock } from './engine/clock.ts';
import { entriesOf } from './engine/entries-of.ts';
import { isIgnoredByGit } from './engine/ignored-by-git.ts';
import { realPath } from './engine/real-path.ts';
import { createJobRegistry } from './jobs/registry.ts';
import { createFeed } from './live/feed.ts';
import type { Contract } from './model/contract.ts';
import { describeValue } from './model/describe-value.ts';
import { HandrailError } from './model/errors.ts';
import { describeProblem } from './model/request.ts';
import type { SandboxLevel } from './model/sandbox.ts';
import { type Layer, ruleFiles } from './policy/layers.ts';
import {
  defaultStateDir,
  homeDirectory,
  hostEnvironment,
  userSettingsFile,
  withoutUnset,
} from './settings/host.ts';
import { readOptionFile } from './settings/option-files.ts';
import { readTextFile } from './settings/read-text.ts';
import { createLazyState } from './state/lazy-state.ts';
import { createFarBash } from './thread/far-bash.ts';
import { startThread } from './thread/start-thread.ts';
import { threadData } from './thread/thread-data.ts';

/**
 * Makes a bash tool. Nothing is started and nothing is opened before the first call; `close` it when done.
 * Throws a `HandrailError` of code `unknown-contract` or `invalid-options`.
 *
 * @example
 * const bash = createBash();
 * const { text } = await bash.run({ command: 'ls' }, { workingDirectory: '/tmp' });
 * await bash.close();
 */
export function createBash<Name extends ContractName = typeof defaultContractName>(
  given?: BashOptions & { readonly contract?: Name },
): Bash<ResultNamed<Name>>;
export function createBash<Options = unknown, Result = unknown>(
  given?: BashOptions<Options, Result>,
): Bash<Result>;
export function createBash<Options, Result>(options: BashOptions<Options, Result> = {}): Bash<Result> {
  checkBashOptions(options);
  return bashOf(ownOptions(options));
}

function bashOf<Options, Result>(given: BashOptions<Options, Result>): Bash<Result> {
  const env = given.env === undefined ? hostEnvironment() : withoutUnset(given.env);
  const contract = contractOf(given.contract ?? defaultContractName);
  const options = readOptions(contract, given.options);
  const { sandbox = defaultLevel(contract, given) } = given;
  const levels = levelsOf(sandbox);
  const stateDir = absolutePath('createBash: stateDir', given.stateDir ?? defaultStateDir(env));
  const chosen = { env, contract, options, levels, stateDir };
  return given.thread === true ? bashInThread(given, chosen) : bashHere(given, chosen);
}

/** What has come of the options that a bash is made by, wherever its work is done. */
interface Chosen<Options, Result> {
  readonly env: Readonly<Record<string, string>>;
  readonly contract: Contract<Options, Result>;
  readonly options: Options;
  readonly levels: readonly SandboxLevel[];
  /** Absolute. */
  readonly stateDir: string;
}

function bashInThread<Options, Result>(
  given: BashOptions<Options, Result>,
  { levels, ...chosen }: Chosen<Options, Result>,
): Bash<Result> {
  const { contract, options, env } = chosen;
  const data = threadData(given, chosen);
  return createFarBash({
    ...{ contract, options, env },
    isConfined: levels.length > 0,
    approver: given.approver ?? null,
    onJobEnd: given.onJobEnd ?? null,
    start: (own, approver) => startThread({ ...data, approver }, own),
  });
}

function bashHere<Options, Result>(
  given: BashOptions<Options, Result>,
  { env, contract, options, levels, stateDir }: Chosen<Options, Result>,
): Bash<Result> {
  const clock = given.clock ?? systemClock;
  const secrets = secretsIn(env, given.secrets);
  const outputDir = join(stateDir, 'output');
  const jobsDir = join(stateDir, 'jobs');
  const ofCalls = [outputDir, jobsDir];
  const state = createLazyState(stateDir, { shown: levels.length === 0 ? [] : ofCalls, ofCalls });
  const createBackend = levels.length === 0 ? createLocalBackend : createBubblewrapBackend;
  return createBashFrom({
    contract,
    options,
    host: { env, isRoot: process.geteuid?.() === 0 },
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
    entriesOf,
    isIgnored: (directory) => isIgnoredByGit(directory, readTextFile),
    look,
    otherNames,
    mayWrite,
    listens: listensAt,
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

/**
 * Whoever brings a backend that makes no sandboxes has chosen how commands are confined: in containers, or not. Where a sandbox is
 * required, that has to be said.
 */
function defaultLevel(
  { sandbox }: Pick<Contract, 'sandbox'>,
  { backend, sandboxRequired = false }: Pick<BashOptions, 'backend' | 'sandboxRequired'>,
): string {
  const makesNone = backend !== undefined && backend.sandboxSupport === undefined;
  return makesNone && !sandboxRequired ? unconfined : (sandbox ?? unconfined);
}

function levelsOf(given: string | SandboxLevel | readonly SandboxLevel[]): readonly SandboxLevel[] {
  if (Array.isArray(given) && given.length > 0 && given.every(isObject))
    return given.map((level, at) => levelIn(`sandbox[${at}]`, level));
  if (isObject(given)) return [levelIn('sandbox', given)];
  const named = typeof given === 'string' ? levelsNamed(given) : undefined;
  if (named !== undefined) return named;
  const known = [unconfined, ...sandboxLevels.map(({ name }) => name)].join(', ');
  const message = `sandbox: expected one of ${known}, or a level as data, or an array of such data, got ${describeValue(given)}`;
  throw new HandrailError('invalid-options', message);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readOptions<Options, Result>(contract: Contract<Options, Result>, given: unknown): Options {
  const reading = contract.readOptions(ownContractOptions(given, contract.optionsSchema), readOptionFile);
  if (reading.kind === 'options') return reading.options;
  const problems = reading.problems.map(describeProblem).join('; ');
  throw new HandrailError('invalid-options', `options of the contract ${contract.name}: ${problems}`);
}
