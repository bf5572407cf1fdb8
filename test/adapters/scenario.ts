import { existsSync, rmSync, symlinkSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Bash, createBash } from '../../src/index.ts';
import type { Layer } from '../../src/policy/layers.ts';
import {
  createScriptedModel,
  type OfferedTool,
  type ScriptedModel,
  type Turn,
} from '../support/scripted-model.ts';

/** A conversation with a scripted model, as data: it may be had in another process. */
export interface Scenario {
  readonly turns: readonly Turn[];
  /** Where commands run. */
  readonly directory: string;
  readonly stateDir: string;
  /** Whether the framework's streaming is used. */
  readonly streaming?: boolean;
  /** What a person answers, one question after the other. */
  readonly answers?: readonly Answer[];
  /** A symbolic link that leads elsewhere by the time a person has answered. */
  readonly relinked?: { readonly link: string; readonly to: string };
  /** The agent is stopped when this file is there. */
  readonly abortWhen?: string;
  /** Something that this driver alone knows how to do. */
  readonly variant?: string;
}

type Answer = { readonly kind: 'approve' } | { readonly kind: 'refuse'; readonly reason: string };

/** What came of it. */
export interface Observation {
  /** The tools that the model was offered. */
  readonly offered: readonly OfferedTool[];
  /** What the model was told that its calls came to. */
  readonly told: readonly string[];
  /** What a person was asked about. */
  readonly asked: readonly unknown[];
  /** Output that was shown while a command ran. */
  readonly shown: readonly string[];
  /** What the agent failed with; `null`: it came to its end. */
  readonly failed: string | null;
  /** What still ran a while after its end. */
  readonly running: number;
}

/** What a driver has: it makes an agent of the framework and has it talk to the model until that is done. */
export interface Driving {
  readonly bash: Bash;
  readonly model: ScriptedModel;
  readonly directory: string;
  readonly streaming: boolean;
  readonly signal: AbortSignal;
  readonly variant: string | null;
  /** Asks the person about a tool's input. */
  answer(input: unknown): Answer;
  show(text: string): void;
}

export type Driver = (driving: Driving) => Promise<void>;

/** Commands are let run, but for those that say that they are careful, or forbidden. */
const rules: readonly Layer[] = [
  {
    scope: 'user',
    off: [],
    mayLoosen: true,
    rules: [
      {
        kind: 'text-contains',
        pattern: 'forbidden',
        finding: { id: 'forbidden', verdict: 'deny', reason: 'it is forbidden', instead: 'Do without.' },
      },
      {
        kind: 'text-contains',
        pattern: 'careful',
        finding: { id: 'careful', verdict: 'ask', reason: 'it is to be looked at', instead: null },
      },
    ],
  },
];

export async function runScenario(drive: Driver, scenario: Scenario): Promise<Observation> {
  const { directory, stateDir, answers = [] } = scenario;
  const model = await createScriptedModel(scenario.turns);
  // Longer than any test: what is not ended by the agent makes its test fail.
  const options = { approve: 'never', timeoutMs: 600_000 };
  const bash = createBash({ stateDir, sandbox: 'off', options, rules });
  const abort = new AbortController();
  const watching = abortWhenThere(scenario.abortWhen ?? null, abort);
  const asked: unknown[] = [];
  const shown: string[] = [];
  let failed: string | null = null;
  let running = 0;
  try {
    await drive({
      bash,
      model,
      directory,
      streaming: scenario.streaming ?? false,
      signal: abort.signal,
      variant: scenario.variant ?? null,
      answer(input) {
        asked.push(input);
        if (scenario.relinked !== undefined) relink(scenario.relinked);
        return answers[asked.length - 1] ?? { kind: 'refuse', reason: 'nobody is there' };
      },
      show(text) {
        shown.push(text);
        writeFileSync(join(directory, 'shown'), text);
      },
    }).catch((error) => {
      failed = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    });
    running = await stillRunning(bash);
  } finally {
    watching?.close();
    await bash.close();
    await model.close();
  }
  return { offered: model.offered(), told: model.told(), asked, shown, failed, running };
}

function relink({ link, to }: NonNullable<Scenario['relinked']>): void {
  rmSync(link);
  symlinkSync(to, link);
}

/** How many calls run, once there are none, or after some seconds: closing the bash would end them in any case. */
async function stillRunning(bash: Bash): Promise<number> {
  const calls = async () => (await bash.running()).filter(({ job }) => job === null).length;
  const until = performance.now() + 5_000;
  while ((await calls()) > 0 && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
  return await calls();
}

function abortWhenThere(file: string | null, abort: AbortController) {
  if (file === null) return null;
  return watch(dirname(file), () => {
    if (existsSync(file)) abort.abort();
  });
}
