import { checkArgument, optionKinds, orNull } from './options.ts';

/** Whoever joins without types may have said nothing of whose questions they answer. Throws a `HandrailError` of code `misuse`. */
export function checkJoining(approver: unknown, of: unknown): void {
  checkArgument('join', 'approver', approver, optionKinds.approver);
  // What is no object has none, and is refused for that.
  const { conversationId } = (of ?? {}) as { readonly conversationId?: unknown };
  checkArgument('join', 'conversationId', conversationId, orNull(optionKinds.conversation));
}
