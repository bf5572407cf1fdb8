import type { Layer } from '../policy/layers.ts';
import { visible } from './visible.ts';

/** What of a file of rules does not hold, and what would have it hold. */
export interface PassedOver {
  /** As words for a person: the file, and what stands in it. */
  readonly found: string;
  readonly advice: string;
}

/** What is passed over of rules that may not make the policy milder: whoever has written it would wait for it to hold. */
export function passedOver(layers: readonly Layer[]): readonly PassedOver[] {
  return layers.flatMap((layer) => {
    const what = layer.mayLoosen ? [] : looseParts(layer);
    if (what.length === 0) return [];
    const found = `${layer.file ?? layer.scope}: passed over, as a project’s rules can only forbid more: ${what.join('; ')}`;
    return [{ found: visible(found), advice }];
  });
}

/** The same as lines for standard error. */
export function passedOverLines(layers: readonly Layer[]): string {
  return passedOver(layers)
    .map((one) => `handrail: ${one.found}; ${one.advice}\n`)
    .join('');
}

const advice = 'to have it hold, name the file in your own settings, or set "trustProjectRules" there';

function looseParts({ rules, off }: Layer): readonly string[] {
  const allows = rules.filter(({ finding }) => finding.verdict === 'allow').map(({ finding }) => finding.id);
  return [
    ...(allows.length === 0 ? [] : [`what it allows (${allows.join(', ')})`]),
    ...(off.length === 0 ? [] : [`what it switches off (${off.join(', ')})`]),
  ];
}
