import {
  type Capture,
  type Captured,
  type CaptureRule,
  nothingCaptured,
  type StreamName,
} from '../model/capture.ts';
import type { StreamRule, TerminalSize } from '../model/plan.ts';
import type { OutputSoFar, Sink, WatchedOutput } from '../model/ports.ts';
import { asBuffer } from './bytes.ts';
import { type Collector, createCollector, type RawOutput } from './collector.ts';
import { createHeldBack, createToldLength } from './held-back.ts';
import { createLiveText, type TextListener } from './live-text.ts';
import type { SpillFile } from './spill.ts';

/** Takes everything that one command writes. */
export interface CommandCapture {
  readonly sink: Sink;
  /** Called when nothing more is wanted: what comes later is not kept. A second call gives the same. */
  finish(): Promise<Capture>;
  /**
   * Called before that where somebody else reads on: what may be the beginning of something that is still to come is not told, and
   * returned. `raw` has all but that.
   */
  stop(): Promise<Buffer>;
  /** All that came, as it came, stream by stream; to be called after `finish`. */
  raw(): readonly RawOutput[];
  /** The same for who looks on while it comes, streams that are told apart one after the other. */
  readonly watched: WatchedOutput;
}

/** What a capture needs to know. */
export interface CaptureOptions {
  readonly streams: StreamRule;
  readonly rule: CaptureRule;
  /** The terminal that the command draws on; left out, or `null`: it writes to pipes. */
  readonly screen?: TerminalSize | null;
  /** Whether somebody else may read on; left out: nobody. */
  readonly mayGoOn?: boolean;
  /** What is masked if the rule says so. */
  readonly secrets: readonly string[];
  /** Opens the file for a stream as it came; called when it is too long to be kept. */
  readonly openSpill: (stream: StreamName) => SpillFile;
  /** Told of the text as it comes, decoded across chunk borders; `null` when nobody listens. */
  readonly onText: TextListener | null;
}

/** One collector a stream, and the live text beside them. */
export function capture({
  streams,
  rule,
  screen = null,
  mayGoOn = false,
  secrets,
  openSpill,
  onText,
}: CaptureOptions): CommandCapture {
  const names: readonly StreamName[] = streams === 'apart' ? ['stdout', 'stderr'] : ['output'];
  /** Each is made when something comes: many commands write nothing, and whoever starts one does not wait for it. */
  const collectors = new Map<StreamName, Collector>();
  const live = onText === null ? null : createLiveText(rule.clean.secrets ? secrets : [], onText);
  // Streams that are apart are read on as one, and what is drawn on a terminal as a whole.
  const held =
    mayGoOn && streams === 'combined' && screen === null
      ? createHeldBack(createToldLength(rule.clean, secrets))
      : null;
  let finished: Promise<Capture> | null = null;
  let watcher: Parameters<WatchedOutput['listen']>[0] = null;
  return {
    watched: {
      soFar: () => join(names.map((name) => collectorOf(name).soFar())),
      listen(to) {
        watcher = to;
        const untold = held?.held() ?? null;
        if (untold !== null && untold.length > 0) watcher?.(untold);
      },
    },
    sink(stream, bytes) {
      if (finished !== null) return;
      watcher?.(bytes);
      live?.push(stream, asBuffer(bytes));
      return collectorOf(stream).push(held?.take(asBuffer(bytes)) ?? bytes);
    },
    finish() {
      finished ??= finish(held?.rest() ?? null);
      return finished;
    },
    async stop() {
      finished ??= finish(null);
      await finished;
      return held?.rest() ?? Buffer.alloc(0);
    },
    raw: () => names.map((name) => collectorOf(name).raw()),
  };

  async function finish(rest: Buffer | null): Promise<Capture> {
    live?.finish();
    if (rest !== null && rest.length > 0) await collectorOf('output').push(rest);
    return streams === 'apart'
      ? {
          streams,
          stdout: await finishOne('stdout'),
          stderr: await finishOne('stderr'),
        }
      : { streams, output: await finishOne('output') };
  }

  async function finishOne(stream: StreamName): Promise<Captured> {
    // What is on a screen that nothing was drawn on is for who draws it to say.
    const collector = screen === null ? collectors.get(stream) : collectorOf(stream);
    return collector === undefined ? nothingCaptured(rule) : await collector.finish();
  }

  function collectorOf(stream: StreamName): Collector {
    if (!names.includes(stream))
      throw new Error(`no stream '${stream}' in a capture of ${names.join(' and ')}`);
    const collector = collectors.get(stream) ?? createOne(stream);
    collectors.set(stream, collector);
    return collector;
  }

  function createOne(stream: StreamName): Collector {
    const begin = screen && { size: screen, before: Buffer.alloc(0), beforeIsTail: false };
    return createCollector({ rule, screen: begin, secrets, openSpill: () => openSpill(stream) });
  }
}

function join(parts: readonly OutputSoFar[]): OutputSoFar {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  const bytes = Buffer.concat(parts.map((part) => part.bytes));
  const areRaw = parts.every((part) => part.kind === 'raw');
  return areRaw
    ? { kind: 'raw', bytes, isWhole: parts.every((part) => part.isWhole) }
    : { kind: 'cleaned', bytes };
}
