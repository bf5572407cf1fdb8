import type { Effect } from '../../model/effect.ts';
import { known, prefixOf } from '../words.ts';
import { changes, destroys, readsTree, sendsTo } from './effects.ts';
import {
  each,
  flag,
  has,
  inDirectory,
  optional,
  replacesValue,
  special,
  specialValue,
  value,
} from './options.ts';
import type { Call, Program } from './program.ts';

export const programs: readonly Program[] = [
  {
    names: ['git'],
    isNegatable: true,
    options: {
      ...each(flag, '--no-pager -P', '--no-optional-locks', '--no-replace-objects', '--no-lazy-fetch'),
      ...each(flag, '--literal-pathspecs', '--glob-pathspecs', '--noglob-pathspecs', '--icase-pathspecs'),
      ...each(flag, '-v --version', '-h --help', '--html-path', '--man-path', '--info-path'),
      '-C': inDirectory,
      ...each(special('the pager of the configuration'), '-p --paginate'),
      ...each(specialValue('settings for this one call'), '-c', '--config-env'),
      ...each(specialValue('another repository'), '--git-dir', '--work-tree', '--namespace'),
      '--exec-path': { takes: 'optional', effects: ({ values }) => values.map(runsOwnCommands) },
    },
    subcommands: {
      status: {
        isNegatable: true,
        options: {
          ...each(flag, '-s --short', '-b --branch', '--show-stash', '--long', '-v --verbose', '-z --null'),
          ...each(flag, '--ahead-behind', '--renames'),
          ...each(optional, '--porcelain', '-u --untracked-files', '--ignored', '--ignore-submodules'),
          ...each(optional, '--column', '-M --find-renames'),
        },
        optionsAreHarmless: true,
        effects: () => [readsTree(known('.'))],
      },
      push: {
        isNegatable: true,
        options: {
          ...each(
            flag,
            '--all --branches',
            '--prune',
            '--mirror',
            '-n --dry-run',
            '--porcelain',
            '-d --delete',
          ),
          ...each(flag, '--tags', '--follow-tags', '--atomic', '-f --force', '--force-if-includes'),
          ...each(
            flag,
            '-u --set-upstream',
            '--thin',
            '-q --quiet',
            '-v --verbose',
            '--progress',
            '--verify',
          ),
          ...each(flag, '-4 --ipv4', '-6 --ipv6'),
          ...each(optional, '--force-with-lease', '--signed', '--recurse-submodules'),
          ...each(value, '-o --push-option', '--repo'),
          ...each(specialValue('a program on the other host'), '--receive-pack', '--exec'),
        },
        effects: pushes,
      },
      diff: {
        options: { ...each(flag, '--stat', '--name-only', '--cached --staged'), '--output': replacesValue },
        effects: () => [readsTree(known('.'))],
      },
    },
  },
];

function runsOwnCommands(directory: Parameters<typeof sendsTo>[0]): Effect {
  return { kind: 'unknown', code: 'loaded-code', subject: directory === null ? '' : prefixOf(directory) };
}

/** What is pushed over, or taken away there, cannot be had back from here. */
function pushes(call: Call): readonly Effect[] {
  if (has(call, '--dry-run')) return [sendsTo(call.operands[0] ?? null)];
  const overwrites = ['--force', '--mirror', '--delete', '--prune'].some((name) => has(call, name));
  const forced = call.operands.slice(1).some((ref) => /^[+:]/.test(prefixOf(ref)));
  const remote = call.operands[0] ?? null;
  return [sendsTo(remote), overwrites || forced ? destroys('remote', remote) : changes('remote', remote)];
}
