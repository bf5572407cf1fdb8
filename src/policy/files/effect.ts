import type { EffectPattern } from '../../model/decision.ts';
import { type Complain, join } from './read-json.ts';

/** What a rule file can say of a path, with what it means. One path can be of several classes. @documented */
export const pathClassMeanings = {
  root: '`/`, or everything in it',
  home: 'a home directory, or everything in it',
  'workspace-root': 'the workspace itself',
  'everything-here': 'everything in the working directory: `*`',
  'git-directory': 'a directory `.git` itself',
  'git-internals': 'what is in a directory `.git`',
  'block-device': 'a disk or a partition',
  sink: 'where output vanishes or goes on as it is: `/dev/null`, `/dev/stdout`',
  endless: 'what goes on for as long as it is read: `/dev/zero`, `/dev/random`',
  terminal: 'a terminal: `/dev/tty`',
  device: 'any other device',
  kernel: 'settings and state of the kernel: `/proc`, `/sys`',
  secret: 'keys, passwords, tokens, histories',
  'startup-file': 'what shells and other programs run by themselves, sooner or later',
  'agent-settings': 'what agents and editors may do without asking',
  handrail: 'Handrail’s own state, and the user’s settings of it',
  public: 'files of the system that are the same for everybody and hold no secrets',
  system: 'the rest of the system',
  temp: 'temporary directories',
  workspace: 'the workspace, and all that is in it',
  outside: 'in none of the places above',
  unknown: 'not known before the command runs',
} as const;

const pathClasses = Object.keys(pathClassMeanings);

/** What may stand in an effect of a rule file: the texts that are allowed, or `true or false`. @documented */
export const effectFields: Readonly<Record<string, readonly string[] | 'boolean'>> = {
  path: pathClasses,
  pathNot: pathClasses,
  isRecursive: 'boolean',
  isLiteral: 'boolean',
  how: ['creates', 'replaces', 'appends', 'alters'],
  isDestructive: 'boolean',
  subject:
    'shell process repository settings remote package service container cluster infrastructure database system device approvals'.split(
      ' ',
    ),
  what: ['variable', 'processes', 'credentials', 'history'],
  runs: ['command', 'shell', 'file', 'foreign', 'input'],
  direction: ['receives', 'sends', 'listens'],
};

/** What a command can do, as a rule file can name it. */
export const effectKindMeanings = {
  reads: 'reads a file or a directory',
  writes: 'writes a file: `how` it does',
  deletes: 'deletes a path, `isRecursive` with all that is in it',
  executes: 'runs code: `runs` says of which kind',
  network: 'talks to another host, in a `direction`',
  privilege: 'gets rights that its user does not have',
  discloses: 'shows variables, processes, credentials or what was typed before',
  changes: 'changes something that is no file, `isDestructive` when it is lost: `subject`',
  sets: 'sets a variable or a setting of the shell',
  interactive: 'waits for somebody to type',
  background: 'leaves something running',
  'changes-directory': 'goes to another directory',
  unknown: 'does what is not known',
} as const;

type EffectKind = keyof typeof effectKindMeanings;

const ofPath = ['path', 'pathNot', 'isLiteral'];

/** The fields that an effect of a kind has: with another one a rule would hold for nothing. @documented */
export const fieldsOfKind: Readonly<Record<EffectKind, readonly string[]>> = {
  reads: [...ofPath, 'isRecursive'],
  writes: [...ofPath, 'isRecursive', 'how'],
  deletes: [...ofPath, 'isRecursive'],
  executes: [...ofPath, 'runs'],
  network: ['direction'],
  privilege: [],
  discloses: ['what'],
  changes: ['subject', 'isDestructive'],
  sets: [],
  interactive: [],
  background: [],
  'changes-directory': ofPath,
  unknown: [],
};

const kinds = Object.keys(effectKindMeanings);

function isKind(value: unknown): value is EffectKind {
  return typeof value === 'string' && kinds.includes(value);
}

/** Reads an effect such as `{ "kind": "deletes", "path": ["home"], "isRecursive": true }`. */
export function readEffect(
  value: Readonly<Record<string, unknown>>,
  path: string,
  complain: Complain,
): EffectPattern | null {
  const { kind, ...others } = value;
  if (!isKind(kind)) complain(join(path, 'kind'), `one of ${kinds.join(', ')}`, kind, kinds);
  const wrong = Object.entries(others).filter(([key, field]) => !isField(key, field));
  for (const [key, field] of wrong) {
    const isUnknown = effectFields[key] === undefined;
    const known = isUnknown ? Object.keys(effectFields) : [];
    complain(join(path, key), expectationOf(key), isUnknown ? key : field, known);
  }
  if (!isKind(kind) || wrong.length > 0) return null;
  const strange = Object.keys(others).find((key) => !fieldsOfKind[kind].includes(key));
  if (strange !== undefined) {
    const only = ['kind', ...fieldsOfKind[kind]].join(', ');
    complain(join(path, strange), `with the kind ${kind} only the keys ${only}`, strange);
    return null;
  }
  // Every field has just been held against what the type allows.
  return value as unknown as EffectPattern;
}

function isField(key: string, value: unknown): boolean {
  const allowed = effectFields[key];
  if (allowed === undefined) return false;
  if (allowed === 'boolean') return typeof value === 'boolean';
  // Of no value none is ever had.
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((item: unknown) => typeof item === 'string' && allowed.includes(item));
}

function expectationOf(key: string): string {
  const allowed = effectFields[key];
  if (allowed === undefined) return `only the keys kind, ${Object.keys(effectFields).join(', ')}`;
  return allowed === 'boolean' ? 'true or false' : `a list of ${allowed.join(', ')}`;
}
