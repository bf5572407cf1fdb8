import { sessionKey } from '../confine/confine.ts';
import type { Request } from '../model/request.ts';
import type { Stages } from './stages.ts';

/**
 * Has it known which shell the session of a request has now, where the backend can tell: before the request is judged, so
 * that nobody is asked what it would do in one that has ended.
 */
export function seeShell(
  { backend, contract, histories }: Pick<Stages, 'backend' | 'contract' | 'histories'>,
  request: Request,
  { conversationId }: { readonly conversationId: string },
): void {
  if (request.session === null || backend.sessionShell === undefined) return;
  const key = sessionKey(request.session.name, { contract, conversationId });
  histories.sees(conversationId, request, backend.sessionShell(key));
}
