import type { Span, UnparsedProblem } from './analysis.ts';
import type { Effect, Subject, UnknownCode } from './effect.ts';

/** What the policy says of a command; the strictest finding decides, `deny` over `ask` over `allow`. */
export type Verdict = 'allow' | 'ask' | 'deny';

/** What a rule says of the commands that it holds for. */
export interface Notice {
  /** Stable kebab-case name of the rule, safe to match on. */
  readonly id: string;
  readonly verdict: Verdict;
  /** One sentence for the model and for the person. In a rule, `{subject}` stands for what the rule was broken with, `{place}` for where that is in the command. */
  readonly reason: string;
  /** What to do instead, as a sentence; `null` where nothing is known to be better. */
  readonly instead: string | null;
}

/** One reason for a verdict. */
export interface Finding extends Notice {
  /** Left out where it is about the command as a whole. */
  readonly place?: Place;
}

/** The part of a command that a finding is about. */
export interface Place {
  readonly span: Span;
  /** The `id` of the invocation in the analysis. */
  readonly invocation: number;
}

/** A verdict with the findings that led to it, strictest first. */
export interface Decision {
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
}

/**
 * A rule over a command.
 *
 * - `text-contains`: the text of the command contains `pattern`, letter for letter. It knows nothing of quoting:
 *   for lists that users bring along, not for new rules.
 * - `every-command`: holds for all.
 * - `unparsed`: holds for text of which it is not known what it would do; with `codes`, if that is for one of these reasons.
 * - `hidden-characters`: holds for text with characters that are not shown, or that change how the rest is shown.
 * - `invocation`: holds for a program that would be run, wherever and however it is.
 */
export type Rule =
  | { readonly kind: 'text-contains'; readonly pattern: string; readonly finding: Notice }
  | { readonly kind: 'every-command' | 'hidden-characters'; readonly finding: Notice }
  | {
      readonly kind: 'unparsed';
      readonly codes?: readonly UnparsedProblem['code'][];
      readonly finding: Notice;
    }
  | InvocationRule;

/** Holds for an invocation that every one of `when`, none of `unless` and one of `does` is true of. */
export interface InvocationRule {
  readonly kind: 'invocation';
  readonly finding: Notice;
  readonly when?: readonly Condition[];
  readonly unless?: readonly Condition[];
  /** What it does; left out where that does not matter. */
  readonly does?: readonly EffectPattern[];
  /** The finding is not told where another rule has one for the same thing: it would only repeat it in general words. */
  readonly isFallback?: boolean;
  /** Commands that the rule holds for, and commands that it does not hold for: checked when the rule is tested. */
  readonly match?: readonly string[];
  readonly notMatch?: readonly string[];
}

/**
 * Something that is true of an invocation or not.
 *
 * - `program`: its name; `*` stands for any text.
 * - `command`: it is a call of this form, see `CommandPattern` and `Extent`.
 * - `words`: it has exactly these words, the name among them, and runs in this directory.
 * - `operand`: one of its words names a path of such a class.
 * - `fact`: see `FactName`.
 */
export type Condition =
  | { readonly kind: 'program'; readonly names: readonly string[] }
  | { readonly kind: 'command'; readonly form: CommandPattern; readonly extent: Extent }
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly cwd: string }
  | { readonly kind: 'operand'; readonly path: readonly PathClass[] }
  | { readonly kind: 'fact'; readonly fact: FactName };

/**
 * How much of a call a form is. `part`: it has all of that, in any order, and may have more. `start`: so it has, and its operands begin with those, in
 * their order. `whole`: it has nothing else, and its operands are in their order.
 */
export type Extent = 'part' | 'start' | 'whole';

/** A form of calls of one program: that subcommand, with these options at least, and these operands. */
export interface CommandPattern {
  readonly program: string;
  readonly subcommands: readonly string[];
  readonly options: readonly OptionPattern[];
  /** Each has to be among the operands, in any order; `*` stands for any text. */
  readonly operands: readonly string[];
}

/** An option under any of its spellings, with such a value if one is asked for. */
export interface OptionPattern {
  readonly names: readonly string[];
  readonly value: string | null;
}

/** What cannot be said with words and effects alone. Each is a function of the invocation and those around it. */
export type FactName =
  /** The code that it runs came from another host. */
  | 'runs-download'
  /** The file that it runs was fetched from another host by the same command. */
  | 'runs-fetched-file'
  /** A function that calls itself, more than once or without being waited for. */
  | 'multiplies'
  /** The name of the program is not in the text as it is. */
  | 'name-is-not-literal'
  /** It is not known what is run. */
  | 'name-is-unknown'
  /** It is a file that is named by its path. */
  | 'is-named-file'
  /** It is a function that the command itself defines. */
  | 'is-function'
  /** It is such a function, which has the name of no known program, and is not called by itself. */
  | 'calls-own-command'
  /** It defines one that the same command calls. */
  | 'defines-own-command'
  /** It calls Handrail by a file of it, to answer for the user or to undo what they have answered. */
  | 'answers-by-file'
  /** It searches, and takes only what has a certain name, age or size. */
  | 'narrows-search'
  /** Git works in a directory other than the workspace. */
  | 'other-repository'
  /** Git would change settings of the workspace's own repository, of the user, or of a repository for a short time. */
  | 'changes-kept-settings'
  /** A word of it names a file that usually holds secrets. */
  | 'names-secret'
  /** It reads files of which the command looks for the names, and the names are those of secrets. */
  | 'reads-secret-found'
  /** It shows all that is in a directory of secrets, of whatever kind. */
  | 'reads-secret-directory'
  /** It stages everything there is, seen or not. */
  | 'stages-everything'
  /** It pushes over what is on the other side, whatever that is. */
  | 'forces-push'
  /** It takes branches or tags away on the other side. */
  | 'deletes-remote-branch'
  /** It is started again and again, and never waited for. */
  | 'background-in-loop'
  /** The shell goes to a directory that is not, or may not be, in the one that the request is to stay in, links followed. */
  | 'leaves-root'
  /** The shell goes to what the same command may have made a link of. */
  | 'enters-new-link'
  /** What it deletes, with all that is in it, is not known, and could be `/`. */
  | 'may-delete-root'
  /** It moves files to where they are not kept, or may each take the place of the one before. */
  | 'moves-away'
  /** It replaces what is in each of several files that are there: what a pattern matches, or what was found. */
  | 'replaces-many'
  /** It deletes nothing but what the same command has made with `mktemp`. */
  | 'deletes-own-temporary'
  /** It deletes nothing but what is right below `/tmp`, and is not there outside of a sandbox that has one of its own. */
  | 'deletes-private-temporary'
  /** It deletes nothing but the lock that a git that was killed has left on the index. */
  | 'deletes-index-lock'
  /** It deletes nothing but what tools have made, and make again: installed packages, caches, compiled files. */
  | 'deletes-regenerable'
  /** What it deletes is in another file then, compressed or expanded, and it overwrites none for that. */
  | 'keeps-content'
  | 'removes-committed'
  /** Git renames files, and puts none in the place of another. */
  | 'renames-in-git'
  /** It asks for help or a version, and does nothing else. */
  | 'asks-for-help'
  /** It writes nothing and only says what it would do. */
  | 'is-dry-run'
  /** A shell shows the commands that it runs, with their words, as `set -x` says. */
  | 'is-traced'
  /** It forgets variables that neither the shell nor other programs go by, and no functions. */
  | 'unsets-plain-variables'
  /** It looks at what is in variables and shows nothing of it. */
  | 'only-tests'
  /** Nothing is seen of what it reads or prints but a number, or whether a name is in it. */
  | 'shows-none'
  /** It is python with a module of an installed program, and nothing in the working directory comes before that. */
  | 'runs-installed-module'
  /** It is python with a module, and one in the working directory has the name of one of python's own. */
  | 'takes-module-here'
  /** A file of the project is there that can name what the program runs, whatever that is asked for. */
  | 'is-named-by-project'
  /** A word of a test, of text from elsewhere, is not in quotes, and can become one that has bash run code. */
  | 'splits-in-test'
  /** A word of `wait`, of text from elsewhere, can become an option by which bash runs code. */
  | 'splits-in-wait';

/** An effect that has all of what is given here. */
export interface EffectPattern {
  readonly kind: Effect['kind'];
  /** Its path is, or may be, of one of these classes. */
  readonly path?: readonly PathClass[];
  /** Its path is of none of these classes for certain. */
  readonly pathNot?: readonly PathClass[];
  readonly isRecursive?: boolean;
  /** Its path is known before the command runs: no pattern, and nothing unknown in it. */
  readonly isLiteral?: boolean;
  readonly how?: readonly Extract<Effect, { kind: 'writes' }>['how'][];
  readonly isDestructive?: boolean;
  readonly subject?: readonly Subject[];
  readonly what?: readonly Extract<Effect, { kind: 'discloses' }>['what'][];
  readonly code?: readonly UnknownCode[];
  readonly runs?: readonly Extract<Effect, { kind: 'executes' }>['code']['kind'][];
  readonly direction?: readonly Extract<Effect, { kind: 'network' }>['direction'][];
  /** It sets or shows a variable of one of these classes. */
  readonly variable?: readonly VariableClass[];
}

/**
 * What setting or showing a variable comes to.
 *
 * - `steers`: programs take commands, libraries, directories or settings from it. `plain`: none that is known does.
 * - `secret`: its name says that its value is a secret, or it is all variables. `private`: its value may be one all the same.
 * - `harmless`: its value is none, or setting it changes how output looks and no more.
 */
export type VariableClass = 'steers' | 'plain' | 'secret' | 'private' | 'harmless';

/** What kind of place a path is. One path can be of several. */
export type PathClass =
  /** `/`, or everything in it. */
  | 'root'
  /** A home directory, or everything in it. */
  | 'home'
  | 'workspace-root'
  /** A directory that the workspace is in. */
  | 'holds-workspace'
  /** Everything in the working directory: `*`. */
  | 'everything-here'
  /** A directory `.git` itself, and what is in one. */
  | 'git-directory'
  | 'git-internals'
  /** A disk or a partition. */
  | 'block-device'
  /** Where output vanishes or goes on as it is: `/dev/null`, `/dev/stdout`. */
  | 'sink'
  /** What goes on for as long as it is read: `/dev/zero`, `/dev/random`. */
  | 'endless'
  | 'terminal'
  | 'device'
  /** Settings and state of the kernel: `/proc`, `/sys`. */
  | 'kernel'
  /** Keys, passwords, tokens, histories. */
  | 'secret'
  /** Files that shells and other programs run by themselves, sooner or later. */
  | 'startup-file'
  /** What agents and editors may do without asking. */
  | 'agent-settings'
  /** Handrail's own state, with the record of what ran, and the user's settings of it. */
  | 'handrail'
  /** A directory that has some of that in it. */
  | 'holds-handrail'
  /** The part of that state that holds what commands have written: results name files in it. */
  | 'kept-output'
  /** Files of the system that are the same for everybody and hold no secrets. */
  | 'public'
  | 'system'
  | 'temp'
  | 'workspace'
  /** In none of the places above. */
  | 'outside'
  | 'unknown';

/** Rules in the order in which their findings are to be told. */
export interface Policy {
  readonly rules: readonly Rule[];
}
