import { suggestion } from '../model/suggestion.ts';
import type { Layer } from '../policy/layers.ts';
import { shippedRules } from '../policy/rules/shipped.ts';
import type { PassedOver } from './passed-over.ts';
import { visible } from './visible.ts';

/**
 * What files of rules switch off that is no shipped rule, nor one of a wider scope: the one that was meant goes on to hold. Contracts have rules of their own,
 * which depend on the call: the words leave it open that one of these is meant.
 */
export function unknownOff(layers: readonly Layer[]): readonly PassedOver[] {
  return layers.flatMap(({ off, mayLoosen, file, scope }, at) => {
    const wider = [{ rules: shippedRules }, ...layers.slice(0, at)];
    const known = wider.flatMap(({ rules }) => rules.map(({ finding }) => finding.id));
    // What may not switch anything off is passed over as a whole.
    const unknown = mayLoosen ? off.filter((id) => !known.includes(id)) : [];
    return unknown.map((id) => {
      const hint = suggestion(id, known);
      const found = `${file ?? scope}: expected ids of rules in "off", got ${JSON.stringify(id)}${hint === null ? '' : ` — ${hint}`}`;
      return { found: visible(found), advice };
    });
  });
}

const advice =
  'correct it, unless a rule of the contract’s own is called so; handrail rules lists the shipped ones';
