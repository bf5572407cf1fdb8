import { Command, INTERRUPT, isInterrupted } from '@langchain/langgraph';
import { HandrailError } from '../../model/errors.ts';
import { describeKind } from '../../model/options.ts';
import { checkPerson } from '../core/given.ts';
import { askAbout, type Person } from '../core/person.ts';
import type { GraphCommand } from './both-systems.ts';

/** What LangChain's human-in-the-loop middleware interrupts with, and the tools of a bash do. */
interface HumanRequest {
  readonly actionRequests: readonly { readonly name: string; readonly args: unknown }[];
}

/**
 * Asks a person about each call that has interrupted a graph, one after the other. What comes back is to be given to the graph, in place of
 * messages, to go on with.
 *
 * @example
 * while (isInterrupted(state)) state = await agent.invoke(await askPerson(state, person), config);
 */
export async function askPerson(state: unknown, person: Person): Promise<GraphCommand> {
  checkPerson(person);
  const resume: Record<string, unknown> = {};
  for (const [id, request] of requestsIn(state))
    resume[id] = { decisions: await decisionsOn(request, person) };
  // The same in both module systems, when it runs.
  return new Command({ resume }) as GraphCommand;
}

function requestsIn(state: unknown): readonly (readonly [id: string, HumanRequest])[] {
  const interrupts = isInterrupted(state) ? state[INTERRUPT] : [];
  const requests = interrupts.flatMap(({ id, value }) =>
    id !== undefined && isHumanRequest(value) ? [[id, value] as const] : [],
  );
  if (requests.length > 0 && requests.length === interrupts.length) return requests;
  const expected = 'the state of a graph that was interrupted with actionRequests';
  throw new HandrailError('misuse', `askPerson: expected ${expected}, got ${kindOf(state)}`);
}

/** What a state is that nobody can be asked about. */
function kindOf(state: unknown): string {
  if (isInterrupted(state)) return 'one with an interrupt of another kind';
  return typeof state === 'object' && state !== null ? 'one without an interrupt' : describeKind(state);
}

async function decisionsOn({ actionRequests }: HumanRequest, person: Person): Promise<readonly object[]> {
  const decisions: object[] = [];
  for (const { name, args } of actionRequests) {
    const answer = await askAbout(args, name, person);
    decisions.push(answer.approved ? { type: 'approve' } : { type: 'reject', message: answer.reason });
  }
  return decisions;
}

function isHumanRequest(value: unknown): value is HumanRequest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'actionRequests' in value &&
    Array.isArray(value.actionRequests)
  );
}
