import { statuses } from '../../model/outcome.ts';
import { z } from '../schema.ts';

/** What a call of `default` answers with; also the structured result of its tool. */
export const resultSchema = z.strictObject({
  status: z.enum(statuses as [string, ...string[]]).describe('What became of the call.'),
  text: z.string().describe('The output and what there is to say about it: what a model reads.'),
  exit_code: z.int().nullable().describe('null when the command did not exit by itself.'),
  signal: z.string().nullable().describe('The signal that ended the command, such as SIGSEGV.'),
  duration_ms: z.int().nullable().describe('null when nothing was started.'),
  total_bytes: z.int().describe('Bytes that the command wrote.'),
  total_lines: z.int().describe('Lines that the command wrote.'),
  cut: z
    .strictObject({
      omitted_bytes: z.int(),
      omitted_lines: z.int(),
      file: z.string().describe('Has the whole output.'),
      file_problem: z.string().nullable().describe('Why the file is not whole, if it is not.'),
    })
    .nullable()
    .describe('What was left out of the text; null when it is whole.'),
  survivors: z
    .array(z.strictObject({ pid: z.int(), command: z.string(), holds_output: z.boolean() }))
    .describe('Processes that outlived the shell; they have been ended.'),
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
  call_id: z.string().nullable().describe('The id of the call in the audit log.'),
});

export type DefaultResult = z.output<typeof resultSchema>;
