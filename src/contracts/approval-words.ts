import type { NeedsApproval } from '../model/outcome.ts';

/** Why there is no answer, as the end of a sentence. That time was up is no refusal. */
export function whyUnanswered({ because }: Pick<NeedsApproval, 'because'>): string {
  switch (because) {
    case 'nobody':
      return 'nobody has answered';
    case 'expired':
      return 'nobody has answered in time, which is no refusal';
  }
}

/** Who has to do what for the call to be let through, as a sentence; none where it can only be asked anew. */
export function howToApprove({ approval }: Pick<NeedsApproval, 'approval'>): readonly string[] {
  if (approval === null) return [];
  return [
    `The user can answer with \`handrail approve ${approval}\`; after a yes, the very same call is let through once.`,
  ];
}
