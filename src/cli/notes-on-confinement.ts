import type { Tool } from '../engine/tools.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Confinement } from '../model/sandbox.ts';

/** What a person is told of how a command was held: nothing where that is as its level has it. */
export function notesOnConfinement(confinement: Confinement): readonly string[] {
  if (confinement.kind === 'degraded') return [`not confined: ${confinement.reason}; ${confinement.cure}`];
  const unheld = confinement.kind === 'sandbox' ? confinement.unheld : undefined;
  return unheld === undefined ? [] : [`${unheld.reason}; ${unheld.cure}`];
}

/** The same as lines for standard error, where the results of a tool, whose form is its contract’s, have no place for it. */
export function untoldConfinement(tool: Tool<unknown> | undefined, outcome: Outcome): string {
  if (outcome.kind !== 'ended' && outcome.kind !== 'moved_to_job') return '';
  if (Object.hasOwn(Object(tool?.outputSchema?.properties), 'confinement')) return '';
  return notesOnConfinement(outcome.confinement)
    .map((note) => `[handrail: ${note}]\n`)
    .join('');
}
