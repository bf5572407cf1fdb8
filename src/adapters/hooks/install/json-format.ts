import {
  findNodeAtLocation,
  type JSONPath,
  type Node,
  parse,
  parseTree,
  stripComments,
  visit,
} from 'jsonc-parser';
import { describeValue } from '../../../model/describe-value.ts';
import { isRecord } from '../core/read.ts';
import { edited, isOurs, refused, type SettingsFormat } from './edit.ts';
import { hasTrailingComma, readJson } from './read-json.ts';

/** A list of hooks in settings, and what ours is in it. */
export interface HookList {
  /** Where the list is: `['hooks', 'PreToolUse']`. */
  readonly path: readonly string[];
  entry(command: string): Readonly<Record<string, unknown>>;
}

/** What settings of JSON have to have beside the lists: `version`, where there is one. */
interface JsonSettings {
  readonly lists: readonly HookList[];
  readonly version?: number;
  /** What in the settings keeps our hook from running, in words; `null`: nothing. Left out: nothing can. */
  readonly whatDisables?: (settings: Readonly<Record<string, unknown>>) => string | null;
}

/**
 * Settings of JSON, with comments where the agent takes them. Only what is ours is written: blanks, comments and the order of all else
 * stay as they are.
 */
export function jsonFormat({ lists, version, whatDisables = () => null }: JsonSettings): SettingsFormat {
  return {
    add(text, command) {
      const reading = readJson(text);
      if (reading.kind === 'refused') return reading;
      const { value } = reading;
      if (version !== undefined && value.version !== undefined && value.version !== version)
        return refused(`expected version ${version}, got ${JSON.stringify(value.version)}`);
      const wrong = lists.map(({ path }) => noListAt(value, path)).find((problem) => problem !== null);
      if (wrong !== undefined) return refused(wrong);
      const disabled = whatDisables(value);
      if (disabled !== null)
        return refused(`${disabled}, so that a hook would guard nothing; take that out first`);
      if (hasOurs(value, { lists, version }, command)) return { kind: 'unchanged' };
      const bare = withoutOurs(reading.text, lists);
      const versioned =
        version === undefined || value.version !== undefined ? bare : define(bare, ['version'], version);
      const added = lists.reduce((all, list) => append(all, list.path, list.entry(command)), versioned);
      return edited(text, reading.mark + added);
    },
    remove(text) {
      const reading = readJson(text);
      if (reading.kind === 'refused') return reading;
      if (text.trim() === '') return { kind: 'unchanged' };
      return edited(text, reading.mark + withoutOurs(reading.text, lists));
    },
    isWithoutOurs(text, { before, now }) {
      const [reading, given] = [readJson(text), readJson(now)];
      if (reading.kind === 'refused' || given.kind === 'refused' || reading.mark !== given.mark) return false;
      // Many who read settings take no comma after the last member.
      if (hasTrailingComma(text) && ![before, now].some(hasTrailingComma)) return false;
      const bare = withoutOurs(given.text, lists);
      return meaningOf(reading.text, { lists, version }) === meaningOf(bare, { lists, version });
    },
  };
}

/** What a text says, but for what is there only to have our hooks in it: empty lists and objects on the way to them, and the version. */
function meaningOf(
  text: string,
  { lists, version }: Pick<JsonSettings, 'lists'> & { version: number | undefined },
) {
  const value = lists.reduce<unknown>((all, { path }) => pruned(all, path), parse(text));
  return JSON.stringify(value, (key, member) =>
    key === 'version' && member === version ? undefined : member,
  );
}

/** Without what is empty at a path, and without what is empty then above it. */
function pruned(value: unknown, [key, ...others]: readonly string[]): unknown {
  if (key === undefined || !isRecord(value) || !(key in value)) return value;
  const { [key]: member, ...rest } = value;
  const within = pruned(member, others);
  const isEmpty = typeof within === 'object' && within !== null && Object.keys(within).length === 0;
  return isEmpty ? rest : { ...value, [key]: within };
}

/** Takes our hooks out of lists, and lists and objects that are empty without them. */
function withoutOurs(text: string, lists: readonly HookList[]): string {
  return lists.reduce((all, { path }) => withoutOursAt(all, path), text);
}

function withoutOursAt(text: string, path: readonly string[]): string {
  const list = valueAt(parse(text), path);
  if (!Array.isArray(list)) return text;
  const last = list.map(ownPart).findLastIndex((part) => part !== null);
  if (last === -1) return text;
  const part = ownPart(list[last]);
  const at = [...path, last, ...(part ?? [])];
  const shorter = without(text, at);
  return withoutOursAt(withoutEmpty(shorter, path), path);
}

/** Whether settings have our hooks as they would be written now, each once. Where in their lists they are makes no difference. */
function hasOurs(
  value: Readonly<Record<string, unknown>>,
  { lists, version }: Pick<JsonSettings, 'lists'> & { version: number | undefined },
  command: string,
): boolean {
  const isVersioned = version === undefined || value.version !== undefined;
  return isVersioned && lists.every(({ path, entry }) => isOnlyOurs(valueAt(value, path), entry(command)));
}

function isOnlyOurs(list: unknown, entry: unknown): boolean {
  const own = Array.isArray(list) ? list.filter((one) => ownPart(one) !== null) : [];
  return own.length === 1 && JSON.stringify(own[0]) === JSON.stringify(entry);
}

/** Where in an entry of a list ours is: the entry as a whole, or one of its `hooks`; `null`: there is none. */
function ownPart(entry: unknown): JSONPath | null {
  if (!isRecord(entry)) return null;
  if (isOurs(entry.command) || isOurs(entry.bash)) return [];
  if (!Array.isArray(entry.hooks)) return null;
  const own = entry.hooks.findIndex((hook) => isRecord(hook) && isOurs(hook.command));
  if (own === -1) return null;
  return entry.hooks.length === 1 ? [] : ['hooks', own];
}

function withoutEmpty(text: string, path: readonly string[]): string {
  if (path.length === 0) return text;
  const node = nodeAt(text, path);
  return node !== undefined && isBare(text, node)
    ? withoutEmpty(without(text, path), path.slice(0, -1))
    : text;
}

/** Whether there is nothing in a list or an object, not even something that is said of it. */
function isBare(text: string, { type, offset, length }: Node): boolean {
  const isContainer = type === 'array' || type === 'object';
  return isContainer && text.slice(offset + 1, offset + length - 1).trim() === '';
}

function append(text: string, path: readonly string[], entry: unknown): string {
  const list = nodeAt(text, path);
  return list === undefined
    ? define(text, path, [entry])
    : insertInto(text, list, (indent) => jsonAt(entry, text, indent));
}

/** Sets a key that is not there, and the objects on the way to it. */
function define(text: string, path: readonly string[], value: unknown): string {
  const parent = nodeAt(text, path.slice(0, -1));
  const key = path.at(-1) ?? '';
  if (parent === undefined) return define(text, path.slice(0, -1), { [key]: value });
  return insertInto(text, parent, (indent) => `${JSON.stringify(key)}: ${jsonAt(value, text, indent)}`);
}

/**
 * Puts a member after the last one of a list or an object, on a line of its own, behind what is said of the one before. The package
 * would do so too, and write everything anew that stands on the lines around.
 */
function insertInto(text: string, container: Node, memberAt: (indent: string) => string): string {
  const { eol, unit } = styleOf(text);
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const outer = indentOf(text, container.offset);
  const end = last === undefined ? container.offset + 1 : last.offset + last.length;
  const after = text.slice(end, close);
  const comma = last === undefined || stripComments(after).includes(',') ? '' : ',';
  const isOnOwnLine =
    last !== undefined && text.slice(0, last.offset).trimEnd().length <= lineStart(text, last.offset);
  const inner = isOnOwnLine && last !== undefined ? indentOf(text, last.offset) : outer + unit;
  const before = `${text.slice(0, end)}${comma}${after.trimEnd()}`;
  return `${before}${eol}${inner}${memberAt(inner)}${eol}${outer}${text.slice(close)}`;
}

function jsonAt(value: unknown, text: string, indent: string): string {
  const { eol, unit } = styleOf(text);
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
}

/** As the text is written: its first indented line says how, and its first end of a line. */
function styleOf(text: string) {
  const [, unit = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  return { unit, eol: /\r?\n/.exec(text)?.[0] ?? '\n' };
}

function indentOf(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function nodeAt(text: string, path: Readonly<JSONPath>): Node | undefined {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  return tree && findNodeAtLocation(tree, [...path]);
}

/** Takes out a member with its comma. The package would do so too, and take the comments around it along. */
function without(text: string, path: Readonly<JSONPath>): string {
  const value = nodeAt(text, path);
  const member = value?.parent?.type === 'property' ? value.parent : value;
  if (member === undefined) return text;
  const comma = commaOf(text, member);
  const single = comma === null ? text : text.slice(0, comma) + text.slice(comma + 1);
  const start = comma !== null && comma < member.offset ? member.offset - 1 : member.offset;
  return withoutSpan(single, start, start + member.length);
}

/** Where the comma after a member is, or else the one before it, which would then be the last in its list; `null`: there is none. */
function commaOf(text: string, member: Node): number | null {
  const members = member.parent?.children ?? [];
  const at = members.indexOf(member);
  const [previous, next] = [members[at - 1], members[at + 1]];
  const close = member.parent === undefined ? text.length : endOf(member.parent);
  const commas = commasIn(text);
  const after = commas.find((comma) => comma >= endOf(member) && comma < (next?.offset ?? close));
  if (after !== undefined || previous === undefined) return after ?? null;
  return commas.find((comma) => comma >= endOf(previous) && comma < member.offset) ?? null;
}

/** Where the commas of a text are that are neither in a string nor in a comment. */
function commasIn(text: string): readonly number[] {
  const commas: number[] = [];
  visit(text, { onSeparator: (sign, at) => void (sign === ',' && commas.push(at)) });
  return commas;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** With its line, where nothing else is there, or with the blanks on one side. */
function withoutSpan(text: string, start: number, end: number): string {
  const line = lineStart(text, start);
  const before = text.slice(0, start).replace(/[ \t]+$/, '');
  const after = text.slice(end).replace(/^[ \t]+/, '');
  const isAlone = before.length <= line && /^(?:\r?\n|$)/.test(after);
  if (isAlone) return text.slice(0, line) + after.replace(/^\r?\n/, '');
  return /[[{\n]$/.test(before) ? text.slice(0, start) + after : before + text.slice(end);
}

/** What stands in the way of a list at a path; `null`: there is one, or room for it. */
function noListAt(value: unknown, path: readonly string[], above: readonly string[] = []): string | null {
  const [key, ...others] = path;
  if (value === undefined) return null;
  if (key !== undefined && isRecord(value)) return noListAt(value[key], others, [...above, key]);
  if (key === undefined && Array.isArray(value)) return null;
  const expected = key === undefined ? 'a list' : 'an object';
  return `expected ${expected} at ${above.join('.')}, got ${describeValue(value)}`;
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, key) => (isRecord(at) ? at[key] : undefined), value);
}
