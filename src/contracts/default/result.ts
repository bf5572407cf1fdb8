import { statuses } from '../../model/outcome.ts';
import { z } from '../schema.ts';

const jobSchema = z
  .strictObject({
    id: z.string().describe('What bash_output, bash_input and bash_stop want for job.'),
    state: z
      .enum(['running', 'ended', 'lost'])
      .describe('lost: what watched over it is gone, its end is not known.'),
    exit_code: z.int().nullable(),
    signal: z.string().nullable().describe('The signal that ended it, such as SIGTERM.'),
    command: z.string(),
    cwd: z.string(),
    pid: z.int().describe('Leads the process group of the command.'),
    started_at: z.string().describe('ISO 8601.'),
    ended_at: z.string().nullable().describe('ISO 8601.'),
    output_file: z.string().describe('Has all that it wrote.'),
    waiting_for_input: z
      .boolean()
      .describe('Whether it was seen to wait for somebody to type: bash_input does.'),
  })
  .describe('A command that goes on, or went on, without its caller.');

export type JobResult = z.output<typeof jobSchema>;

const common = {
  status: z.enum(statuses as [string, ...string[]]).describe('What became of the call.'),
  text: z.string().describe('What a model reads: the output and what there is to say about it.'),
  call_id: z.string().nullable().describe('The id of the call in the audit log.'),
  ended_jobs: z.array(jobSchema).describe('Jobs that ended since the last call; each is told once.'),
};

const allowedSchema = z.strictObject({
  network: z.array(z.string()).optional(),
  write: z.array(z.string()).optional(),
  read: z.array(z.string()).optional(),
});

/** What a call of `bash` answers with; also the structured result of the tool. */
export const bashResultSchema = z.strictObject({
  ...common,
  exit_code: z.int().nullable().describe('null when the command did not exit by itself.'),
  exit_meaning: z
    .string()
    .nullable()
    .describe('What an exit code of 1 says where it is no failure, as of grep: "no line matched".'),
  hidden_failures: z
    .array(z.strictObject({ part: z.string(), status: z.int() }))
    .describe('Parts of the last pipeline that failed, which its exit code does not tell.'),
  signal: z.string().nullable().describe('The signal that ended the command, such as SIGSEGV.'),
  duration_ms: z.int().nullable().describe('null when nothing was started.'),
  total_bytes: z.int().describe('Bytes that the command wrote.'),
  total_lines: z.int().describe('Lines that the command wrote.'),
  cut: z
    .strictObject({
      omitted_bytes: z
        .int()
        .describe('Bytes of the text as it would be here: three for a NUL, which is ␀ there.'),
      omitted_lines: z.int(),
      file: z.string().describe('Has the whole output.'),
      file_problem: z.string().nullable().describe('Why the file is not whole, if it is not.'),
    })
    .nullable()
    .describe('What was left out of the text; null when it is whole.'),
  job: jobSchema.nullable().describe('What goes on: the command itself, or what it left running.'),
  survivors: z
    .array(z.strictObject({ pid: z.int(), command: z.string(), holds_output: z.boolean() }))
    .describe(
      'Processes that outlived the command: they are the job, or run on in the session, or else have been ended.',
    ),
  session: z
    .strictObject({
      name: z.string(),
      is_new: z.boolean().describe('Whether its shell was started for this call.'),
      because: z
        .enum(['first', 'ended', 'lost'])
        .nullable()
        .describe('Why it is new: the first one, or the one before has ended, or could not be kept.'),
      shell_left: z
        .enum(['ended', 'lost'])
        .nullable()
        .describe('Why the shell is there no more after this call; null: it is.'),
    })
    .nullable()
    .describe('The session that the command ran in; null when it ran in none.'),
  confinement: z
    .strictObject({
      kind: z
        .enum(['none', 'sandbox', 'degraded'])
        .describe('degraded: it was to be confined, and this machine cannot.'),
      level: z.string().nullable().describe('The level that it was to be confined to.'),
      network: z
        .union([z.enum(['none', 'host']), z.array(z.string())])
        .nullable()
        .describe(
          'What a sandbox has for a network: none, that of this machine, or these hosts and no others.',
        ),
      granted: allowedSchema
        .nullable()
        .describe('What it had beyond its level, because the user has allowed it; null: nothing.'),
      problem: z
        .string()
        .nullable()
        .describe('Why it was not confined, or not as its level has it, and what to do about it.'),
    })
    .nullable()
    .describe('What held the command; null when it did not run.'),
  denials: z
    .array(
      z.strictObject({
        path: z.string().nullable(),
        access: z
          .enum(['read-only', 'kept', 'hidden'])
          .nullable()
          .describe('What the sandbox makes of the path.'),
        host: z.string().nullable(),
        port: z.int().nullable().describe('Of the host; null when it is not known.'),
        entry: z
          .string()
          .nullable()
          .describe(
            'What in the list "network" of the sandbox would let the host through; null: nothing should.',
          ),
        right: z
          .enum(['namespaces', 'owners', 'root'])
          .nullable()
          .describe(
            'What nothing in a sandbox can do: make namespaces, give files to others or run as them, or do what else only root can.',
          ),
      }),
    )
    .describe(
      'What the sandbox denied the command: hosts that are not in its list, and where it failed of that, paths, or a host, which may not be known.',
    ),
  allow: allowedSchema
    .nullable()
    .describe(
      'What to call the tool with as allow, so that the user is asked to let the command to what it was denied; null: there is nothing to ask for.',
    ),
  edited_command: z
    .string()
    .nullable()
    .describe('What the user had run, or judged, in the stead of the command; null: it was the command.'),
  approval: z
    .strictObject({
      id: z
        .string()
        .nullable()
        .describe(
          'What the user gives `handrail approve`, for the same call to be let through when made again.',
        ),
      because: z.enum(['nobody', 'expired']).describe('expired: nobody has answered in time.'),
    })
    .nullable()
    .describe('Of a call that needs an approval: why there is none, and how it can still be had.'),
  findings: z
    .array(
      z.strictObject({
        id: z.string(),
        verdict: z.enum(['allow', 'ask', 'deny']),
        reason: z.string(),
        instead: z.string().nullable(),
      }),
    )
    .describe('Why the call was refused or needs an approval.'),
});

export type BashResult = z.output<typeof bashResultSchema>;

/** What the tools that ask something of a job answer with. */
export const jobToolResultSchema = z.strictObject({
  ...common,
  job: jobSchema.nullable().describe('The job as it is now; null when the call was not accepted.'),
  waited: z
    .strictObject({ met: z.boolean().describe('Whether it came about.'), ms: z.int() })
    .nullable()
    .describe('What came of waiting; null when nothing was waited for.'),
  total_bytes: z
    .int()
    .nullable()
    .describe('Bytes that the job has written; null when its output was not asked for.'),
});

export type JobToolResult = z.output<typeof jobToolResultSchema>;

/** What `bash_jobs` answers with. */
export const jobListResultSchema = z.strictObject({
  ...common,
  jobs: z.array(jobSchema).describe('The running ones and the newest of the others, newest first.'),
});

export type JobListResult = z.output<typeof jobListResultSchema>;

/** What a call of any tool of `default` answers with. */
export type DefaultResult = BashResult | JobToolResult | JobListResult;
