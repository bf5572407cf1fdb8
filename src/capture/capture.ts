import { TextDecoder } from 'node:util';
import type { Capture, CaptureRule, StreamName } from '../model/capture.ts';
import type { StreamRule } from '../model/plan.ts';
import type { Sink } from '../model/ports.ts';
import { type Collector, createCollector } from './collector.ts';

/** Takes everything that one command writes. */
export interface CommandCapture {
  readonly sink: Sink;
  /** Called once, when the command has ended. */
  finish(): Promise<Capture>;
}

/** What a capture needs to know. */
export interface CaptureOptions {
  readonly streams: StreamRule;
  readonly rule: CaptureRule;
  /** Where the whole of a stream goes if it has to be cut. */
  readonly spillPath: (stream: StreamName) => string;
  /** Told of the text as it comes, decoded across chunk borders; `null` when nobody listens. */
  readonly onText: ((stream: StreamName, text: string) => void) | null;
}

/** One collector a stream, and the live text beside it. */
export function capture({ streams, rule, spillPath, onText }: CaptureOptions): CommandCapture {
  const names: readonly StreamName[] = streams === 'apart' ? ['stdout', 'stderr'] : ['output'];
  const collectors = new Map(names.map((name) => [name, createCollector(rule, spillPath(name))]));
  const live = onText === null ? null : liveText(onText);
  return {
    sink(stream, bytes) {
      live?.push(stream, bytes);
      return collectorOf(stream).push(bytes);
    },
    async finish() {
      live?.finish();
      return streams === 'apart'
        ? {
            streams,
            stdout: await collectorOf('stdout').finish(),
            stderr: await collectorOf('stderr').finish(),
          }
        : { streams, output: await collectorOf('output').finish() };
    },
  };

  function collectorOf(stream: StreamName): Collector {
    const collector = collectors.get(stream);
    if (collector === undefined)
      throw new Error(`no stream '${stream}' in a capture of ${names.join(' and ')}`);
    return collector;
  }
}

/** Text as it comes: a character whose bytes are in two chunks is told with the second. */
function liveText(onText: (stream: StreamName, text: string) => void) {
  const decoders = new Map<StreamName, TextDecoder>();
  const tell = (stream: StreamName, text: string): void => {
    if (text !== '') onText(stream, text);
  };
  return {
    push(stream: StreamName, bytes: Uint8Array): void {
      const decoder = decoders.get(stream) ?? new TextDecoder('utf-8', { ignoreBOM: true });
      decoders.set(stream, decoder);
      tell(stream, decoder.decode(bytes, { stream: true }));
    },
    finish(): void {
      for (const [stream, decoder] of decoders) tell(stream, decoder.decode());
    },
  };
}
