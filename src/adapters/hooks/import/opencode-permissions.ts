import type { Verdict } from '../../../model/decision.ts';
import { describeValue } from '../../../model/describe-value.ts';
import { isRecord } from '../core/read.ts';
import { type NotTaken, type Permission, type Permissions, UnknownForm } from './permission.ts';

/**
 * The permissions of opencode: `permission.bash` of its settings, one word or an object of patterns in which `*` stands for any text and `?`
 * for a character. They are held against each command of a line, and the last one that fits decides. https://opencode.ai/docs/permissions
 */
export function opencodePermissions(settings: unknown): Permissions {
  if (!isRecord(settings))
    throw new UnknownForm(`expected an object of settings, got ${describeValue(settings)}`);
  const given = settings.permission ?? {};
  const elsewhere = notForCommands(settings);
  if (typeof given === 'string') return permissionsOf([['*', given]], elsewhere);
  if (!isRecord(given))
    throw new UnknownForm(`expected a word or an object at permission, got ${describeValue(given)}`);
  const others = Object.keys(given).filter((name) => name !== '*' && name !== 'bash');
  const notTaken = others.map((name): NotTaken => ({ name: `permission.${name}`, why: aboutTool }));
  // In the order in which they stand: what is said of all tools goes before what is said of this one where it comes after it.
  const listed = Object.entries(given).flatMap(([name, said]) => {
    if (name === '*') return [['*', said] as const];
    return name === 'bash' ? ofBash(said) : [];
  });
  return permissionsOf(listed, [...notTaken, ...elsewhere]);
}

function ofBash(said: unknown): readonly (readonly [pattern: string, word: unknown])[] {
  if (typeof said === 'string') return [['*', said]];
  if (!isRecord(said))
    throw new UnknownForm(`expected a word or an object at permission.bash, got ${describeValue(said)}`);
  return Object.entries(said);
}

/** What else of its settings says what its agents may do: which tools they have, and what is for one agent alone. */
function notForCommands(settings: Readonly<Record<string, unknown>>): readonly NotTaken[] {
  const tools = settings.tools === undefined ? [] : [{ name: 'tools', why: aboutTools }];
  const perAgent = ['agent', 'mode'].flatMap((kind) =>
    entriesOf(settings[kind]).flatMap(([name, agent]) =>
      entriesOf(agent)
        .filter(([key]) => key === 'permission' || key === 'tools')
        .map(([key]): NotTaken => ({ name: `${kind}.${name}.${key}`, why: aboutAgent })),
    ),
  );
  return [...tools, ...perAgent];
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

const aboutTools = 'rules are about commands; which tools there are is for opencode itself';
const aboutAgent =
  'a rule is for all agents, and this is for one; opencode itself goes on to hold it against that one';
const aboutTool = 'rules are about commands; opencode itself goes on to hold it against this tool';

function permissionsOf(
  given: readonly (readonly [pattern: string, word: unknown])[],
  notTaken: readonly NotTaken[],
): Permissions {
  const listed = given.map(([pattern, word]) => ({ pattern, verdict: verdictOf(pattern, word) }));
  const permissions = listed.map(
    ({ pattern, verdict }, at): Permission => ({
      name: `bash ${JSON.stringify(pattern)}: ${verdict}`,
      pattern,
      verdict,
      exceptions: listed.slice(at + 1).filter((later) => later.verdict !== verdict),
    }),
  );
  return { permissions, notTaken };
}

function verdictOf(pattern: string, word: unknown): Verdict {
  if (word === 'allow' || word === 'ask' || word === 'deny') return word;
  throw new UnknownForm(
    `expected allow, ask or deny for ${JSON.stringify(pattern)}, got ${JSON.stringify(word)}`,
  );
}
