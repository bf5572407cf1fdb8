/**
 * What is known about a command before it runs. Facts only: what to make of them is the policy's part.
 *
 * - `opaque`: bash can be given this text byte for byte; what it would do is not known.
 * - `unrunnable`: no bash could ever be given this text, so there is nothing to decide about.
 */
export type Analysis =
  | { readonly kind: 'opaque'; readonly command: string; readonly bytes: number }
  | { readonly kind: 'unrunnable'; readonly problem: UnrunnableProblem };

/** Where the text stops being one that bash can be given. `at` counts UTF-16 units from 0. */
export type UnrunnableProblem =
  | { readonly code: 'nul-character'; readonly at: number }
  | { readonly code: 'lone-surrogate'; readonly at: number }
  | { readonly code: 'too-long'; readonly bytes: number; readonly maxBytes: number };
