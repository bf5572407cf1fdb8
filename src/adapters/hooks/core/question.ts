/** What an agent is about to do, in the terms of all agents. */
export type Question = CommandQuestion | ChangeQuestion;

/** A command for bash. */
export interface CommandQuestion extends Asking {
  readonly kind: 'command';
  readonly command: string;
}

/** Files that a tool of the agent's own would write, change or remove. */
export interface ChangeQuestion extends Asking {
  readonly kind: 'change';
  /** As the agent names them: absolute, or relative to the directory. */
  readonly paths: readonly string[];
  /** Whether the tool takes a file of that name elsewhere in the workspace where there is none at a relative path. */
  readonly isSearched: boolean;
}

interface Asking {
  /** Absolute path of the directory that a command is started in, and that relative paths are of; it may have links, and steps up, in it. */
  readonly directory: string;
  /** Absolute path of the directory that the conversation is about, which a call cannot choose: its settings hold, and what is in it may be read. */
  readonly workspace: string;
  /** The agent's name of its tool. */
  readonly tool: string;
  /** The agent's id of its conversation; empty where it tells none. */
  readonly session: string;
}

/**
 * What came of reading what an agent sent.
 *
 * - `not-ours`: a call of a tool that neither runs a command nor changes a file.
 * - `unreadable`: it is not what this agent is known to send.
 */
export type Reading =
  | { readonly kind: 'question'; readonly question: Question }
  | { readonly kind: 'not-ours' }
  | { readonly kind: 'unreadable'; readonly expected: string; readonly received: string };

/**
 * The answer to a question.
 *
 * - `allowed`: the rules allow the command. Whether the agent is told so, or goes on to its own permissions, is its own matter.
 * - `no-opinion`: there is nothing that the rules say of it.
 * - `asked`: a person has to say yes.
 */
export type Reply =
  | { readonly kind: 'allowed' | 'no-opinion' }
  /** `approval`: the id under which a person can approve it elsewhere; left out: they cannot. */
  | { readonly kind: 'asked'; readonly reason: string; readonly approval?: string }
  | { readonly kind: 'denied'; readonly reason: string };

/** What the process of a hook leaves behind. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

/** What a user has said about how a hook is to answer, with words after the agent's name. */
export interface AnswerOptions {
  /** `--approve`: what the rules allow is to run without the agent's own question. */
  readonly approve: boolean;
  /** `--ask`: the agent is to ask the person, also where it is known not to do so always. */
  readonly ask: boolean;
}
