import type { EffectPattern } from '../../model/decision.ts';
import { type Complain, join } from './read-json.ts';

const pathClasses =
  'root home workspace-root everything-here git-directory git-internals block-device sink endless terminal device kernel secret startup-file agent-settings handrail public system temp workspace outside unknown'.split(
    ' ',
  );

/** What may stand in an effect of a rule file: the texts that are allowed, or `true or false`. */
const fields: Readonly<Record<string, readonly string[] | 'boolean'>> = {
  path: pathClasses,
  pathNot: pathClasses,
  isRecursive: 'boolean',
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

const kinds =
  'reads writes deletes executes network privilege discloses changes sets interactive background changes-directory unknown'.split(
    ' ',
  );

/** Reads an effect such as `{ "kind": "deletes", "path": ["home"], "isRecursive": true }`. */
export function readEffect(
  value: Readonly<Record<string, unknown>>,
  path: string,
  complain: Complain,
): EffectPattern | null {
  const { kind, ...others } = value;
  const isKnown = typeof kind === 'string' && kinds.includes(kind);
  if (!isKnown) complain(join(path, 'kind'), `one of ${kinds.join(', ')}`, kind);
  const wrong = Object.entries(others).filter(([key, field]) => !isField(key, field));
  for (const [key, field] of wrong)
    complain(join(path, key), expectationOf(key), fields[key] === undefined ? key : field);
  // Every field has just been held against what the type allows.
  return isKnown && wrong.length === 0 ? (value as unknown as EffectPattern) : null;
}

function isField(key: string, value: unknown): boolean {
  const allowed = fields[key];
  if (allowed === undefined) return false;
  if (allowed === 'boolean') return typeof value === 'boolean';
  return (
    Array.isArray(value) && value.every((item: unknown) => typeof item === 'string' && allowed.includes(item))
  );
}

function expectationOf(key: string): string {
  const allowed = fields[key];
  if (allowed === undefined) return `only the keys kind, ${Object.keys(fields).join(', ')}`;
  return allowed === 'boolean' ? 'true or false' : `a list of ${allowed.join(', ')}`;
}
