import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, textOf } from '../../words.ts';
import {
  background,
  changes,
  deletesTree,
  destroys,
  listens,
  readsFile,
  readsTree,
  receivesFrom,
  replacesTree,
  runsShell,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import {
  flagWith,
  has,
  optional,
  readsValue,
  replacesValue,
  runsValue,
  specialValue,
  valueWith,
} from '../options.ts';
import { hostIn, isRemote, mayBeRemote } from '../places.ts';
import type { Call, Program } from '../program.ts';
import { always, flags, hasAny, listed, values } from '../shorthand.ts';

const deletions = [
  '--delete',
  '--delete-before',
  '--delete-during',
  '--delete-delay',
  '--delete-after',
  '--delete-excluded',
  '--delete-missing-args',
];

export const programs: readonly Program[] = [
  {
    names: ['rsync'],
    isNegatable: true,
    abbreviates: false,
    options: {
      ...flags('-v --verbose, -q --quiet, -c --checksum, -a --archive, -r --recursive, -R --relative'),
      ...flags(
        '-b --backup, -u --update, --inplace, --append, --append-verify, -d --dirs --old-dirs --old-d',
      ),
      ...flags('--mkpath, -l --links, -L --copy-links, --copy-unsafe-links, --safe-links, --munge-links'),
      ...flags('-k --copy-dirlinks, -K --keep-dirlinks, -H --hard-links, -p --perms, -E --executability'),
      ...flags('-A --acls, -X --xattrs, -o --owner, -g --group, -D, --devices, --specials, -t --times'),
      ...flags(
        '-U --atimes, --open-noatime, -N --crtimes, -O --omit-dir-times, -J --omit-link-times, --super',
      ),
      ...flags(
        '--fake-super, -S --sparse, --preallocate, -n --dry-run, -W --whole-file, -x --one-file-system',
      ),
      ...flags('--existing --ignore-non-existing, --ignore-existing, --ignore-missing-args, --ignore-errors'),
      ...flags(
        '--force, --partial, --delay-updates, -m --prune-empty-dirs, --numeric-ids, -I --ignore-times',
      ),
      ...flags(
        '--size-only, -y --fuzzy, -z --compress, --old-compress, --new-compress, -C --cvs-exclude, -F',
      ),
      ...flags('-0 --from0, --old-args, -s --secluded-args --protect-args, --blocking-io, --stats'),
      ...flags('-8 --8-bit-output, -h --human-readable, --progress, -P, -i --itemize-changes, --list-only'),
      ...flags('--trust-sender, -4 --ipv4, -6 --ipv6, -V --version, --help, --msgs2stderr, --motd, --i-r'),
      ...flags('--inc-recursive, --implied-dirs, --bwlimit-none, --xattrs-none, --fsync, --stderr, --detach'),
      ...flags('--copy-devices, --write-devices, --remove-source-files, --remove-sent-files, --del'),
      ...flags(
        '--no-o, --no-g, --no-p, --no-t, --no-r, --no-D, --no-l, --no-v, --no-R, --no-d, --no-W, --no-z',
      ),
      ...flags(
        '--no-A, --no-X, --no-H, --no-x, --no-U, --no-N, --no-O, --no-J, --no-c, --no-h, --no-m, --no-i-r',
      ),
      ...flags(deletions.join(', ')),
      ...values('--suffix, --chmod, -B --block-size, --max-size, --min-size, --max-delete, --timeout'),
      ...values('--contimeout, --modify-window, -@, --compress-choice --zc, --compress-level --zl'),
      ...values(
        '--skip-compress, --exclude, --include, --address, --port, --sockopts, --outbuf, --out-format',
      ),
      ...values('--log-format, --log-file-format, --bwlimit, --stop-after --time-limit, --stop-at'),
      ...values('--checksum-choice --cc, --checksum-seed, --iconv, --info, --debug, --protocol, --max-alloc'),
      ...values('--usermap, --groupmap, --chown, --copy-as, --early-input, --partial-dir'),
      ...listed(readsValue, '--exclude-from, --include-from, --files-from, --password-file'),
      ...listed(readsValue, '--compare-dest, --copy-dest, --link-dest, --read-batch'),
      ...listed(replacesValue, '--log-file, --write-batch, --only-write-batch'),
      ...listed(valueWith(replacesTree), '--backup-dir, -T --temp-dir'),
      '-f --filter': { takes: 'value', effects: ({ value }) => readsRules(value) },
      '-e --rsh': runsValue,
      '--rsync-path': valueWith((text) => runsShell(text, [], { isElsewhere: true })),
      '-M --remote-option': specialValue('an option for the other side'),
      '--daemon': flagWith(always(listens, background)),
      ...listed(specialValue('the configuration of a server'), '--config, --dparam'),
      '--munge': optional,
    },
    effects: synchronizes,
  },
];

/** The last operand is what the others are copied to; a single one is listed. */
function synchronizes(call: Call): readonly Effect[] {
  if (hasAny(call, '--version', '--help') || call.operands.length === 0) return [];
  const target = call.operands.length > 1 ? call.operands.at(-1) : undefined;
  const sources = target === undefined ? call.operands : call.operands.slice(0, -1);
  const isReading = target === undefined || hasAny(call, '--dry-run', '--list-only', '--only-write-batch');
  return [
    ...sources.flatMap((source) => readsSource(source)),
    ...(has(call, '--remove-source-files') && !isReading ? sources.flatMap(removesSource) : []),
    ...(target === undefined ? [] : isReading ? reachesTarget(target) : writesTarget(target, call)),
  ];
}

function readsSource(source: Word): readonly Effect[] {
  if (isRemote(source)) return [receivesFrom(hostIn(source))];
  return mayBeRemote(source) ? [readsTree(source), receivesFrom(source)] : [readsTree(source)];
}

function removesSource(source: Word): readonly Effect[] {
  return isRemote(source) ? [destroys('remote', source)] : [deletesTree(source)];
}

function reachesTarget(target: Word): readonly Effect[] {
  return mayBeRemote(target) ? [sendsTo(hostIn(target))] : [];
}

function writesTarget(target: Word, call: Call): readonly Effect[] {
  const deletes = hasAny(call, '--del', ...deletions);
  const there = deletes ? destroys('remote', target) : changes('remote', target);
  const here = [replacesTree(target), ...(deletes ? [deletesTree(target)] : [])];
  return [
    ...(mayBeRemote(target) ? [sendsTo(hostIn(target)), there] : []),
    ...(isRemote(target) ? [] : here),
  ];
}

/** `merge FILE`, `dir-merge FILE` and their short forms read rules, which say what is left out; what is no rule is shown. */
function readsRules(rule: Word): readonly Effect[] {
  const text = textOf(rule);
  if (text === null) return [unknownEffect('unknown-operand', describeWord(rule))];
  const file = /^(?:merge|dir-merge|[.:])[^ ]*[ _](.+)$/.exec(text)?.[1];
  return file === undefined ? [] : [readsFile({ kind: 'known', text: file })];
}
