import { isAbsolute, resolve } from 'node:path';
import { describeValue } from '../../../model/describe-value.ts';
import type { Reading } from './question.ts';

/** A call of a tool, as most agents tell of it. */
export interface ToolCall {
  readonly tool: unknown;
  readonly input: unknown;
  readonly directory: unknown;
  /** Left out: the directory. */
  readonly workspace?: unknown;
  readonly session: unknown;
}

/** Which tools of an agent run a command, and which change files. */
export interface ToolNames {
  readonly commands: readonly string[];
  readonly changes: readonly string[];
}

/** The keys that agents have for the path of a file. */
const pathKeys = [
  'file_path',
  'filePath',
  'path',
  'absolute_path',
  'notebook_path',
  'target_file',
  'target_notebook',
];

/** The keys that they have for a patch of several files. */
const patchKeys = ['patchText', 'patch', 'input', 'command'];

/** Reads a call of a tool. A tool of neither kind is not ours; a call of one that lacks what it needs is unreadable. */
export function readCall(call: ToolCall, names: ToolNames): Reading {
  const { tool, directory, workspace = directory } = call;
  if (typeof tool !== 'string' || tool === '') return unreadable('the name of a tool', tool);
  const isCommand = names.commands.includes(tool);
  if (!isCommand && !names.changes.includes(tool)) return { kind: 'not-ours' };
  if (!isRecord(call.input)) return unreadable(`an object with what ${tool} is to do`, call.input);
  if (!isDirectory(directory)) return unreadable('the absolute path of the working directory', directory);
  if (!isDirectory(workspace))
    return unreadable('the absolute path of the directory that the conversation is about', workspace);
  const session = typeof call.session === 'string' ? call.session : '';
  const asking = { directory: tidied(directory), workspace: resolve(workspace), tool, session };
  if (isCommand) {
    const { command } = call.input;
    if (typeof command !== 'string') return unreadable(`a command, as text, from ${tool}`, command);
    return { kind: 'question', question: { kind: 'command', command, ...asking } };
  }
  const objects = objectsIn(call.input);
  const odd = objects.flatMap((object) => pathKeys.map((key) => object[key] ?? '')).find(isNoText);
  if (odd !== undefined) return unreadable(`the path of a file, as text, from ${tool}`, odd);
  const paths = [...new Set(objects.flatMap(pathsOf))];
  if (paths.length === 0) return unreadableKeys(`the path of a file from ${tool}`, call.input);
  return { kind: 'question', question: { kind: 'change', paths, isSearched: false, ...asking } };
}

/** No file of the system has a name with a NUL, and what came of one would be for another directory. */
function isDirectory(value: unknown): value is string {
  return typeof value === 'string' && isAbsolute(value) && !value.includes('\0');
}

/** Where a step up leads is only known to who looks at links: that is left as it is. */
function tidied(directory: string): string {
  return directory.split('/').includes('..') ? directory : resolve(directory);
}

/** What a tool is given with all that is in it: one of several changes may name a file of its own. */
function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

function isNoText(value: unknown): boolean {
  return typeof value !== 'string';
}

/** Every file that an object names, by itself or in a patch. */
function pathsOf(input: Readonly<Record<string, unknown>>): readonly string[] {
  const named = pathKeys.map((key) => input[key]).filter((path) => typeof path === 'string' && path !== '');
  const patches = patchKeys.map((key) => input[key]).filter((text) => typeof text === 'string');
  return [...named.map(String), ...patches.flatMap((text) => pathsInPatch(String(text)))];
}

/**
 * The files of a patch in the form of `apply_patch`, and of a unified one. Who applies the first takes blanks around a heading and none within, has
 * any character but a line end for a part of the path (codex-rs/apply-patch/src/parser.rs in openai/codex), or ends it at a
 * colon (opencode): a path that anyone could read there counts.
 */
function pathsInPatch(patch: string): readonly string[] {
  const heading = /^[^\S\n]*\*\*\* ?(?:(?:Add|Update|Delete) File|Move to):([^\n]+)/gim;
  const unified = /^(?:---|\+\+\+) (?:[ab]\/)?([^\t\r\n]+)/gm;
  const named = [...patch.matchAll(heading)].map(([, path = '']) => path.trim());
  const partly = named
    .filter((path) => path.includes(':'))
    .map((path) => path.split(':', 1)[0]?.trim() ?? '');
  const others = [...patch.matchAll(unified)].map(([, path = '']) => path.trim());
  return [...named, ...partly, ...others].filter((path) => path !== '' && path !== '/dev/null');
}

/** `value`: what came in the place of what was expected. */
export function unreadable(expected: string, value: unknown): Reading {
  return { kind: 'unreadable', expected, received: describeValue(value) };
}

/** The same where an object has not the key that was expected: which it has says more than all that is in it. */
export function unreadableKeys(expected: string, given: Readonly<Record<string, unknown>>): Reading {
  const keys = Object.keys(given).join(', ');
  const shown = keys.length > mostOfKeys ? `${keys.slice(0, mostOfKeys)}…` : keys;
  const received = keys === '' ? 'no keys' : `only the keys ${shown}`;
  return { kind: 'unreadable', expected, received };
}

/** Characters of them that are told: all of any agent's. */
const mostOfKeys = 200;

/** A command for another shell. */
export const forPowerShell: Reading = {
  kind: 'unreadable',
  expected: 'a command for bash',
  received: 'one for PowerShell, which is not read',
};

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
