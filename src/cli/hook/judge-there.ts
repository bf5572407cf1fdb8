import { resolve } from 'node:path';
import type { Rule, Verdict } from '../../model/decision.ts';
import type { Judgement } from '../../policy/judge-command.ts';
import type { GuardSettings } from '../../settings/guard-settings.ts';
import { judgeIn } from '../judge-in.ts';

/** Where a command starts. */
interface Start {
  /** As the agent names it. */
  readonly named: string;
  /** Where that leads, without links. */
  readonly real: string;
}

/**
 * What judges commands that start in a directory: the kernel goes up from where it leads. bash goes up from its name with `cd`, if it is told that
 * (`PWD`): where the two are not the same, the stricter of both judgements holds.
 */
export function judgeThere(
  settings: GuardSettings,
  where: Parameters<typeof judgeIn>[1],
  { named, real }: Start,
): (command: string, granted?: readonly Rule[]) => Judgement {
  const judge = judgeIn(settings, where, real);
  if (named === real) return judge;
  const judgeByName = judgeIn(settings, where, resolve(named));
  return (command, granted) => {
    const judgement = judge(command, granted);
    if (!command.includes('..')) return judgement;
    const byName = judgeByName(command, granted);
    return rank[byName.decision.verdict] > rank[judgement.decision.verdict] ? byName : judgement;
  };
}

const rank: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };
