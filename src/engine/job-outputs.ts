import { countLines, readLines, toldBytes } from '../jobs/output.ts';
import type { JobRegistry } from '../jobs/registry.ts';
import type { Captured, CaptureRule } from '../model/capture.ts';
import type { Job } from '../model/job.ts';
import { checkWhole, type OptionKinds, orNull } from '../model/options.ts';

/** Which part of a job's output is wanted, and how much of it at most. */
interface OutputPart {
  /** The first line is 1. */
  readonly fromLine: number;
  /** `null`: all that follow. */
  readonly lines: number | null;
  /** Of a longer part the start and the end are given. */
  readonly maxBytes: number;
}

/** The jobs of a conversation and what they have written. Nothing of it is a call: the audit log has none of it. */
export interface JobOutputs {
  /** The running ones and the newest of the others. */
  list(conversationId: string): Promise<readonly Job[]>;
  /**
   * Cleaned as results are, but that equal lines are not counted; `null` when the conversation has no such job. Rejects with a `HandrailError` of code
   * `misuse` for what is no part.
   */
  read(conversationId: string, id: string, part: OutputPart): Promise<JobText | null>;
}

/** A part of an output. */
export interface JobText {
  readonly job: Job;
  readonly captured: Captured;
  /** Lines of the whole output. */
  readonly totalLines: number;
}

/** What outputs are read with. */
export interface OutputSource {
  readonly jobs: Pick<JobRegistry, 'list' | 'find'>;
  /** Only its jobs are meant, of all that are in the registry. */
  readonly contract: string;
  readonly rule: CaptureRule;
  readonly secrets: readonly string[];
}

export function createJobOutputs({ jobs, contract, rule, secrets }: OutputSource): JobOutputs {
  const isOf = (conversationId: string, job: Job): boolean =>
    job.contract === contract && job.conversationId === conversationId;

  return {
    list: async (conversationId) => (await jobs.list()).filter((job) => isOf(conversationId, job)),
    async read(conversationId, id, part) {
      checkWhole('outputs.read', part, partKinds, partKinds);
      const { fromLine, lines, maxBytes } = part;
      const job = (await jobs.find(id))?.job;
      if (job === undefined || !isOf(conversationId, job)) return null;
      const to = await toldBytes(job, { rule, secrets });
      const last = lines === null ? Number.POSITIVE_INFINITY : fromLine + lines - 1;
      const captured = await readLines(
        job,
        { first: fromLine, last, to },
        { rule: { ...rule, ...bounds(maxBytes), clean: { ...rule.clean, repeats: false } }, secrets },
      );
      return { job, captured, totalLines: await countLines(job, to) };
    },
  };
}

/** The most bytes of a part: 16 MiB, as of a result. */
const mostBytes = 16 * 1024 * 1024;

const partKinds: OptionKinds<OutputPart> = {
  fromLine: {
    expected: 'the number of a line, from 1 on',
    has: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
    isTold: true,
  },
  lines: orNull({
    expected: 'a whole number of lines above 0',
    has: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
    isTold: true,
  }),
  maxBytes: {
    expected: `a whole number of bytes from 0 to ${mostBytes}`,
    has: (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= mostBytes,
    isTold: true,
  },
};

/** Whoever reads on begins where the start of a part ends: most of what is given is that. */
function bounds(
  maxBytes: number,
): Pick<CaptureRule, 'wholeBytes' | 'headBytes' | 'tailBytes' | 'cutAt' | 'lines'> {
  const tailBytes = Math.floor(maxBytes / 8);
  return { wholeBytes: maxBytes, headBytes: maxBytes - tailBytes, tailBytes, cutAt: 'line', lines: null };
}
