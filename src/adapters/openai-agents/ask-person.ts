import type { RunToolApprovalItem } from '@openai/agents';
import { checkGiven, checkPerson, hasList } from '../core/given.ts';
import { argumentsIn } from '../core/model-calls.ts';
import { askAbout, type Person } from '../core/person.ts';

/** The result of a run, as far as it is looked at. */
interface InterruptedRun<State> {
  readonly interruptions: readonly RunToolApprovalItem[];
  readonly state: State;
}

interface AnsweredState {
  approve(item: RunToolApprovalItem): void;
  reject(item: RunToolApprovalItem, options: { readonly message: string }): void;
}

/**
 * Asks a person about each call that has interrupted a run, one after the other, and puts the answers to its state, with which it is to be
 * run on.
 *
 * @example
 * while (result.interruptions.length > 0) result = await run(agent, await askPerson(result, person));
 */
export async function askPerson<State extends AnsweredState>(
  result: InterruptedRun<State>,
  person: Person,
): Promise<State> {
  checkPerson(person);
  const expected = 'the result of a run, with its interruptions and state';
  checkGiven('askPerson', expected, result, hasList(result, 'interruptions'));
  const { interruptions, state } = result;
  for (const item of interruptions) {
    const answer = await askAbout(inputOf(item), item.name ?? item.rawItem.type, person);
    if (answer.approved) state.approve(item);
    else state.reject(item, { message: answer.reason });
  }
  return state;
}

/** What a function is called with, or what the `shell` is to do. */
function inputOf({ arguments: text, rawItem }: RunToolApprovalItem): unknown {
  if (text !== undefined) return argumentsIn(text);
  return rawItem.type === 'shell_call' ? rawItem.action : rawItem;
}
