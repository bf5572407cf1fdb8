import type { Access } from './access.ts';
import type { JobRequest } from './job.ts';
import type { TerminalSize } from './plan.ts';

/**
 * What one tool call asks for, in the engine's own words: every default applied, nothing optional.
 * A contract makes it from a model's input; from here on nobody looks at that input again.
 */
export interface Request {
  /** The text for bash, exactly as it was given. What is judged and what runs is this string. */
  readonly command: string;
  /** Absolute path of the directory to run in. Whether it exists is for the backend to find out. */
  readonly cwd: string;
  /** Absolute path of the directory that the work is in, for the rules; `null`: where the conversation works. */
  readonly workspace: string | null;
  /**
   * Absolute path of a directory that `cwd` has to be in, symbolic links followed, when the command starts; `null`: it
   * may be anywhere. That the command stays there is for the rules: see `leaves-root`.
   */
  readonly root: string | null;
  /** Milliseconds from the start of the command until its caller waits no more; see `lifetime`. */
  readonly timeoutMs: number;
  readonly lifetime: Lifetime;
  /** What the agent says the command is for; `null` when it said nothing. For people, never for a decision. */
  readonly description: string | null;
  /** The terminal to run on; `null` for none. */
  readonly terminal: TerminalSize | null;
  /** The shell to run in that is kept from call to call; `null`: one of the command's own. */
  readonly session: SessionRequest | null;
  /** What it asks for beyond its sandbox, for a person to allow; of a command that is not confined it changes nothing. */
  readonly access: readonly Access[];
}

/** A shell of the conversation by its name, made with the first call that names it. */
export interface SessionRequest {
  readonly name: string;
  /**
   * Whether `cwd` was asked for: a shell that is there already then goes to it first, and stays there. One that was not
   * asked to go anywhere is where the call before has left it.
   */
  readonly entersCwd: boolean;
}

/**
 * How long a command may go on.
 *
 * What can become a job as a whole has one output, standard output and standard error in the order of writing.
 *
 * - `call`: until its time limit; what outlives its shell is ended too, or goes on as a job.
 * - `call-then-job`: what still runs at the time limit, or outlives the shell, goes on as a job.
 * - `job`: as a job, once it has run for `settleMs`; what ends before that is told at once, and with 0 is a job all the
 *   same. Its time limit is the job's.
 *   `input`: whether it can be written to as long as it runs, or finds nothing to read.
 */
export type Lifetime =
  | { readonly kind: 'call'; readonly survivors: 'end' | 'keep' }
  | { readonly kind: 'call-then-job' }
  | { readonly kind: 'job'; readonly settleMs: number; readonly input: 'nothing' | 'pipe' };

/** Where a command can be typed into as long as it runs, which no rule looks at; `null`: it finds nothing to read. */
export function typedInto({
  terminal,
  lifetime,
}: Pick<Request, 'terminal' | 'lifetime'>): 'terminal' | 'pipe' | null {
  if (terminal !== null) return 'terminal';
  return lifetime.kind === 'job' && lifetime.input === 'pipe' ? 'pipe' : null;
}

/** What a tool asks the engine to do. */
export type Operation =
  | { readonly kind: 'run'; readonly request: Request }
  | { readonly kind: 'job'; readonly request: JobRequest };

/** Why an input was not accepted, one place in it at a time. */
export interface Problem {
  /** Where in the input: `timeout_ms`, `options.denyPatterns[0]`; empty for the input as a whole. */
  readonly path: string;
  /** What would have been right, as a noun phrase: `an integer from 1 to 600000`. */
  readonly expected: string;
  /** What came, with its type: `"soon" (string)`, `nothing`. */
  readonly received: string;
  /** What to do about it, as a sentence, where that is not obvious. */
  readonly hint: string | null;
}

/** One problem as a line of text: where, what was expected, what came, what to do. */
export function describeProblem(problem: Problem): string {
  const place = problem.path === '' ? '' : `${problem.path}: `;
  const hint = problem.hint === null ? '' : ` — ${problem.hint}`;
  return `${place}expected ${problem.expected}, got ${problem.received}${hint}`;
}

/** What a model is told where a person has had another command run than the one that it asked for. */
export function describeReplacement(command: string): string {
  return `[the user had this run in the stead of your command: ${command}]`;
}
