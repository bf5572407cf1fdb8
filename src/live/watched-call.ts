import { beginOf, recentText } from '../capture/recent-text.ts';
import { decodeUtf8 } from '../capture/utf8.ts';
import { type ByteWindow, createByteWindow } from '../capture/window.ts';
import { maskSecrets } from '../confine/secrets.ts';
import type { WatchedCall as Call, WatchedCommand } from '../model/ports.ts';
import type { Request } from '../model/request.ts';
import { confinementWords } from './confinement-words.ts';
import type { LiveCall, LiveCommand, LiveOutput, LiveRequest } from './protocol.ts';

/** A call that is under way, and what can be told of it. */
export interface WatchedCall {
  readonly id: string;
  asks(request: Request): void;
  waits(isWaiting: boolean): void;
  runs(command: WatchedCommand): void;
  /** From now on what its command writes is kept, as much as is told; `changed` is called when more has come. */
  attach(changed: () => void): void;
  /** Nothing is done for it any more. */
  detach(): void;
  /** As it is now, but for its output. */
  look(): Omit<LiveCall, 'output'>;
  output(): Promise<LiveOutput>;
}

/** Bytes of an output that are kept and told: 16 KiB, more than the largest screen shows. */
const recentBytes = 16 * 1024;

/** Characters of a command, or any other text, that are told: 8 Ki, ten times what is usual; the record has the whole. */
const textLength = 8 * 1024;

const nothing: LiveOutput = { text: '', isCut: false };

export function createWatchedCall(call: Call, secrets: readonly string[]): WatchedCall {
  let request: Request | null = null;
  let isWaiting = false;
  let command: WatchedCommand | null = null;
  let kept: KeptOutput | null = null;
  let changed: (() => void) | null = null;
  const mask = (text: string): string => shorten(maskSecrets(text, secrets));

  const keep = (): void => {
    if (command !== null && changed !== null) kept = keepOutput(command, secrets, changed);
  };

  return {
    id: call.id,
    asks(asked) {
      request = asked;
    },
    waits(now) {
      isWaiting = now;
    },
    runs(begun) {
      command = begun;
      keep();
    },
    attach(onChange) {
      changed = onChange;
      keep();
    },
    detach() {
      command?.output.listen(null);
      changed = null;
      kept = null;
    },
    look: () => ({
      id: call.id,
      contract: call.contract,
      tool: call.tool,
      conversationId: mask(call.conversationId),
      workingDirectory: mask(call.workingDirectory),
      openedAt: call.openedAt,
      asked: request && describeRequest(request, mask),
      waitsFor: isWaiting && request?.session ? mask(request.session.name) : null,
      command: command && describe(command, mask),
    }),
    output: async () => (await kept?.text()) ?? nothing,
  };
}

function describe(command: WatchedCommand, mask: (text: string) => string): LiveCommand {
  const { startedAt, confinement } = command;
  return { ...describeRequest(command, mask), startedAt, confinement: mask(confinementWords(confinement)) };
}

function describeRequest(
  { command, cwd, description }: Pick<Request, 'command' | 'cwd' | 'description'>,
  mask: (text: string) => string,
): LiveRequest {
  return { text: mask(command), cwd: mask(cwd), description: description && mask(description) };
}

/** Of a text that is masked already: a secret that is cut would not be found. */
function shorten(text: string): string {
  return text.length > textLength ? `${text.slice(0, textLength)}…` : text;
}

interface KeptOutput {
  text(): Promise<LiveOutput>;
}

/** Keeps the end of what is there and of what comes. A chunk costs no more than a copy of its last 16 KiB. */
function keepOutput(
  { output, terminal }: WatchedCommand,
  secrets: readonly string[],
  changed: () => void,
): KeptOutput {
  // What may be a part of a secret is left out at the start, and there is to be enough nevertheless.
  const longest = Math.max(0, ...secrets.map((secret) => Buffer.byteLength(secret)));
  const room = recentBytes + longest;
  const kept: ByteWindow = createByteWindow(0, room);
  const soFar = output.soFar();
  const before = soFar.kind === 'cleaned' ? textBefore(Buffer.from(soFar.bytes), secrets) : null;
  const isFromStart = soFar.kind === 'raw' && soFar.isWhole;
  let came = 0;
  const push = (bytes: Uint8Array): void => {
    came += bytes.length;
    kept.push(bytes.subarray(-room));
  };
  if (soFar.kind === 'raw') push(soFar.bytes);
  output.listen((bytes) => {
    push(bytes);
    changed();
  });
  return {
    async text() {
      const bytes = kept.last();
      const isWhole = isFromStart && came === bytes.length;
      const recent = await recentText({ bytes, isWhole }, secrets, terminal);
      if (before !== null && bytes.length < room) return { text: `${before}…\n${recent}`, isCut: true };
      return { text: recent, isCut: !isWhole };
    },
  };
}

/** What was kept for the result, of which the last line may still be on its way. */
function textBefore(bytes: Buffer, secrets: readonly string[]): string {
  const last = bytes.subarray(-recentBytes);
  const text = maskSecrets(decodeUtf8(last.subarray(beginOf(last, secrets))), secrets);
  return text.endsWith('\n') ? text : `${text}\n`;
}
