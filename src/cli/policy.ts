import { dirname, resolve } from 'node:path';
import type { Judgement } from '../policy/judge-command.ts';
import type { PlacesOptions } from '../policy/paths/places.ts';
import { userSettingsFile } from '../settings/host.ts';
import { resolveSettings } from '../settings/resolve.ts';
import { judgeIn } from './judge-in.ts';
import type { Terminal } from './terminal.ts';

/** The options of every command that judges and runs nothing. */
export interface JudgingFlags {
  readonly cwd?: string;
  readonly rules?: readonly string[];
}

/** What judges a command as it would run here: the shipped rules, those of the settings, and those of the files named. */
export function judge(terminal: Terminal, flags: JudgingFlags): (command: string) => Judgement {
  const where = whereOf(terminal, flags);
  const { settings } = resolveSettings({ directory: where.cwd, env: terminal.env, flags });
  return judgeIn({ ...settings, settingsDir: dirname(userSettingsFile(terminal.env)) }, where);
}

/** Where a command would run. */
export function whereOf({ cwd, env }: Terminal, flags: JudgingFlags): PlacesOptions {
  return { cwd: resolve(cwd, flags.cwd ?? '.'), home: env.HOME ?? null };
}
