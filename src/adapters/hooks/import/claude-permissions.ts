import type { Verdict } from '../../../model/decision.ts';
import { describeValue } from '../../../model/describe-value.ts';
import { isRecord } from '../core/read.ts';
import { type NotTaken, type Permission, type Permissions, UnknownForm } from './permission.ts';

/** In the order in which they are held against a call: the first that fits decides. */
const verdicts: readonly Verdict[] = ['deny', 'ask', 'allow'];

/**
 * The permissions of Claude Code: `permissions.deny`, `.ask` and `.allow` of its settings, each a list of `Tool(specifier)`. For Bash the
 * specifier is a command, in which ` *` or `:*` at the end stands for any further words and `*` for any text; each part of
 * a compound command has to fit. https://code.claude.com/docs/en/permissions
 */
export function claudePermissions(settings: unknown): Permissions {
  if (!isRecord(settings))
    throw new UnknownForm(`expected an object of settings, got ${describeValue(settings)}`);
  const given = settings.permissions ?? {};
  if (!isRecord(given))
    throw new UnknownForm(`expected an object at permissions, got ${describeValue(given)}`);
  const listed = verdicts.flatMap((verdict) => listOf(given, verdict).map((name) => ({ verdict, name })));
  const isForCommands = ({ name }: { readonly name: string }) => commandOf(name) !== null;
  const asking = listed.filter((one) => one.verdict === 'ask' && isForCommands(one));
  const permissions = listed.filter(isForCommands).map(({ verdict, name }): Permission => {
    const exceptions = verdict === 'allow' ? asking.map((one) => patternOf(one.name, one.verdict)) : [];
    return { name, ...patternOf(name, verdict), exceptions };
  });
  const others = listed
    .filter((one) => !isForCommands(one))
    .map(({ name }): NotTaken => ({ name, why: aboutTool }));
  const mode =
    typeof given.defaultMode === 'string'
      ? [{ name: `defaultMode ${given.defaultMode}`, why: aboutMode }]
      : [];
  const more = Object.keys(given)
    .filter((key) => !known.includes(key))
    .map((key): NotTaken => ({ name: `permissions.${key}`, why: aboutMore }));
  return { permissions, notTaken: [...others, ...mode, ...more] };
}

const known: readonly string[] = [...verdicts, 'defaultMode'];

const aboutTool = 'rules are about commands; Claude Code itself goes on to hold it against this tool';
const aboutMore = 'rules are about commands; Claude Code itself goes on by it';
const aboutMode = 'a mode is Claude Code’s own; the hook answers in every one';

function patternOf(name: string, verdict: Verdict) {
  return { verdict, pattern: (commandOf(name) ?? '').replace(/:\*$/, ' *') };
}

/** What a permission says of commands; `null` if it is about another tool. */
function commandOf(name: string): string | null {
  if (name === 'Bash' || name === 'Bash()') return '*';
  return /^Bash\(([\s\S]*)\)$/.exec(name)?.[1] ?? null;
}

function listOf(given: Readonly<Record<string, unknown>>, verdict: Verdict): readonly string[] {
  const list = given[verdict] ?? [];
  if (!Array.isArray(list) || !list.every((one) => typeof one === 'string'))
    throw new UnknownForm(`expected a list of texts at permissions.${verdict}, got ${describeValue(list)}`);
  return list;
}
