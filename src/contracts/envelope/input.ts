import { join, relative, resolve } from 'node:path';
import type { InputScope, JsonSchema } from '../../model/contract.ts';
import { isWithin } from '../../policy/paths/places.ts';
import { errors } from './errors.ts';
import type { EnvelopeOptions } from './options.ts';
import type { EnvelopeError } from './result.ts';

/** The default of `timeout_ms`: 2 min. */
const defaultTimeoutMs = 120_000;

/** The most that `timeout_ms` may be: 10 min. */
const maxTimeoutMs = 600_000;

/** What the document prints. `pty`, `run_in_background` and `background` are accepted beside it. */
export const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    command: {
      type: 'string',
      description: 'The shell command to execute. Command chaining (&&, ||, ;) is allowed.',
    },
    directory: {
      type: 'string',
      description: "Working directory relative to project root. Defaults to '.'.",
      default: '.',
    },
    timeout_ms: {
      type: 'integer',
      description: 'Execution timeout in milliseconds. Default 120000, max 600000.',
      default: defaultTimeoutMs,
    },
  },
  required: ['command'],
};

/** An input that was read: what is to run, and where. */
export interface Call {
  readonly command: string;
  /** Absolute path of the directory. */
  readonly cwd: string;
  /** Absolute path of the project. */
  readonly root: string;
  readonly timeoutMs: number;
  /** Whether the time limit was asked for. */
  readonly isLimited: boolean;
  readonly hasTerminal: boolean;
  readonly isBackground: boolean;
}

/** An input as far as it could be read, for the answer, which has these fields whatever came. */
export interface Reading {
  /** The command, verbatim; empty when there was none. */
  readonly command: string;
  /** The directory as it was given; the project itself where none was. */
  readonly directory: string;
  /** The directory that was meant, from the project. */
  readonly resolved: string;
  /** The directory to run in, from the project: the project itself where none was accepted. */
  readonly place: string;
  readonly outcome:
    | { readonly kind: 'call'; readonly call: Call }
    | { readonly kind: 'refused'; readonly at: string; readonly error: EnvelopeError };
}

/** Where an input is read. */
export type Around = Pick<InputScope<EnvelopeOptions>, 'options' | 'workingDirectory' | 'realPath'>;

type Given = Readonly<Record<string, unknown>>;

/** Reads an input; of several faults the first is told, in the order of the document's table. */
export function readInput(input: unknown, around: Around): Reading {
  const given: Given = typeof input === 'object' && input !== null ? { ...input } : {};
  const { command, directory = '.', timeout_ms: timeoutMs = defaultTimeoutMs } = given;
  const root = rootOf(around);
  const cwd = typeof directory === 'string' ? byNameOfRoot(resolve(root, directory), root, around) : root;
  const base = {
    command: typeof command === 'string' ? command : '',
    directory: typeof directory === 'string' ? directory : '.',
    ...placeIn(root, cwd),
  };
  const fault = faultIn(given) ?? faultOfPlace(directory, isWithin(cwd, root));
  if (fault !== null) return { ...base, outcome: { kind: 'refused', ...fault } };
  const call = {
    command: base.command,
    ...{ cwd, root },
    timeoutMs: Number(timeoutMs),
    isLimited: given.timeout_ms !== undefined,
    hasTerminal: given.pty === true,
    isBackground: given.run_in_background === true || given.background === true,
  };
  return { ...base, outcome: { kind: 'call', call } };
}

/** The project, as an absolute path. */
export function rootOf({ options, workingDirectory }: Around): string {
  return resolve(workingDirectory, options.projectRoot ?? '.');
}

/** A directory as the answer tells it. */
export function placeIn(root: string, cwd: string): Pick<Reading, 'resolved' | 'place'> {
  const resolved = relative(root, cwd) || '.';
  return { resolved, place: isWithin(cwd, root) ? resolved : '.' };
}

/** A path that leads into the project through a link elsewhere (`pwd` may tell of one) is that of the place in it. */
function byNameOfRoot(path: string, root: string, { realPath = (same) => same }: Around): string {
  if (isWithin(path, root)) return path;
  const [realRoot, real] = [realPath(root), realPath(path)];
  return isWithin(real, realRoot) ? join(root, relative(realRoot, real)) : path;
}

interface Fault {
  readonly at: string;
  readonly error: EnvelopeError;
}

function faultIn(given: Given): Fault | null {
  const { command, timeout_ms: timeoutMs } = given;
  if (command === undefined || command === null || command === '')
    return { at: 'command', error: errors.noCommand };
  if (typeof command !== 'string') return { at: 'command', error: errors.notA('command', 'string') };
  if (command.trim() === '') return { at: 'command', error: errors.noCommand };
  if (timeoutMs !== undefined && !isTimeLimit(timeoutMs)) return { at: 'timeout_ms', error: errors.timeout };
  const wrong = ['pty', 'run_in_background', 'background'].find(
    (name) => given[name] !== undefined && typeof given[name] !== 'boolean',
  );
  return wrong === undefined ? null : { at: wrong, error: errors.notA(wrong, 'boolean') };
}

function isTimeLimit(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxTimeoutMs;
}

function faultOfPlace(directory: unknown, isInside: boolean): Fault | null {
  const at = 'directory';
  if (typeof directory !== 'string') return { at, error: errors.notA(at, 'string') };
  // No file system has such a name.
  if (/\0|\p{Surrogate}/u.test(directory)) return { at, error: errors.noDirectory(directory) };
  return isInside ? null : { at, error: errors.outside };
}
