import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../../model/errors.ts';
import { misuse } from '../terminal.ts';

/** What a file held before and after a hook was installed in it. */
export interface Backup {
  readonly path: string;
  /** `null`: there was no file. */
  readonly before: string | null;
  readonly after: string;
  /** The first of the directories that were made for it; `null`: they were there. */
  readonly made: string | null;
}

/** The backups of files of settings, one for each, in the state directory, where no command that is judged may write. */
export function backupsIn(stateDir: string) {
  const fileFor = (path: string) =>
    join(stateDir, 'hooks', `${createHash('sha256').update(path).digest('hex').slice(0, 16)}.json`);
  return {
    fileFor,
    find(path: string): Backup | null {
      try {
        // Written by `keep` below, where nobody else writes.
        return JSON.parse(readFileSync(fileFor(path), 'utf8')) as Backup;
      } catch {
        return null; // Not there, or damaged: then what is ours is taken out, and nothing is given back.
      }
    },
    keep(backup: Backup): void {
      const file = fileFor(backup.path);
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        writeFileSync(file, `${JSON.stringify(backup, null, 2)}\n`, { mode: 0o600 });
      } catch (error) {
        throw misuse(
          `${file}: what ${backup.path} holds now could not be kept there (${messageOf(error)}); nothing was changed. Make it writable, or set "stateDir" to another directory`,
        );
      }
    },
    drop: (path: string) => rmSync(fileFor(path), { force: true }),
  };
}
