import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { sandboxLevels } from '../../src/confine/sandbox-levels.ts';
import { systemClock } from '../../src/engine/clock.ts';
import type {
  ApprovalAnswer,
  ApprovalQuestion,
  BashResult,
  ContextOptions,
  SandboxLevel,
} from '../../src/index.ts';
import type { Clock } from '../../src/model/ports.ts';
import { temporaryBash } from './bash.ts';
import { temporaryDirectory } from './temporary.ts';

/** The level `workspace`, changed like this. */
export function levelWith(given: Partial<SandboxLevel> = {}): SandboxLevel {
  const [level] = sandboxLevels;
  if (level === undefined) throw new Error('expected a level');
  return { ...level, ...given };
}

/** A server of this machine that says hello; by its port. */
export async function greeter(): Promise<number> {
  const server = createServer((_request, response) => void response.end('hello\n'));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // what listens on a port has one
  return port;
}

/** A person who gives one answer after the other, and no answer when there are no more; with what they were asked. */
export function person(...answers: readonly ApprovalAnswer[]) {
  const questions: ApprovalQuestion[] = [];
  return {
    questions,
    ask: async (question: ApprovalQuestion): Promise<ApprovalAnswer> => {
      questions.push(question);
      return answers[questions.length - 1] ?? { kind: 'unanswered' };
    },
  };
}

export const yes: ApprovalAnswer = { kind: 'approved' };

export function always(forMs: number | null = null): ApprovalAnswer {
  return { kind: 'approved', always: { forMs } };
}

/** A clock of this machine that can be put forward. */
export function movableClock(): Clock & { forward(ms: number): void } {
  let ahead = 0;
  return {
    ...systemClock,
    nowMs: () => systemClock.nowMs() + ahead,
    forward(ms) {
      ahead += ms;
    },
  };
}

interface Given {
  readonly levels?: readonly SandboxLevel[];
  readonly approver?: ReturnType<typeof person>;
  readonly stateDir?: string;
  readonly workspace?: string;
  readonly clock?: Clock;
  readonly warm?: boolean;
}

/** A bash of `default` that asks about nothing but what lies beyond its sandbox, and the results of its commands. */
export function confinedBash({
  levels = [levelWith()],
  workspace = temporaryDirectory(),
  ...given
}: Given = {}) {
  const { approver = person(), ...rest } = given;
  const sandbox = levels.length === 0 ? 'off' : levels;
  const bash = temporaryBash({ ...rest, approver, sandbox, sandboxRequired: levels.length > 0 });
  const run = async (
    command: string,
    input: Readonly<Record<string, unknown>> = {},
    context: ContextOptions = {},
  ): Promise<BashResult> => {
    const { result } = await bash.run(
      { command, ...input },
      { workingDirectory: workspace, conversationId: 'c', ...context },
    );
    return result as BashResult; // the first tool of `default` answers with it
  };
  return { bash, run, workspace, approver };
}
