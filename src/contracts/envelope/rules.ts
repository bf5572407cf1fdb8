import type {
  Condition,
  EffectPattern,
  Finding,
  InvocationRule,
  Policy,
  Rule,
} from '../../model/decision.ts';
import { call, deny, fact, program } from '../../policy/rules/make.ts';
import { type EnvelopeOptions, rulesOf } from './options.ts';

/** What the rules depend on. */
export interface Wanted {
  readonly options: EnvelopeOptions;
  readonly env: Readonly<Record<string, string>>;
  readonly hasTerminal: boolean;
}

/** The rules that a command is held against, over what would run and not over its text. */
export function policyOf({ options, env, hasTerminal }: Wanted): Policy {
  const allowsNetwork = env.BASH_ALLOW_NETWORK === 'true';
  const added = rulesOf(options);
  const allowed = added.filter(({ finding }) => finding.verdict === 'allow').flatMap(({ when = [] }) => when);
  return {
    rules: [
      unread,
      ...ofDirectory,
      ...ofSystem,
      ...(allowsNetwork ? [] : [network]),
      ...(hasTerminal ? [] : interactive),
      login,
      ...replaced.map((rule) => ({ ...rule, unless: [...(rule.unless ?? []), ...allowed] })),
      ...unknown,
      ...added,
    ],
  };
}

/** A command that is not read through could do anything. */
const unread: Rule = {
  kind: 'unparsed',
  finding: {
    id: 'not-understood',
    verdict: 'deny',
    reason: 'what it would do cannot be told: {subject}',
    instead: 'Write it in a plainer way, as several calls if need be.',
  },
};

const stay = 'Write a path within the project root out, or use the parameter directory.';

/** Every `cd`, where it stands. */
const ofDirectory: readonly InvocationRule[] = [
  deny('cd-unknown', {
    does: [{ kind: 'changes-directory', path: ['unknown'] }],
    because: '{program} goes to a directory that cannot be known ({subject})',
    instead: stay,
  }),
  deny('cd-outside', {
    does: [{ kind: 'changes-directory', pathNot: ['unknown'] }],
    when: [fact('leaves-root')],
    because: '{program} would, or could, leave the project root: {subject}',
    instead: `${stay} After a cd that may have failed the shell is where it was: join by && what depends on it.`,
  }),
  deny('cd-new-link', {
    does: [{ kind: 'changes-directory' }],
    when: [fact('enters-new-link')],
    because: '{program} goes to {subject}, which the command itself may make a link that leads elsewhere',
    instead: 'Make it in a call of its own.',
  }),
  deny('cd-by-variable', {
    when: [call('shopt cdable_vars')],
    because: 'it would make cd take names of variables for directories',
    instead: stay,
  }),
  deny('cd-by-variable', {
    when: [call('bash -O cdable_vars')],
    because: 'it would make cd take names of variables for directories',
    instead: stay,
  }),
];

/** Whether a finding is about where a `cd` goes. */
export function isAboutDirectory({ id }: Finding): boolean {
  return ofDirectory.some((rule) => rule.finding.id === id);
}

const rights = 'Do it with the rights that there are, or have a person do it.';

/** What ends, destroys, gains rights, or runs what nobody has seen. */
const ofSystem: readonly InvocationRule[] = [
  named('system-command', 'mkfs mkfs.* fdisk dd shutdown reboot poweroff halt', {
    because: '{program} can destroy data or stop the machine',
  }),
  ...['reboot', 'poweroff', 'halt'].map((verb) =>
    deny('system-command', { when: [call(`systemctl ${verb}`)], because: 'it would stop the machine' }),
  ),
  deny('delete-root', {
    when: [program('rm')],
    does: [{ kind: 'deletes', path: ['root'], isRecursive: true }],
    because: 'it would delete everything on this machine',
    instead: 'Name the directory that is to go.',
  }),
  named('gains-rights', 'sudo su doas', {
    because: '{program} runs commands with the rights of others',
    instead: rights,
  }),
  deny('runs-download', {
    when: [fact('runs-download')],
    because: 'it would run what another host sends, unseen',
    instead: 'Download it to a file and read it first.',
  }),
];

const network = named('network', 'curl wget', {
  because: '{program} uses the network, which is not allowed here',
  instead: 'A person can allow it by BASH_ALLOW_NETWORK=true in the environment of the tool.',
});

const noPerson = 'Nobody can type: use options that need no answer, or a program that only prints.';

/** Where there is no terminal. */
const interactive: readonly InvocationRule[] = [
  named('interactive', 'vim vi nano less more top htop watch tmux screen', {
    because: '{program} is interactive',
    instead: noPerson,
  }),
  ...['git rebase -i', 'git add -i', 'git add -p'].map((form) =>
    deny('interactive', {
      when: [call(form)],
      because: `${form} is interactive`,
      instead: noPerson,
    }),
  ),
];

const login = named('login', 'ssh scp sftp ftp', {
  because: '{program} needs a login or a session on another host',
});

/** The programs that a tool replaces, by the tool. */
const tools = { LS: 'ls', Read: 'cat head tail', Grep: 'grep rg', Glob: 'find' } as const;

const replaced: readonly InvocationRule[] = Object.entries(tools).map(([tool, names]) =>
  named(`use-${tool.toLowerCase()}`, names, {
    because: '{program} is not run here: there is a tool for it',
    instead: `Use the ${tool} tool.`,
  }),
);

const unknownCode: EffectPattern = { kind: 'unknown', code: ['unknown-code', 'unreadable-code'] };

/** What is run without its name or its text being known. */
const unknown: readonly InvocationRule[] = [
  deny('unknown-program', {
    does: [{ kind: 'unknown', code: ['unknown-name'] }],
    because: 'which program {subject} stands for cannot be known',
    instead: 'Write the name of the program out.',
  }),
  deny('unknown-program', {
    when: [program('hash')],
    does: [{ kind: 'unknown', code: ['program-by-path'] }],
    because: 'it would give {subject} another name',
    instead: 'Run the program by its own name.',
  }),
  deny('unknown-code', {
    when: [program('bash', 'sh', 'dash', 'ash', 'ksh', 'zsh', 'fish', 'eval', 'trap')],
    does: [unknownCode],
    because: '{program} would run code that cannot be known',
    instead: 'Write the commands out, or run a script by the name of its file.',
  }),
];

/** Programs by their names, with blanks between them; a function of such a name is none of them. */
function named(id: string, names: string, parts: { because: string; instead?: string }): InvocationRule {
  const unless: readonly Condition[] = [fact('is-function')];
  return deny(id, { when: [program(...names.split(' '))], unless, ...parts });
}
