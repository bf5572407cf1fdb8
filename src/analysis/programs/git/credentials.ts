import type { Effect } from '../../../model/effect.ts';
import { textOf } from '../../words.ts';
import { discloses } from '../effects.ts';
import { readsValue } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { changesSettings, listed, values } from '../shorthand.ts';

/** Subcommands that keep passwords and tokens, and hand them out. */
export const credentials: Readonly<Record<string, Command>> = {
  credential: { effects: (call) => keepsCredentials(call) },
  'credential-store credential-cache credential-cache--daemon': {
    options: { ...values('--timeout'), ...listed(readsValue, '--file, --socket') },
    effects: (call) => keepsCredentials(call),
  },
};

function keepsCredentials(call: Call): readonly Effect[] {
  const action = textOf(call.operands[0]);
  const isRead = action !== 'erase' && action !== 'reject' && action !== 'exit';
  return isRead ? [discloses('credentials'), changesSettings] : [changesSettings];
}
