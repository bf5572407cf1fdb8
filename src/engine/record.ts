import { maskSecrets } from '../confine/secrets.ts';
import type { Access } from '../model/access.ts';
import { type Capture, capturedStreams } from '../model/capture.ts';
import type { Finding } from '../model/decision.ts';
import { messageOf } from '../model/errors.ts';
import type { ExitNote } from '../model/exit.ts';
import {
  type Ended,
  type Outcome,
  type OutcomeRecord,
  type Recorded,
  type StreamRecords,
  statusOf,
} from '../model/outcome.ts';
import type { CallOpened, Recorder } from '../model/ports.ts';
import type { Denial } from '../model/sandbox.ts';
import { mapTexts } from './map-texts.ts';
import type { Passage } from './pipeline.ts';

/** The record of one call: opened before anything else happens, closed with its outcome. */
export interface CallRecord {
  readonly id: string;
  close(passage: Passage): Promise<Recorded>;
}

/**
 * Opens the record of a call. What the caller wrote is recorded without the values of `secrets`; what this program says
 * of the call is its own and stays as it is. Rejects when it cannot be written.
 */
export async function openRecord(
  recorder: Recorder,
  call: CallOpened,
  secrets: readonly string[],
): Promise<CallRecord> {
  const mask = (text: string): string => maskSecrets(shorten(text), secrets);
  const id = await recorder.open({
    ...call,
    conversationId: mask(call.conversationId),
    workingDirectory: mask(call.workingDirectory),
    input: mapTexts(call.input, mask),
  });
  return {
    id,
    async close({ request, outcome, approved }) {
      try {
        await recorder.close(id, {
          command: request && mask(request.command),
          cwd: request && mask(request.cwd),
          status: statusOf(outcome),
          outcome: recordOf(outcome, { text: mask, host: (host) => maskHost(mask(host), secrets) }),
          ...(approved && { approved: { ...approved, findings: maskReasons(approved.findings, mask) } }),
        });
        return { kind: 'recorded', id };
      } catch (error) {
        // The command is over, and its output is the caller's: the result carries the news that the record is not whole.
        return { kind: 'not_closed', id, reason: messageOf(error) };
      }
    },
  };
}

/**
 * The longest text that is recorded whole: 8 Mi characters, which every command that can run has at the most. What is
 * longer is refused anyway, and would only fill the log.
 */
const maxRecordedLength = 8 * 1024 * 1024;

function shorten(text: string): string {
  if (text.length <= maxRecordedLength) return text;
  return `${text.slice(0, 1_000)}… (${text.length} characters)`;
}

function streamRecords(capture: Capture): StreamRecords {
  return Object.fromEntries(
    capturedStreams(capture).map(([name, { bytes, lines, text }]) => [
      name,
      { bytes, lines, spill: text.spill },
    ]),
  );
}

/** How what can have come from the caller is masked. */
interface Masks {
  readonly text: (text: string) => string;
  readonly host: (host: string) => string;
}

/** A host is told in small letters, whatever it was written in. */
function maskHost(host: string, secrets: readonly string[]): string {
  return maskSecrets(
    host,
    secrets.map((secret) => secret.toLowerCase()),
  );
}

function maskNote(note: ExitNote, mask: (text: string) => string): ExitNote {
  const { pipeline } = note;
  if (pipeline === null) return note;
  const failed = pipeline.failed.map(({ part, status }) => ({ part: mask(part), status }));
  return { ...note, pipeline: { whose: mask(pipeline.whose), failed } };
}

function maskReasons(findings: readonly Finding[], mask: (text: string) => string): readonly Finding[] {
  return findings.map((finding) => ({ ...finding, reason: mask(finding.reason) }));
}

function maskDenial(denial: Denial, masks: Masks): Denial {
  if (denial.kind === 'right') return denial;
  if (denial.kind === 'path') return { ...denial, path: masks.text(denial.path) };
  const rule = denial.rule && masks.host(denial.rule);
  if (!('port' in denial)) return { ...denial, host: denial.host && masks.host(denial.host), rule };
  return { ...denial, host: masks.host(denial.host), rule };
}

/** What it had beyond its sandbox, and what it could ask for. */
function maskBeyond(
  { confinement, grantable }: Pick<Ended, 'confinement' | 'grantable'>,
  masks: Masks,
): Pick<Ended, 'confinement' | 'grantable'> {
  const maskAll = (all: readonly Access[]) => all.map((access) => maskAccess(access, masks));
  if (confinement.kind !== 'sandbox') return { confinement, grantable: maskAll(grantable) };
  const { network } = confinement;
  return {
    confinement: {
      ...confinement,
      network: typeof network === 'string' ? network : { hosts: network.hosts.map(masks.host) },
      granted: maskAll(confinement.granted),
    },
    grantable: maskAll(grantable),
  };
}

function maskAccess(access: Access, masks: Masks): Access {
  if (access.kind === 'host') return { ...access, host: masks.host(access.host) };
  return { ...access, path: masks.text(access.path) };
}

/** The outcome with every text in it masked that can have come from the caller or from the command. */
function recordOf(outcome: Outcome, masks: Masks): OutcomeRecord {
  const mask = masks.text;
  switch (outcome.kind) {
    case 'invalid': {
      const [first, ...others] = outcome.problems;
      const masked = (problem: typeof first) => ({
        ...problem,
        path: mask(problem.path),
        received: mask(problem.received),
        hint: problem.hint && mask(problem.hint),
      });
      return { kind: 'invalid', problems: [masked(first), ...others.map(masked)] };
    }
    case 'denied':
    case 'needs_approval': {
      const findings = maskReasons(outcome.findings, mask);
      return { ...outcome, reason: mask(outcome.reason), findings };
    }
    case 'could_not_start':
      return { ...outcome, problem: { ...outcome.problem, message: mask(outcome.problem.message) } };
    case 'ended': {
      const { capture, job, ...ended } = outcome;
      const survivors = ended.survivors.map((one) => ({ ...one, command: mask(one.command) }));
      const note = ended.note && maskNote(ended.note, mask);
      const denials = ended.denials.map((denial) => maskDenial(denial, masks));
      const beyond = maskBeyond(ended, masks);
      const session = ended.session && { ...ended.session, name: mask(ended.session.name) };
      const rest = { session, job: job?.id ?? null, streams: streamRecords(capture) };
      return { ...ended, ...beyond, note, denials, survivors, ...rest };
    }
    case 'moved_to_job': {
      const { capture, job, ...moved } = outcome;
      const denials = moved.denials.map((denial) => maskDenial(denial, masks));
      const beyond = maskBeyond(moved, masks);
      return { ...moved, ...beyond, denials, job: job.id, streams: streamRecords(capture) };
    }
    case 'answered':
      return { kind: 'answered', answer: outcome.answer.kind };
  }
}
