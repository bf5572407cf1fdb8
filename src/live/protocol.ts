import { type Status, statuses } from '../model/outcome.ts';

/**
 * What a host tells whoever looks on: a JSON value a line, and nothing comes back. First `host`; then `reset` and a `call`
 * for each one under way, as often as the reader could not follow; and in between what has changed.
 */
export type LiveMessage =
  | { readonly kind: 'host'; readonly version: number; readonly pid: number }
  /** What was told before is not to be relied on any more. */
  | { readonly kind: 'reset' }
  /** A call as it is now. */
  | { readonly kind: 'call'; readonly call: LiveCall }
  | { readonly kind: 'output'; readonly id: string; readonly output: LiveOutput }
  | { readonly kind: 'over'; readonly id: string; readonly status: Status };

/** A call that is under way, its secrets masked. */
export interface LiveCall {
  readonly id: string;
  readonly contract: string;
  readonly tool: string;
  readonly conversationId: string;
  readonly workingDirectory: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** What is to run; `null` as long as that is not known, and of a call that runs no command. */
  readonly asked: LiveRequest | null;
  /** The session whose shell it waits for; `null`: it waits for none. */
  readonly waitsFor: string | null;
  /** `null` as long as it does not run: it is looked at, it waits, or somebody is asked. */
  readonly command: LiveCommand | null;
  readonly output: LiveOutput;
}

export interface LiveRequest {
  /** At most the first 8 Ki characters. */
  readonly text: string;
  readonly cwd: string;
  readonly description: string | null;
}

export interface LiveCommand extends LiveRequest {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** In words: `sandbox workspace, no network`. */
  readonly confinement: string;
}

/** The end of what a command wrote. */
export interface LiveOutput {
  readonly text: string;
  /** Whether there was more before it. */
  readonly isCut: boolean;
}

/** Changes when a reader of before could not make sense of it. */
export const protocolVersion = 1;

/** The longest line: several times what the bounds of texts here come to. A reader leaves a host that sends more. */
export const maxLineBytes = 1024 ** 2;

/** A line as the message that it is; `null` for what is none. Whatever listens there may be no host. */
export function readMessage(line: string): LiveMessage | null {
  try {
    return messageOf(JSON.parse(line));
  } catch {
    return null; // No JSON, which no host sends.
  }
}

type Fields = Readonly<Partial<Record<string, unknown>>>;

function messageOf(value: unknown): LiveMessage | null {
  const fields = fieldsOf(value);
  const { kind, id } = fields;
  if (kind === 'reset') return { kind };
  if (kind === 'host' && areNumbers(fields, ['version', 'pid']))
    return { kind, version: Number(fields.version), pid: Number(fields.pid) };
  if (kind === 'call') {
    const call = callOf(fields.call);
    return call && { kind, call };
  }
  if (kind === 'output' && typeof id === 'string') return { kind, id, output: outputOf(fields.output) };
  const status = statuses.find((one) => one === fields.status);
  return kind === 'over' && typeof id === 'string' && status !== undefined ? { kind, id, status } : null;
}

function callOf(value: unknown): LiveCall | null {
  const fields = fieldsOf(value);
  const texts = ['id', 'contract', 'tool', 'conversationId', 'workingDirectory'];
  if (!areTexts(fields, texts) || !isTime(fields.openedAt)) return null;
  return {
    id: String(fields.id),
    contract: String(fields.contract),
    tool: String(fields.tool),
    conversationId: String(fields.conversationId),
    workingDirectory: String(fields.workingDirectory),
    openedAt: Number(fields.openedAt),
    asked: requestOf(fields.asked),
    waitsFor: typeof fields.waitsFor === 'string' ? fields.waitsFor : null,
    command: commandOf(fields.command),
    output: outputOf(fields.output),
  };
}

function commandOf(value: unknown): LiveCommand | null {
  const fields = fieldsOf(value);
  const request = requestOf(value);
  if (request === null || !areTexts(fields, ['confinement']) || !isTime(fields.startedAt)) return null;
  return {
    ...request,
    startedAt: Number(fields.startedAt),
    confinement: String(fields.confinement),
  };
}

function requestOf(value: unknown): LiveRequest | null {
  const fields = fieldsOf(value);
  if (!areTexts(fields, ['text', 'cwd'])) return null;
  return {
    text: String(fields.text),
    cwd: String(fields.cwd),
    description: typeof fields.description === 'string' ? fields.description : null,
  };
}

function outputOf(value: unknown): LiveOutput {
  const { text, isCut } = fieldsOf(value);
  return { text: typeof text === 'string' ? text : '', isCut: isCut === true };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function areTexts(fields: Fields, names: readonly string[]): boolean {
  return names.every((name) => typeof fields[name] === 'string');
}

/** A number that can be told as a date. */
function isTime(value: unknown): boolean {
  return typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
}

function areNumbers(fields: Fields, names: readonly string[]): boolean {
  return names.every((name) => Number.isFinite(fields[name]));
}
