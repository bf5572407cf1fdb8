import { dirname, resolve } from 'node:path';
import type { Judgement } from '../policy/judge-command.ts';
import type { Layer } from '../policy/layers.ts';
import type { PlacesOptions } from '../policy/paths/places.ts';
import { userSettingsFile } from '../settings/host.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { judgeIn } from './judge-in.ts';
import type { Terminal } from './terminal.ts';
import { visible } from './visible.ts';

/** The options of every command that judges and runs nothing. */
export interface JudgingFlags {
  readonly cwd?: string;
  readonly rules?: readonly string[];
}

/** What judges a command as it would run here: the shipped rules, those of the settings, and those of the files named. */
export function judge(terminal: Terminal, flags: JudgingFlags): (command: string) => Judgement {
  return judgeBy(policyHere(terminal, flags));
}

/** The same for a person, who is told where a project has rules that would have it milder and do not hold. */
export function judgeAloud(terminal: Terminal, flags: JudgingFlags): (command: string) => Judgement {
  const here = policyHere(terminal, flags);
  const milder = here.rules.filter(isPassedOver);
  if (milder.length === 0) return judgeBy(here);
  const trusting = { ...here, rules: here.rules.map((layer) => ({ ...layer, mayLoosen: true })) };
  return (command) => {
    const judgement = judgeBy(here)(command);
    const { verdict } = judgeBy(trusting)(command).decision;
    if (verdict !== judgement.decision.verdict)
      terminal.stderr.write(
        `handrail: with what ${milder.map(({ file }) => visible(file ?? 'the project')).join(', ')} says it would be ${verdict}; ` +
          `rules of a project cannot allow, nor switch off others, unless your own settings have "trustProjectRules": true\n`,
      );
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

/** Whether it says anything that would have a command judged more mildly, and does not hold. */
function isPassedOver({ mayLoosen, off, rules }: Layer): boolean {
  return !mayLoosen && (off.length > 0 || rules.some(({ finding }) => finding.verdict === 'allow'));
}

/** Where a command would run. */
export function whereOf({ cwd, env }: Terminal, flags: JudgingFlags): PlacesOptions {
  return { cwd: resolve(cwd, flags.cwd ?? '.'), home: env.HOME ?? null };
}
