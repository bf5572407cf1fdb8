import type { Assignment } from './analysis.ts';
import type { Path, Word } from './word.ts';

/**
 * One thing that an invocation does, or could do. What is not listed is not done: a program of which that cannot be said
 * has an effect `unknown`.
 */
export type Effect =
  /** Reads a file, or with `isRecursive` all that is in a directory. Its content may be shown. */
  | { readonly kind: 'reads'; readonly path: Path; readonly isRecursive: boolean }
  /**
   * Changes what a path holds: `creates` leaves what is there, `replaces` destroys it, `appends` adds to it, `alters`
   * changes parts of it or its properties. `isBuilt`: it is made of the project’s code, or of what
   * that names, also where that is fetched.
   */
  | {
      readonly kind: 'writes';
      readonly path: Path;
      readonly how: 'creates' | 'replaces' | 'appends' | 'alters';
      readonly isRecursive: boolean;
      readonly isBuilt?: true;
    }
  | { readonly kind: 'deletes'; readonly path: Path; readonly isRecursive: boolean }
  /** Runs other code. What could be read of it is in the invocations whose `parent` has this effect. */
  | { readonly kind: 'executes'; readonly code: Code }
  /** Talks to another host; `host` is a name, an address or a URL, or `null` if it is not in the arguments. */
  | {
      readonly kind: 'network';
      readonly host: Word | null;
      readonly direction: 'receives' | 'sends' | 'listens';
    }
  /** Runs with the rights of another user; `null` is root. */
  | { readonly kind: 'privilege'; readonly user: Word | null }
  /** Shows what may be secret: variables (`null` is all of them), command lines of others, stored credentials. */
  | {
      readonly kind: 'discloses';
      readonly what: 'variable';
      readonly name: string | null;
      /** The shell itself tells it, on its standard error, whatever the program does with its words. */
      readonly isTold?: true;
    }
  | { readonly kind: 'discloses'; readonly what: 'processes' | 'credentials' | 'history' }
  /** Changes something that is not a file: see `Subject`. `isDestructive`: what is lost cannot be had back. */
  | {
      readonly kind: 'changes';
      readonly subject: Subject;
      readonly isDestructive: boolean;
      /** Which one, where there is a name for it. */
      readonly target: Word | null;
    }
  /** Sets a variable, for the shell, for this invocation, or for all that comes after. */
  | {
      readonly kind: 'sets';
      readonly name: string;
      readonly value: Word;
      readonly scope: 'shell' | 'invocation' | 'environment';
    }
  /** Waits for a person, or takes over the terminal. */
  | { readonly kind: 'interactive' }
  /** Leaves something running behind. */
  | { readonly kind: 'background' }
  | { readonly kind: 'changes-directory'; readonly path: Path }
  /** Something that cannot be said. `subject` is the option, word or name that it is about. */
  | { readonly kind: 'unknown'; readonly code: UnknownCode; readonly subject: string };

/** What a `changes` effect changes. */
export type Subject =
  /** Definitions, options and state of the running shell. */
  | 'shell'
  /** Processes, by signals or priorities. */
  | 'process'
  /** Commits, branches, the index, stashes of a repository here. */
  | 'repository'
  /** Settings of a program: git configuration, npm configuration. */
  | 'settings'
  /** What another host keeps: a pushed branch, an issue, a release. */
  | 'remote'
  | 'package'
  | 'service'
  | 'container'
  | 'cluster'
  | 'infrastructure'
  | 'database'
  /** The machine: power, clock, mounts, users, firewall, kernel, schedule. */
  | 'system'
  /** Disks, partitions and file systems as a whole. */
  | 'device'
  /** What the user of Handrail has answered, or is to answer. */
  | 'approvals';

/** Why an effect is `unknown`. */
export type UnknownCode =
  | 'unknown-name'
  | 'unknown-program'
  | 'program-by-path'
  | 'unknown-subcommand'
  | 'unknown-option'
  | 'ambiguous-option'
  | 'possible-option'
  | 'missing-value'
  | 'unknown-words'
  | 'unknown-operand'
  | 'unknown-code'
  | 'unreadable-code'
  /** Text for a shell that is no script, or cannot be read as one for certain. */
  | 'unparsed-code'
  | 'loaded-code'
  | 'unknown-redirect'
  | 'unknown-variable'
  | 'recursion'
  | 'program-specific';

/** Code that an invocation runs. */
export type Code =
  /** A program by its words; `hasMore` if further words are added that are not known (`xargs`). */
  | {
      readonly kind: 'command';
      readonly words: readonly Word[];
      readonly hasMore: boolean;
      readonly setting: Setting;
    }
  /** Text for a shell; `parameters` are `$0`, `$1` and so on. */
  | {
      readonly kind: 'shell';
      readonly text: Word;
      readonly parameters: readonly Word[];
      readonly setting: Setting;
    }
  /** A file that is run, or read as a script. */
  | { readonly kind: 'file'; readonly path: Path; readonly parameters: readonly Word[] }
  /** A program text in another language, which is not read: Python, Perl, an editor's commands. */
  | { readonly kind: 'foreign'; readonly language: string; readonly text: Word }
  /** What comes in on the standard input, as a program in this language; `shell` is read where it is known. */
  | { readonly kind: 'input'; readonly language: string; readonly setting: Setting };

/** What is different for code that an invocation runs. What is left out is as for the invocation itself. */
export interface Setting {
  readonly cwd?: Word;
  readonly assignments?: readonly Assignment[];
  /** Variables that the environment no longer has; `all` of them. */
  readonly removes?: 'all' | readonly string[];
  /** Another host, a container, another root directory. */
  readonly isElsewhere?: boolean;
  /** The code is run after the invocation has returned, or does not have to be waited for. */
  readonly isBackground?: boolean;
  /** The program is named by the invocation itself, and by none of its words. */
  readonly isOwnName?: boolean;
  /** Whether it is run is not known: it is gone through as what may be passed over. */
  readonly isPossible?: boolean;
  /** The standard input is not passed on: the invocation reads it itself, or closes it. */
  readonly losesInput?: boolean;
  /** The standard input is what the invocation itself prints, as far as that is known: `awk '{print | "sort"}'`. */
  readonly readsOutput?: Word;
}
