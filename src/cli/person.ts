import { isWithinCall } from '../backends/local/within-call.ts';
import type { Approver } from '../model/ports.ts';
import type { Terminal } from './terminal.ts';

/** Whether a person is at the terminal, who can be asked there, and not a command of an agent that has been given one. */
export function hasPerson({ stdin, stderr, env }: Terminal): boolean {
  return stdin.isTTY === true && stderr.isTTY === true && canDraw(env) && !isWithinCall(env);
}

/** Whether a terminal can move its cursor: one of an editor often cannot, and says so. */
export function canDraw({ TERM }: Terminal['env']): boolean {
  return TERM !== 'dumb';
}

/** Asks the person at the terminal; `undefined` where there is none. Who turns away from the question has said no. */
export function personAt(terminal: Terminal): Approver | undefined {
  if (!hasPerson(terminal)) return undefined;
  return {
    async ask(question, signal) {
      // Loaded when it is wanted: it takes as long as a command.
      const { askOnTerminal } = await import('../approvals/terminal.ts');
      const { stdin: input, stderr: output } = terminal;
      const instead = 'call it again with --yes';
      const answer = await askOnTerminal({ question, isMasked: false }, { input, output, signal, instead });
      if (signal.aborted) output.write(takenBack);
      if (answer.kind !== 'unanswered' || signal.aborted) return answer;
      return { kind: 'refused', reason: 'the user turned the question away' };
    },
  };
}

/** What stands on the screen then is a choice that nobody has made. */
const takenBack =
  'the question waits no more: it was answered elsewhere, its time is up, or its call is over\n';

/** Says so where this is run by a command of an agent: it must not answer for the person whom it has to ask. */
export function refusedToAgents({ env, stderr }: Terminal, what: string): boolean {
  if (!isWithinCall(env)) return false;
  stderr.write(
    `handrail: ${what} is for a person, and this was started by a command that handrail runs; do it in a terminal of your own\n`,
  );
  return true;
}
