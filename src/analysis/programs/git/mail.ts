import { readsTree, receivesFrom, sendsTo } from '../effects.ts';
import { runsValue } from '../options.ts';
import type { Command } from '../program.ts';
import { flags, listed, readsHere, values } from '../shorthand.ts';
import { patchOptions } from './options.ts';

/** Subcommands that hand commits on by mail. */
export const mail: Readonly<Record<string, Command>> = {
  'send-email imap-send': {
    options: {
      ...patchOptions,
      ...values(
        '--to, --cc, --bcc, --subject, --from, --in-reply-to, --reply-to, --identity, --smtp-user, --confirm',
      ),
      ...flags('--annotate, --compose, --dry-run, --quiet, --suppress-from, --thread, --validate'),
      ...listed(runsValue, '--smtp-server, --sendmail-cmd, --to-cmd, --cc-cmd, --header-cmd'),
    },
    effects: (call) => [readsHere, ...call.operands.map(readsTree), sendsTo(null)],
  },
  'request-pull': {
    options: flags('-p'),
    effects: (call) => [readsHere, receivesFrom(call.operands[1] ?? null)],
  },
};
