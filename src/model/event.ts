import type { StreamName } from './capture.ts';
import type { Outcome } from './outcome.ts';
import type { Request } from './request.ts';

/** What happens during a call, as it happens. */
export type Event =
  | { readonly kind: 'started'; readonly callId: string; readonly request: Request }
  /** `text` is decoded: it never holds a part of a character. Nothing is cut from it. */
  | { readonly kind: 'output'; readonly callId: string; readonly stream: StreamName; readonly text: string }
  | { readonly kind: 'finished'; readonly callId: string; readonly outcome: Outcome };
