// A contract of one's own: a tool `sh` that answers with JSON and the last 40 lines, stays offline and writes only in the
// project. Rules are about what a command would do, whatever it looks like: `\curl`, `c=curl; $c`, `sh -c 'curl …'`.
import assert from 'node:assert/strict';
import type { ContractTool, Exit, Report, Rule } from 'handrail';
import {
  bothStreams,
  createBash,
  defineContract,
  describeProblem,
  jsonSchemaOf,
  readWith,
  runCommand,
  z,
} from 'handrail';

const optionsSchema = z.strictObject({
  seconds: z.int().min(1).default(60).describe('Seconds until a command is ended.'),
});
type Options = z.output<typeof optionsSchema>;

const inputSchema = z.strictObject({
  command: z.string().min(1).describe('The command, for bash.'),
  why: z.string().describe('What it is for, in one sentence.'),
});

type Result =
  | { readonly ran: true; readonly ended: Exit; readonly tail: string; readonly whole: string | null }
  | { readonly ran: false; readonly because: string };

const rules: readonly Rule[] = [
  {
    kind: 'invocation',
    does: [{ kind: 'writes', pathNot: ['workspace', 'sink', 'temp'] }],
    finding: { id: 'stays', verdict: 'deny', reason: '{subject} is not in the project', instead: null },
  },
  {
    kind: 'invocation',
    does: [{ kind: 'network' }],
    finding: { id: 'offline', verdict: 'deny', reason: '{program} talks to another host', instead: null },
  },
  {
    kind: 'unparsed', // Of what cannot be read it is not known that it keeps to the rules.
    finding: { id: 'unreadable', verdict: 'deny', reason: 'it cannot be read: {subject}', instead: null },
  },
];

const sh: ContractTool<Options, Result> = {
  name: 'sh',
  annotations: { title: 'Run a command', readOnly: false, destructive: true, openWorld: false },
  inputSchema: jsonSchemaOf(inputSchema),
  outputSchema: null,
  streams: 'combined',
  description: ({ options, workingDirectory }) =>
    `Runs a command in ${workingDirectory} for at most ${options.seconds} s. You get JSON with the last 40 lines.`,
  decode(input, { options, workingDirectory }) {
    const reading = readWith(inputSchema, input);
    if (reading.kind === 'invalid') return reading;
    const { command, why: description } = reading.value;
    return runCommand({ command, description, cwd: workingDirectory, timeoutMs: options.seconds * 1_000 });
  },
  policy: () => ({ rules }),
  environment: () => ({ inherit: 'without-secrets', set: { PAGER: 'cat' } }),
  capture: () => ({
    ...{ wholeBytes: 20_000, headBytes: 0, tailBytes: 20_000, cutAt: 'line' },
    lines: { whole: 40, head: 0, tail: 40 },
    clean: { escapes: true, redraws: true, repeats: false, secrets: true },
  }),
  present,
  read: (result) => ({ text: JSON.stringify(result), isError: !result.ran, structured: null }),
};

function present({ outcome }: Report): Result {
  switch (outcome.kind) {
    case 'invalid':
      return { ran: false, because: outcome.problems.map(describeProblem).join('; ') };
    case 'could_not_start':
      return { ran: false, because: outcome.problem.message };
    case 'denied':
    case 'needs_approval':
      return { ran: false, because: outcome.reason };
    case 'ended': {
      const { text } = bothStreams(outcome.capture).stdout;
      const [tail, whole] = text.kind === 'whole' ? [text.text, null] : [text.tail, text.spill.path];
      return { ran: true, ended: outcome.exit, tail, whole };
    }
    default:
      throw new Error(`a contract without jobs was given the outcome ${outcome.kind}`);
  }
}

const sixth = defineContract<Options, Result>({
  name: 'sixth',
  summary: 'JSON with the last lines; offline; writes stay in the project.',
  options: optionsSchema,
  tools: [sh],
});
const bash = createBash({ contract: sixth, options: { seconds: 10 } });
const commands = { 'seq 100 | tail -n 2': true, 'c=curl; $c example.com': false, 'echo "> /srv/x"': true };
for (const [command, ran] of Object.entries({ ...commands, 'echo x > /srv/x': false })) {
  const { result, text } = await bash.run({ command, why: 'to show it' });
  assert.equal(result.ran, ran);
  process.stdout.write(`${text}\n`);
}
await bash.close();
