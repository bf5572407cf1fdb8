import type { Turn } from '../support/scripted-model.ts';

/** How a model calls the tool that runs commands, and what it is told then. */
export interface Form {
  /** The tools that the model is offered with their schemas, and those that it knows without one. */
  readonly offers: readonly string[];
  readonly knows: readonly string[];
  command(command: string, id?: string): Turn;
  /** What its calls came to, by what it was told. */
  read(told: readonly string[]): readonly string[];
  /** What goes on beyond the call that started it; a file `go` lets it end, and the last turn tells of all of it. */
  readonly job: { readonly turns: readonly Turn[]; readonly tells: readonly RegExp[] };
  /** A call whose input does not fit. */
  readonly unfit: Turn;
}

const call = (name: string, input: object, id?: string): Turn => ({
  calls: [{ name, input, ...(id && { id }) }],
});
const slow = 'echo one; until [ -e go ]; do sleep 0.05; done; echo two';
const toItsEnd = { job: '$job', wait_for: 'exit', from_line: 1 };
const jobIsOver = /^one\n(?:[\s\S]*\n)?two\n\[job [0-9a-f]+ has ended after .*: exit status 0\]$/;

/** The tools of the contract, each by its name. */
const functions: Form = {
  offers: ['bash', 'bash_output', 'bash_input', 'bash_stop', 'bash_jobs'],
  knows: [],
  command: (command, id) => call('bash', { command }, id),
  read: (told) => told,
  job: {
    turns: [
      call('bash', { command: slow, run_in_background: true }),
      call('bash', { command: 'touch go' }),
      call('bash_output', toItsEnd),
    ],
    tells: [/\[runs in the background as job [0-9a-f]+\./, /no output/, jobIsOver],
  },
  unfit: call('bash', { command: 7 }),
};

/** A list of commands at once, which answers with a list; what goes on is read with the other tools. */
const shell: Form = {
  offers: functions.offers,
  knows: ['shell'],
  command: (command, id) => call('shell', action([command]), id),
  read: (told) => told.flatMap(outputsIn),
  job: {
    turns: [
      call('shell', action([slow], 1_000)),
      call('shell', action(['touch go'])),
      call('bash_output', toItsEnd),
    ],
    tells: [/\[still running after .*; it goes on as job [0-9a-f]+/, /no output/, jobIsOver],
  },
  unfit: call('shell', action([''])),
};

function action(commands: readonly string[], timeoutMs: number | null = null): object {
  return { commands, timeout_ms: timeoutMs, max_output_length: null };
}

/** What a function has answered is a text, and no list. */
function outputsIn(told: string): readonly string[] {
  if (!told.startsWith('[{')) return [told];
  const outputs: readonly { readonly stdout: string; readonly stderr: string }[] = JSON.parse(told);
  return outputs.map(({ stdout, stderr }) => stdout || stderr);
}

/** One shell that is kept, whose own jobs outlive a call. */
const trained: Form = {
  ...functions,
  offers: [],
  knows: ['bash'],
  job: {
    turns: [
      call('bash', { command: '(until [ -e go ]; do sleep 0.05; done; echo two) > log & echo one' }),
      call('bash', { command: 'touch go; wait; cat log' }),
    ],
    tells: [/^one\n\[/, /^two$/],
  },
};

export const forms = { functions, shell, trained };
