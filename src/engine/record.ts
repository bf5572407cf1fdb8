import { maskSecrets, maskSecretsIn } from '../confine/secrets.ts';
import { capturedStreams } from '../model/capture.ts';
import { messageOf } from '../model/errors.ts';
import {
  type Outcome,
  type OutcomeRecord,
  type Recorded,
  type StreamRecords,
  statusOf,
} from '../model/outcome.ts';
import type { CallOpened, Recorder } from '../model/ports.ts';
import type { Passage } from './pipeline.ts';

/** The record of one call: opened before anything else happens, closed with its outcome. */
export interface CallRecord {
  readonly id: string;
  close(passage: Passage): Promise<Recorded>;
}

/** Opens the record of a call, without the values of `secrets`. Rejects when it cannot be written. */
export async function openRecord(
  recorder: Recorder,
  call: CallOpened,
  secrets: readonly string[],
): Promise<CallRecord> {
  const id = await recorder.open({ ...call, input: maskSecretsIn(call.input, secrets) });
  return {
    id,
    async close({ request, outcome }) {
      try {
        await recorder.close(id, {
          command: request && maskSecrets(request.command, secrets),
          cwd: request?.cwd ?? null,
          status: statusOf(outcome),
          // Masking keeps the shape and changes texts only.
          outcome: maskSecretsIn(recordOf(outcome), secrets) as OutcomeRecord,
        });
        return { kind: 'recorded', id };
      } catch (error) {
        // The command is over, and its output is the caller's: the result carries the news that the record is not whole.
        return { kind: 'not_closed', id, reason: messageOf(error) };
      }
    },
  };
}

function recordOf(outcome: Outcome): OutcomeRecord {
  if (outcome.kind !== 'ended') return outcome;
  const { capture, ...ended } = outcome;
  const streams: StreamRecords = Object.fromEntries(
    capturedStreams(capture).map(([name, { bytes, lines, text }]) => [
      name,
      { bytes, lines, spill: text.kind === 'cut' ? text.spill : null },
    ]),
  );
  return { ...ended, streams };
}
