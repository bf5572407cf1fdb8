import { entriesOf } from '../engine/entries-of.ts';
import { isAnythingAt, realPath } from '../engine/real-path.ts';
import type { Rule } from '../model/decision.ts';
import { type Judgement, judgeCommand } from '../policy/judge-command.ts';
import { type Layer, merge, ruleFiles } from '../policy/layers.ts';
import { createMatchedLinks } from '../policy/paths/matched-links.ts';
import { type PlacesOptions, withTargets } from '../policy/paths/places.ts';
import { shippedRules } from '../policy/rules/shipped.ts';

/** What of the settings a judgement goes by. */
interface Judging {
  readonly rules: readonly Layer[];
  readonly stateDir: string;
  /** Where the user's settings are. */
  readonly settingsDir: string;
}

/** Where commands are started. `agentSettings`: what says what agents may do beside what is known by its name; left out: nothing. */
type Where = Pick<PlacesOptions, 'cwd' | 'home'> & { readonly agentSettings?: readonly string[] };

/**
 * What judges commands as they would run in a place: by the shipped rules, those of the settings, and what was granted. Links in
 * their paths are followed, as they are when they run. `directory`: where they start, if not in the workspace itself.
 */
export function judgeIn(
  { rules, stateDir, settingsDir }: Judging,
  where: Where,
  directory = where.cwd,
): (command: string, granted?: readonly Rule[]) => Judgement {
  const shipped = { scope: 'shipped', rules: shippedRules, off: [], mayLoosen: true } as const;
  const policy = merge([shipped, ...rules]);
  const { ofUser, ofProject } = ruleFiles(rules);
  const { cwd, home, agentSettings = [] } = where;
  const places = {
    cwd,
    home,
    state: withTargets([stateDir, settingsDir, ...ofUser], realPath),
    projectRules: withTargets([...ofProject, ...agentSettings], realPath),
    realPath,
    isThere: isAnythingAt,
  };
  return (command, granted = []) => {
    const all = granted.length === 0 ? policy : { rules: [...policy.rules, ...granted] };
    const matchedLinks = createMatchedLinks({ realPath, isThere: isAnythingAt, entriesOf });
    return judgeCommand(all, command, { ...places, matchedLinks }, directory);
  };
}
