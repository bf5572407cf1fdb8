import { realPath } from '../engine/real-path.ts';
import type { Rule } from '../model/decision.ts';
import { type Judgement, judgeCommand } from '../policy/judge-command.ts';
import { type Layer, merge } from '../policy/layers.ts';
import type { PlacesOptions } from '../policy/paths/places.ts';
import { shippedRules } from '../policy/rules/shipped.ts';

/** What of the settings a judgement goes by. */
interface Judging {
  readonly rules: readonly Layer[];
  readonly stateDir: string;
}

/**
 * What judges commands as they would run in a place: by the shipped rules, those of the settings, and what was granted. Links in
 * their paths are followed, as they are when they run. They start in the workspace unless a directory is named.
 */
export function judgeIn(
  { rules, stateDir }: Judging,
  where: Pick<PlacesOptions, 'cwd' | 'home'>,
): (command: string, more?: { readonly granted?: readonly Rule[]; readonly startsIn?: string }) => Judgement {
  const shipped = { scope: 'shipped', rules: shippedRules, off: [], mayLoosen: true } as const;
  const policy = merge([shipped, ...rules]);
  const places = { ...where, state: [stateDir], realPath };
  return (command, { granted = [], startsIn = where.cwd } = {}) => {
    const all = granted.length === 0 ? policy : { rules: [...policy.rules, ...granted] };
    return judgeCommand(all, command, { ...places, startsIn });
  };
}
