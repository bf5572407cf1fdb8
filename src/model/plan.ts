import type { SandboxPlan } from './sandbox.ts';

/** Which environment variables a command gets. */
export interface EnvironmentRule {
  /**
   * What is taken over from the host: everything, everything but what looks like a secret, or only the named ones.
   * Variables that would make bash run or parse something other than the command are never taken over.
   */
  readonly inherit: 'everything' | 'without-secrets' | readonly string[];
  /** Set last, over whatever was inherited. */
  readonly set: Readonly<Record<string, string>>;
  /** Set before that where the command has no terminal: what keeps it from asking and drawing. Left out: nothing. */
  readonly setWithoutTerminal?: Readonly<Record<string, string>>;
}

/** Whether standard output and standard error are told apart or kept in the order of writing. */
export type StreamRule = 'apart' | 'combined';

/** Everything a backend needs to run a command: how, where, with what. Made by `confine`, carried out unchanged. */
export interface Plan {
  readonly command: string;
  readonly cwd: string;
  /** `cwd` has to be in it, symbolic links followed, or nothing is started; `null`: it may be anywhere. */
  readonly root: string | null;
  readonly env: Readonly<Record<string, string>>;
  readonly streams: StreamRule;
  /** What the command's standard input is: at its end from the start, or a pipe that can be written to later. */
  readonly input: 'nothing' | 'pipe';
  /** Milliseconds between asking the command's processes to end (SIGTERM) and making them (SIGKILL). */
  readonly graceMs: number;
  /** The terminal that the command runs on, which then is its input and its one output; `null` for none. */
  readonly terminal: TerminalSize | null;
  /** What it may reach; `null`: all that its user may. A backend that cannot hold it to that starts nothing. */
  readonly sandbox: SandboxPlan | null;
  /** The kept shell to run in; `null`: one of its own. */
  readonly session: SessionPlan | null;
  /** Whose command it is: those of one conversation may share what the backend keeps for it. Left out: nobody's. */
  readonly conversationId?: string;
}

/** A shell that is kept from run to run. */
export interface SessionPlan {
  /** Runs with the same key share the shell, one after the other. */
  readonly key: string;
  /** The shell ends with it. */
  readonly conversationId: string;
  /** Whether a shell that is there already goes to the plan's directory first. */
  readonly entersCwd: boolean;
  /**
   * The shell that the command is for, as a run before told of it; `null`: a new one. Where the session has another, nothing
   * of the command runs. Left out: whichever there is.
   */
  readonly shell?: string | null;
  /** Who gives it the command: one does not know what another has run in the shell. Left out: always the same. */
  readonly client?: string;
}

/** A terminal, in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** What is known of the machine that runs the commands. Read once, at the border. */
export interface Host {
  /** The environment that commands may inherit from. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it is root who runs them. */
  readonly isRoot: boolean;
}
