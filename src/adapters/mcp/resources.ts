import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import type { JobOutputs, JobText } from '../../engine/job-outputs.ts';
import type { CapturedText } from '../../model/capture.ts';
import type { Job } from '../../model/job.ts';
import { headOf } from '../../model/whole-characters.ts';
import { visible } from '../../policy/visible.ts';

/** The most of an output that one reading gives, in bytes: eight times what a call does, and nothing for a client to choke on. */
const maxReadBytes = 256 * 1024;

/** The longest command that a list shows, in characters. */
const maxTitleLength = 80;

const mimeType = 'text/plain';

/** For clients that offer what they can fill in. */
export const outputTemplate: ResourceTemplateType = {
  uriTemplate: 'handrail://job/{id}/output{?from_line,lines}',
  name: 'job-output',
  title: 'The output of a job',
  description: `What a job of this connection has written. At most ${maxReadBytes / 1024} KiB are given at once; from_line and lines read on.`,
  mimeType,
};

/** The outputs of the jobs of a conversation; those of others are not listed and cannot be read. */
export async function listResources(
  outputs: JobOutputs,
  conversationId: string,
): Promise<{ readonly resources: Resource[] }> {
  const jobs = await outputs.list(conversationId);
  return { resources: jobs.map(describeJob) };
}

/** Reads one of them. */
export async function readResource(
  outputs: JobOutputs,
  conversationId: string,
  uri: string,
): Promise<ReadResourceResult> {
  const wanted = readUri(uri);
  if (wanted === null) throw new ResourceNotFoundError(uri);
  const { id, fromLine, lines } = wanted;
  const read = await outputs.read(conversationId, id, { fromLine, lines, maxBytes: maxReadBytes });
  if (read === null) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType, text: textOf(read, wanted) }] };
}

function describeJob(job: Job): Resource {
  const firstLine = (job.description ?? job.command).split('\n')[0] ?? '';
  return {
    uri: `handrail://job/${job.id}/output`,
    name: `job-${job.id}-output`,
    title: `Job ${job.id} (${job.state.kind}): ${visible(headOf(firstLine, maxTitleLength))}`,
    mimeType,
  };
}

interface Wanted {
  readonly id: string;
  readonly fromLine: number;
  readonly lines: number | null;
}

/** `null`: no resource of ours. Throws where it is one and asks for lines in a way that makes no sense. */
function readUri(uri: string): Wanted | null {
  const [, id, query] = /^handrail:\/\/job\/([^/?#]+)\/output(?:\?([^#]*))?$/.exec(uri) ?? [];
  if (id === undefined) return null;
  const parameters = new URLSearchParams(query);
  const strange = [...parameters.keys()].find((name) => name !== 'from_line' && name !== 'lines');
  if (strange !== undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `${uri}: expected only the parameters from_line and lines, got ${JSON.stringify(strange)}`,
    );
  return {
    id,
    fromLine: wholeNumber(parameters, 'from_line') ?? 1,
    lines: wholeNumber(parameters, 'lines'),
  };
}

function wholeNumber(parameters: URLSearchParams, name: string): number | null {
  const text = parameters.get(name);
  if (text === null || text === '') return null;
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text); // More digits are no number that is exact.
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `${name}: expected a whole number from 1 on, got ${JSON.stringify(text)}`,
  );
}

/** Of what is too long at once, the start, a line that says where to read on, and the end; where the file does not have all, a line that says so. */
function textOf(read: JobText, wanted: Wanted): string {
  const { text } = read.captured;
  const parts = text.kind === 'whole' ? [text.text] : [text.head, leftOut(read, text, wanted), text.tail];
  const reachesEnd = wanted.lines === null || wanted.fromLine + wanted.lines > read.totalLines;
  const { outputFile, outputProblem } = read.job;
  if (outputProblem !== null && reachesEnd) parts.push(`[${outputFile} does not have all: ${outputProblem}]`);
  return parts.reduce((all, part) => `${all}${all === '' || all.endsWith('\n') ? '' : '\n'}${part}`);
}

function leftOut(
  { job, totalLines }: JobText,
  { head, omittedBytes }: Extract<CapturedText, { kind: 'cut' }>,
  { id, fromLine }: Wanted,
): string {
  const uri = `handrail://job/${id}/output`;
  const lineEnds = head.split('\n').length - 1;
  const readsOn = (line: number): string => `${uri}?from_line=${line} reads on`;
  if (lineEnds > 0)
    return `[${omittedBytes} bytes of ${totalLines} lines in all are left out here: ${readsOn(fromLine + lineEnds)}]`;
  // From the same line on, the same would be given again.
  const behind = fromLine < totalLines ? `; ${readsOn(fromLine + 1)} behind it` : '';
  return `[${omittedBytes} bytes are left out here: line ${fromLine} is longer than what is given at once, ${job.outputFile} has what is kept of it${behind}]`;
}
