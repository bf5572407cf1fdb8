import type { CaptureRule } from './capture.ts';
import type { Policy } from './decision.ts';
import type { Invalid, Report } from './outcome.ts';
import type { EnvironmentRule, StreamRule } from './plan.ts';
import type { Approver, ReadFile } from './ports.ts';
import type { Operation, Problem, Request } from './request.ts';
import type { SandboxPlan } from './sandbox.ts';

/** A JSON Schema, as data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a model reads of a result. */
export interface ToolText {
  readonly text: string;
  /** Whether the contract calls this result an error. */
  readonly isError: boolean;
  /** Fits the tool's output schema; `null` for a tool that has none. */
  readonly structured: Readonly<Record<string, unknown>> | null;
}

/** What the functions of a tool go by. */
export interface CallScope<Options> {
  readonly options: Options;
  /** Absolute path; where the conversation works. */
  readonly workingDirectory: string;
  /** The host's environment. */
  readonly env: Readonly<Record<string, string>>;
}

/** A call whose input is to be read. */
export interface InputScope<Options> extends CallScope<Options> {
  /**
   * Where an absolute path leads when its symbolic links are followed; of one that is not there, where it would be made.
   * Left out where no file can be looked at: paths are taken for what they say.
   */
  readonly realPath?: (path: string) => string;
}

/** A tool that is to be described. */
export interface DescriptionScope<Options> extends CallScope<Options> {
  /** Whether commands are to run in a sandbox; left out: they are not. */
  readonly isConfined?: boolean;
  /** `false`: nothing goes on as a job; see `Backend`. */
  readonly keepsRuns?: boolean;
  /**
   * Milliseconds after which the caller waits no longer: what may go on as a job goes on as one then, and a wait for a job is
   * over. `null`, or left out: the caller waits as long as it takes.
   */
  readonly patienceMs?: number | null;
}

/** A call with what it asked for. */
export interface RequestScope<Options> extends CallScope<Options> {
  readonly request: Request;
  /**
   * The sandbox that the command is to run in, with what was granted and what is asked for; `null`: it has none, or one that leaves
   * open what nobody could let a command to, as the whole home directory or sockets of others.
   * Left out: it has none. To find out takes a while.
   */
  readonly sandbox?: () => Pick<SandboxPlan, 'network'> | null;
}

/** Hints for clients; they describe, they do not enforce. */
export interface ToolAnnotations {
  readonly title: string;
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly openWorld: boolean;
}

/** One tool of a contract: how its input is read, what rules its command runs under, how its end is told. */
export interface ContractTool<Options, Result> {
  readonly name: string;
  readonly annotations: ToolAnnotations;
  readonly inputSchema: JsonSchema;
  /** The schema of `ToolText.structured`; `null` when that is always `null`. */
  readonly outputSchema: JsonSchema | null;
  description(scope: DescriptionScope<Options>): string;
  decode(input: unknown, scope: InputScope<Options>): Operation | Invalid;
  /** The rules that the command is held against, beside those of the host and its user. */
  policy(scope: RequestScope<Options>): Policy;
  environment(scope: CallScope<Options>): EnvironmentRule;
  readonly streams: StreamRule;
  /** The longest command that the rules look into, in UTF-16 units; left out: 64 Ki. What is longer is `unparsed`. */
  readonly maxAnalysed?: number;
  /** Whether the rules hold for functions too that the command defines and never calls. Left out: they do not. */
  readonly judgesUncalled?: boolean;
  /**
   * Whether bash is to check a text that could not be read for its syntax, where nothing but that is asked about: what bash
   * says of a mistake is then what became of the command, and nothing of it runs. Left out: it is asked about.
   */
  readonly checksSyntax?: boolean;
  capture(options: Options): CaptureRule;
  /** The contract's own result: one JSON value. */
  present(report: Report, options: Options): Result;
  read(result: Result): ToolText;
}

/** Options read against a contract's schema: complete, or what is wrong with them. */
export type OptionsRead<Options> =
  | { readonly kind: 'options'; readonly options: Options }
  | { readonly kind: 'invalid'; readonly problems: readonly [Problem, ...Problem[]] };

/**
 * How an option gets stricter. `lower`: a smaller number is. `any`: whatever is said forbids more than nothing does. A list: its
 * values from the mildest to the strictest.
 */
export type Stricter = 'lower' | 'any' | readonly string[];

/**
 * A bash tool as a team defined it: data and a few pure functions. The engine serves any contract and knows none.
 *
 * `Options` is what can be configured, complete; `Result` is the JSON value that a call answers with.
 */
export interface Contract<Options = unknown, Result = unknown> {
  readonly name: string;
  /** One sentence on what sets this contract apart. */
  readonly summary: string;
  /** The options as a user writes them; the JSON part of `readOptions`. */
  readonly optionsSchema: JsonSchema;
  /** With `readFile`, options that hold a whole file can be given as its path; without it such a path is refused. */
  readOptions(given: unknown, readFile?: ReadFile): OptionsRead<Options>;
  /**
   * The options that a project's settings may make stricter than they are by themselves, and how each gets so: a project can be
   * anybody's. Left out, and those that are left out: a project cannot set them.
   */
  readonly stricter?: Readonly<Record<string, Stricter>>;
  /** The first tool runs a command and accepts `{ command }`. */
  readonly tools: readonly [ContractTool<Options, Result>, ...ContractTool<Options, Result>[]];
  /** The level of the sandbox that commands are confined to when no setting names one; left out: `off`. */
  readonly sandbox?: string;
  /** The approver that the options bring along, if they do; it goes before the engine's own. */
  approver(options: Options): Approver | null;
  /** The conversation that calls belong to which name none; `null`: each has one of its own. */
  conversation(options: Options): string | null;
}
