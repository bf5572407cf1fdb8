import type { Capture, CaptureRule, StreamName } from '../model/capture.ts';
import type { StreamRule } from '../model/plan.ts';
import type { Sink } from '../model/ports.ts';
import { asBuffer } from './bytes.ts';
import { type Collector, createCollector, type RawOutput } from './collector.ts';
import { createLiveText, type TextListener } from './live-text.ts';
import type { SpillFile } from './spill.ts';

/** Takes everything that one command writes. */
export interface CommandCapture {
  readonly sink: Sink;
  /** Called when nothing more will come; a second call gives the same. */
  finish(): Promise<Capture>;
  /** All that came, as it came; to be called after `finish`. Two streams are one after the other. */
  raw(): RawOutput;
}

/** What a capture needs to know. */
export interface CaptureOptions {
  readonly streams: StreamRule;
  readonly rule: CaptureRule;
  /** What is masked if the rule says so. */
  readonly secrets: readonly string[];
  /** Opens the file for a stream as it came; called when it is too long to be kept. */
  readonly openSpill: (stream: StreamName) => SpillFile;
  /** Told of the text as it comes, decoded across chunk borders; `null` when nobody listens. */
  readonly onText: TextListener | null;
}

/** One collector a stream, and the live text beside it. */
export function capture({ streams, rule, secrets, openSpill, onText }: CaptureOptions): CommandCapture {
  const names: readonly StreamName[] = streams === 'apart' ? ['stdout', 'stderr'] : ['output'];
  const collectors = new Map(
    names.map((name) => [name, createCollector({ rule, secrets, openSpill: () => openSpill(name) })]),
  );
  const live = onText === null ? null : createLiveText(rule.clean.secrets ? secrets : [], onText);
  let finished: Promise<Capture> | null = null;
  return {
    sink(stream, bytes) {
      live?.push(stream, asBuffer(bytes));
      return collectorOf(stream).push(bytes);
    },
    finish() {
      finished ??= finish();
      return finished;
    },
    raw() {
      const raws = [...collectors.values()].map((collector) => collector.raw());
      const [file] = raws.filter((raw) => raw.kind !== 'bytes');
      return (
        file ?? {
          kind: 'bytes',
          bytes: Buffer.concat(raws.flatMap((raw) => (raw.kind === 'bytes' ? [raw.bytes] : []))),
        }
      );
    },
  };

  async function finish(): Promise<Capture> {
    live?.finish();
    return streams === 'apart'
      ? {
          streams,
          stdout: await collectorOf('stdout').finish(),
          stderr: await collectorOf('stderr').finish(),
        }
      : { streams, output: await collectorOf('output').finish() };
  }

  function collectorOf(stream: StreamName): Collector {
    const collector = collectors.get(stream);
    if (collector === undefined)
      throw new Error(`no stream '${stream}' in a capture of ${names.join(' and ')}`);
    return collector;
  }
}
