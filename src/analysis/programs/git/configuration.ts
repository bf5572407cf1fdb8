import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { textOf } from '../../words.ts';
import { changes, discloses, interactive, readsTree } from '../effects.ts';
import { flagWith, has, valueWith } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { always, flags, hasAny, readsHere, values } from '../shorthand.ts';
import { waits } from './options.ts';
import { isSecretSetting } from './settings.ts';

/** Subcommands that read and write the settings of git. */
export const configuration: Readonly<Record<string, Command>> = {
  config: {
    options: {
      ...flags(
        '--global, --system, --local, --worktree, --get, --get-all, --get-regexp, --replace-all, --add, --unset, --unset-all',
      ),
      ...flags(
        '--rename-section, --remove-section, -l --list, --fixed-value, --get-color, --get-colorbool, --get-urlmatch',
      ),
      ...flags(
        '--bool, --int, --bool-or-int, --bool-or-str, --path, --expiry-date, --no-type, -z --null, --name-only, --includes',
      ),
      ...flags('--show-origin, --show-scope, --all, --append, --show-names, --no-includes'),
      ...values('--blob, -t --type, --default, --value, --comment, --url'),
      '--regexp': flagWith(always()),
      '-f --file': valueWith(readsTree),
      '-e --edit': waits,
    },
    effects: changesConfiguration,
  },
};

const changingActions = ['set', 'unset', 'rename-section', 'remove-section', 'edit'];

const readingOptions = [
  '--get',
  '--get-all',
  '--get-regexp',
  '--get-urlmatch',
  '--get-color',
  '--get-colorbool',
];

const changingOptions = [
  '--replace-all',
  '--add',
  '--unset',
  '--unset-all',
  '--rename-section',
  '--remove-section',
];

/** Reads with one word, writes with two; the newer form has the action as the first word. */
function changesConfiguration(call: Call): readonly Effect[] {
  const first = textOf(call.operands[0]) ?? '';
  if (changingActions.includes(first)) return configures(call.operands[1], first === 'edit');
  if (has(call, '--list') || first === 'list') return listsSettings(call);
  if (first === 'get') return readsSetting(call, call.operands[1]);
  if (hasAny(call, ...readingOptions)) return readsSetting(call, call.operands[0]);
  const isReading = call.operands.length === 1 && !hasAny(call, ...changingOptions, '--edit');
  return isReading ? readsSetting(call, call.operands[0]) : configures(call.operands[0], false);
}

function configures(key: Word | undefined, isEditing: boolean): readonly Effect[] {
  return [changes('settings', key ?? null), ...(isEditing ? [interactive] : [])];
}

/** Headers with tokens are among the settings, and passwords in addresses. */
function listsSettings(call: Call): readonly Effect[] {
  return has(call, '--name-only') ? [readsHere] : [readsHere, discloses('credentials')];
}

function readsSetting(call: Call, key: Word | undefined): readonly Effect[] {
  const name = textOf(key);
  // Whatever fits this is the name of an abbreviation, or of how things look.
  if (
    /^\^(?:alias|branch|color|column|user|core|init|diff|merge|pull|push|log|status)(?:\\?\.|$)/.test(
      name ?? '',
    ) &&
    !/[|]/.test(name ?? '')
  )
    return [readsHere];
  const isSecret =
    name === null ||
    hasAny(call, '--get-regexp', '--regexp', '--all', '--get-urlmatch', '--url') ||
    isSecretSetting(name);
  return isSecret ? [readsHere, discloses('credentials')] : [readsHere];
}
