import type { ToolApprovalResponse, ToolModelMessage } from 'ai';
import { checkGiven, checkPerson, isOfType } from '../core/given.ts';
import { askAbout, type Person } from '../core/person.ts';

/** A part of what comes from a model, as far as it is looked at. */
interface ContentPart {
  readonly type: string;
}

interface ApprovalRequest extends ContentPart {
  readonly approvalId: string;
  readonly toolCall: { readonly toolName: string; readonly input: unknown };
  /** That a rule of the host's has answered it, with `ai` 7. */
  readonly isAutomatic?: boolean;
}

/**
 * Asks a person about each call that waits for an approval in the `content` of a result, one after the other. What comes back is to be put
 * to the messages, for the model to be called again: the message with the answers, or none where nobody was to be asked.
 *
 * @example
 * const answers = await askPerson(result.content, person);
 * messages.push(...result.responseMessages, ...answers);
 */
export async function askPerson(
  content: readonly ContentPart[],
  person: Person,
): Promise<ToolModelMessage[]> {
  checkPerson(person);
  checkGiven('askPerson', 'the content of a result, an array of parts', content, Array.isArray(content));
  const answers: ToolApprovalResponse[] = [];
  for (const { approvalId, toolCall } of content.filter(isOpenRequest)) {
    const answer = await askAbout(toolCall.input, toolCall.toolName, person);
    answers.push({ type: 'tool-approval-response', approvalId, ...answer });
  }
  return answers.length === 0 ? [] : [{ role: 'tool', content: answers }];
}

function isOpenRequest(part: ContentPart): part is ApprovalRequest {
  return isOfType(part, 'tool-approval-request') && !('isAutomatic' in part && part.isAutomatic === true);
}
