/** What jobs may take up. */
export interface JobLimits {
  /** Jobs of one state directory that run at once. */
  readonly running: number;
  /** Bytes of output that are kept of a job. */
  readonly outputBytes: number;
  /** Milliseconds until a job is ended that was given no time limit of its own. */
  readonly maxMs: number;
  /** Milliseconds that a job and its output are remembered after its end. */
  readonly rememberedMs: number;
}

/**
 * 64 at once, several times what one agent keeps running, so that a loop that starts servers is noticed before the
 * machine is full; 256 MiB of output each, as of a call; 24 hours, as the contract `modes` asks; remembered for seven days,
 * as the outputs of calls are.
 */
export const jobLimits: JobLimits = {
  running: 64,
  outputBytes: 256 * 1024 ** 2,
  maxMs: 24 * 60 * 60 * 1_000,
  rememberedMs: 7 * 24 * 60 * 60 * 1_000,
};
