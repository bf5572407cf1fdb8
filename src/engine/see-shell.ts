import { sessionKey } from '../confine/confine.ts';
import type { Request } from '../model/request.ts';
import type { ShellPlace } from './session-findings.ts';
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
  const key = keyOf(request, { contract, conversationId });
  if (key === null || backend.sessionShell === undefined) return;
  histories.sees(conversationId, request, backend.sessionShell(key));
}

/** Where the shell of its session is. */
export function placeOfShell(
  { backend, contract, realPath }: Pick<Stages, 'backend' | 'contract' | 'realPath'>,
  request: Request,
  { conversationId }: { readonly conversationId: string },
): ShellPlace {
  const key = keyOf(request, { contract, conversationId });
  return { directory: key === null ? undefined : backend.sessionDirectory?.(key), realPath };
}

function keyOf({ session }: Request, of: Parameters<typeof sessionKey>[1]): string | null {
  return session && sessionKey(session.name, of);
}
