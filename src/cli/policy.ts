import { dirname } from 'node:path';
import type { Judgement } from '../policy/judge-command.ts';
import type { Layer } from '../policy/layers.ts';
import type { PlacesOptions } from '../policy/paths/places.ts';
import { userSettingsFile } from '../settings/host.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { judgeIn } from './judge-in.ts';
import { passedOverLines } from './passed-over.ts';
import { directoryThere, type Terminal } from './terminal.ts';

/** The options of every command that judges and runs nothing. */
export interface JudgingFlags {
  readonly cwd?: string;
  readonly rules?: readonly string[];
}

/** What judges a command as it would run here: the shipped rules, those of the settings, and those of the files named. */
export function judge(terminal: Terminal, flags: JudgingFlags): (command: string) => Judgement {
  return judgeBy(policyHere(terminal, flags));
}

/** The same for a person, who is told on standard error where rules of a project do not hold that would have it milder. */
export function judgeAloud(terminal: Terminal, flags: JudgingFlags): (command: string) => Judgement {
  const here = policyHere(terminal, flags);
  const lines = passedOverLines(here.rules);
  if (lines === '') return judgeBy(here);
  const trusting = { ...here, rules: here.rules.map((layer) => ({ ...layer, mayLoosen: true })) };
  return (command) => {
    const judgement = judgeBy(here)(command);
    const wouldDiffer = judgeBy(trusting)(command).decision.verdict !== judgement.decision.verdict;
    if (wouldDiffer) terminal.stderr.write(lines);
    return judgement;
  };
}

interface Here {
  readonly rules: readonly Layer[];
  readonly stateDir: string;
  readonly settingsDir: string;
  readonly where: PlacesOptions;
}

function policyHere(terminal: Terminal, flags: JudgingFlags): Here {
  const where = whereOf(terminal, flags);
  const { settings } = resolveSettings({ directory: where.cwd, env: terminal.env, flags });
  return { ...settings, where, settingsDir: dirname(userSettingsFile(terminal.env)) };
}

function judgeBy(here: Here): (command: string) => Judgement {
  return judgeIn(here, here.where);
}

/** Where a command would run. */
export function whereOf(terminal: Terminal, flags: JudgingFlags): PlacesOptions {
  return { cwd: directoryThere(terminal, '--cwd', flags.cwd), home: terminal.env.HOME ?? null };
}
