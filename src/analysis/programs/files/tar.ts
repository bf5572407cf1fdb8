import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { resolvePath } from '../../paths.ts';
import { describeWord, dropStart, known, prefixOf, textOf } from '../../words.ts';
import {
  altersFile,
  deletesTree,
  readsFile,
  readsTree,
  receivesFrom,
  replacesFile,
  replacesTree,
  runsShell,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { withoutDash } from '../operands.ts';
import { allValues, has, readsValue, replacesValue, runsValue, specialValue, valueWith } from '../options.ts';
import { hostIn, isRemote } from '../places.ts';
import type { Call, Given, Program } from '../program.ts';
import { flags, hasAny, listed, optionals, values } from '../shorthand.ts';

/** `tar`, in its old style as well. */
export const programs: readonly Program[] = [
  {
    names: ['tar', 'gtar', 'bsdtar'],
    isFirstCluster: true,
    options: {
      ...flags('-A --catenate --concatenate, -c --create, --delete, -d --diff --compare, -r --append'),
      ...flags('--test-label, -t --list, -u --update, -x --extract --get, --check-device, -G --incremental'),
      ...flags('--ignore-failed-read, --no-check-device, --no-seek, -n --seek, -S --sparse'),
      ...flags('-a --auto-compress'),
      ...flags('--exclude-backups, --exclude-caches, --exclude-caches-all, --exclude-caches-under'),
      ...flags('--exclude-vcs, --exclude-vcs-ignores, --no-null, --no-recursion, --no-unquote, --null'),
      ...flags('--no-verbatim-files-from, --recursion, --unquote, --verbatim-files-from, --anchored'),
      ...flags('--ignore-case, --no-anchored, --no-ignore-case, --no-wildcards, --no-wildcards-match-slash'),
      ...flags('--wildcards, --wildcards-match-slash, --keep-directory-symlink, --keep-newer-files'),
      ...flags('-k --keep-old-files, --no-overwrite-dir, --overwrite, --overwrite-dir, --recursive-unlink'),
      ...flags('--remove-files, --skip-old-files, -U --unlink-first, -W --verify, --ignore-command-error'),
      ...flags('--no-ignore-command-error, -O --to-stdout, --clamp-mtime, --delay-directory-restore'),
      ...flags('-m --touch, --no-delay-directory-restore, --no-same-owner, --no-same-permissions'),
      ...flags('--numeric-owner, -p --preserve-permissions --same-permissions, --same-owner'),
      ...flags('-s --preserve-order --same-order, --acls, --no-acls, --no-selinux, --no-xattrs, --selinux'),
      ...flags('--xattrs, --force-local, -M --multi-volume, -B --read-full-records, -i --ignore-zeros'),
      ...flags('--old-archive --portability, --posix, -j --bzip2, -J --xz, --lzip, --lzma, --lzop'),
      ...flags('--no-auto-compress, --zstd, -z --gzip --gunzip --ungzip, -Z --compress --uncompress'),
      ...flags('--hard-dereference, -h --dereference, --one-file-system, -P --absolute-names, --full-time'),
      ...flags('-l --check-links, -R --block-number, --show-defaults, --show-omitted-dirs'),
      ...flags('--show-snapshot-field-ranges, --show-transformed-names --show-stored-names, --utc'),
      ...flags('-v --verbose, -w --interactive --confirmation, -o, -? --help, --restrict, --usage'),
      ...flags('--version'),
      ...optionals('--occurrence, --one-top-level, --atime-preserve, --backup, --checkpoint, --totals'),
      ...values('--hole-detection, --level, --sparse-version, --add-file, -C --directory, --exclude'),
      ...values('--exclude-ignore, --exclude-ignore-recursive, --exclude-tag, --exclude-tag-all'),
      ...values('--exclude-tag-under, --group, --mode, --mtime, --owner, --sort, --xattrs-exclude'),
      ...values('--xattrs-include, -f --file, -L --tape-length, -b --blocking-factor, --record-size'),
      ...values('-H --format, --pax-option, -V --label, -K --starting-file, -N --newer --after-date'),
      ...values('--newer-mtime, --suffix, --strip-components, --transform --xform, --no-quote-chars'),
      ...values('--quote-chars, --quoting-style, --warning, --set-mtime-format'),
      ...listed(readsValue, '-X --exclude-from, --group-map, --owner-map'),
      ...listed(runsValue, '--to-command, -F --info-script --new-volume-script, --rsh-command'),
      '-I --use-compress-program': runsValue,
      '--checkpoint-action': { takes: 'value', effects: actsOnCheckpoint },
      '-g --listed-incremental': valueWith(altersFile),
      ...listed(replacesValue, '--volno-file, --index-file'),
      '--rmt-command': specialValue('a program on the other host'),
      '-T --files-from': { takes: 'value', effects: takesNames },
    },
    effects: archives,
  },
];

function actsOnCheckpoint({ value }: Given): readonly Effect[] {
  if (prefixOf(value).startsWith('exec=')) return [runsShell(dropStart(value, 5))];
  const isHarmless = /^(bell|dot|\.|totals|echo(=.*)?|ttyout=.*|sleep=\d+|wait=\w+)$/s;
  return isHarmless.test(textOf(value) ?? '') ? [] : [unknownEffect('program-specific', describeWord(value))];
}

/** Unless it was told otherwise before, tar takes lines that begin with a dash for options. */
function takesNames(given: Given, call: Call): readonly Effect[] {
  const before = call.given.slice(0, call.given.indexOf(given));
  const isVerbatim = before.some(
    ({ names }) => names.includes('--null') || names.includes('--verbatim-files-from'),
  );
  const options = isVerbatim ? [] : [unknownEffect('unknown-words', describeWord(given.value))];
  return [readsFile(given.value), ...options];
}

function archives(call: Call): readonly Effect[] {
  if (hasAny(call, '--help', '--usage', '--version', '--show-defaults')) return [];
  const isWritten = hasAny(call, '--create', '--append', '--update', '--catenate', '--delete');
  return [
    ...allValues(call, '--file').flatMap((archive) => opensArchive(archive, isWritten, call)),
    ...(has(call, '--extract') ? extracts(call) : []),
    ...(hasAny(call, '--create', '--append', '--update', '--catenate', '--diff') ? packs(call) : []),
  ];
}

function opensArchive(archive: Word, isWritten: boolean, call: Call): readonly Effect[] {
  if (isRemote(archive) && !has(call, '--force-local')) {
    return [(isWritten ? sendsTo : receivesFrom)(hostIn(archive))];
  }
  const written = has(call, '--create') ? replacesFile : altersFile;
  return withoutDash([archive]).map(isWritten ? written : readsFile);
}

/** With absolute names, an archive writes wherever it likes. */
function extracts(call: Call): readonly Effect[] {
  if (hasAny(call, '--to-stdout', '--to-command')) return [];
  const targets = has(call, '--absolute-names') ? [known('/')] : directoriesOf(call).slice(-1);
  const removes = has(call, '--recursive-unlink');
  return [...(removes ? targets.map(deletesTree) : []), ...targets.map(replacesTree)];
}

function packs(call: Call): readonly Effect[] {
  const packed = [...call.operands, ...allValues(call, '--add-file')];
  const files = startsOf(call).flatMap((directory) => packed.map((file) => resolvePath(directory, file)));
  const removed = has(call, '--remove-files') ? files.map(deletesTree) : [];
  return [...files.map(readsTree), ...removed];
}

/** The directories that names count from, one after the other: each `-C` counts from the one before. */
function directoriesOf(call: Call): readonly Word[] {
  const directories: Word[] = [call.cwd];
  for (const directory of allValues(call, '--directory')) {
    directories.push(resolvePath(directories.at(-1) ?? call.cwd, directory));
  }
  return directories;
}

/** A `-C` holds for the names behind it: where it is between them, all directories count for all names. */
function startsOf(call: Call): readonly Word[] {
  const directories = directoriesOf(call);
  const last = call.argv.findLastIndex((word) => /^--di|^-[^-]*C/.test(prefixOf(word)));
  const isBefore = call.operands.every((word) => call.argv.indexOf(word) > last);
  return isBefore ? directories.slice(-1) : directories;
}
