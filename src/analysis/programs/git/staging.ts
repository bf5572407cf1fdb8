import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf } from '../../words.ts';
import {
  altersFile,
  altersTree,
  deletesFile,
  deletesTree,
  readsFile,
  readsTree,
  replacesFile,
} from '../effects.ts';
import { has, readsValue, special, staysOn, valueWith } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { flags, listed, optionals, readsHere, values } from '../shorthand.ts';
import { pathspecFile, waits } from './options.ts';
import { changesRepository, losesCommits } from './words.ts';

/** Subcommands that make the next commit: what is in the index, and the commit. */
export const staging: Readonly<Record<string, Command>> = {
  'add stage': {
    options: {
      ...flags(
        '-n --dry-run, -v --verbose, -f --force, -u --update, --renormalize, -N --intent-to-add, -A --all',
      ),
      ...flags(
        '--ignore-removal, --no-ignore-removal, --refresh, --ignore-errors, --ignore-missing, --sparse, --no-warn-embedded-repo',
      ),
      ...values('--chmod, -U --unified, --inter-hunk-context'),
      ...listed(waits, '-i --interactive, -p --patch, -e --edit'),
      ...pathspecFile,
    },
    // What is intended to be added is noted all the same.
    effects: (call) =>
      staysOn(call, '--dry-run') && !has(call, '--intent-to-add')
        ? [readsHere]
        : [...call.operands.map(readsTree), changesRepository],
  },
  rm: {
    options: {
      ...flags('-n --dry-run, -q --quiet, --cached, -f --force, -r, --ignore-unmatch, --sparse'),
      ...pathspecFile,
    },
    effects: removes,
  },
  mv: {
    options: flags('-v --verbose, -n --dry-run, -f --force, -k, --sparse'),
    effects: (call) => (staysOn(call, '--dry-run') ? [] : [...moves(call), changesRepository]),
  },
  commit: {
    options: {
      ...flags(
        '-q --quiet, -v --verbose, --reset-author, -s --signoff, -e --edit, --no-edit, --status, -a --all',
      ),
      ...flags(
        '-i --include, -o --only, -n --no-verify, --verify, --dry-run, --short, --branch, --ahead-behind, --porcelain, --long',
      ),
      ...flags('-z --null, --amend, --no-post-rewrite, --post-rewrite, --allow-empty, --allow-empty-message'),
      ...values(
        '--author, --date, -m --message, -c --reedit-message, -C --reuse-message, --fixup, --squash, --trailer',
      ),
      ...values('--cleanup, -U --unified, --inter-hunk-context'),
      ...optionals('-u --untracked-files, -S --gpg-sign'),
      ...listed(readsValue, '-F --file, -t --template'),
      ...listed(waits, '--interactive, -p --patch'),
      ...pathspecFile,
    },
    effects: commits,
  },
  apply: {
    options: {
      ...flags(
        '--no-add, --stat, --numstat, --summary, --check, --index, -N --intent-to-add, --cached, --apply, -3 --3way',
      ),
      ...flags(
        '-z, --ignore-space-change, --ignore-whitespace, -R --reverse, --unidiff-zero, --reject, --allow-overlap',
      ),
      ...flags(
        '-v --verbose, -q --quiet, --inaccurate-eof, --recount, --allow-empty, --binary, --allow-binary-replacement',
      ),
      ...flags('-2 --ours, --theirs, --union'),
      ...values('--exclude, --include, -p, -C, --whitespace, --directory'),
      '--build-fake-ancestor': valueWith(replacesFile),
      '--unsafe-paths': special('files outside of the working tree'),
    },
    effects: applies,
  },
};

function removes(call: Call): readonly Effect[] {
  if (staysOn(call, '--dry-run')) return [];
  if (has(call, '--cached')) return [changesRepository];
  const deletes = (word: Word) =>
    has(call, '-r') || isPattern(word) ? deletesTree(word) : deletesFile(word);
  return [changesRepository, ...call.operands.map(deletes)];
}

/** A word in which git has wildcards of its own, for files at any depth, see gitglossary(7): `'*.ts'`, `:/src`. */
function isPattern(word: Word): boolean {
  return /^:|[*?[]/.test(prefixOf(word));
}

function moves(call: Call): readonly Effect[] {
  const target = call.operands.at(-1);
  const written = has(call, '--force') ? replacesFile : altersFile;
  return [...call.operands.slice(0, -1).map(deletesTree), ...(target === undefined ? [] : [written(target)])];
}

function commits(call: Call): readonly Effect[] {
  if (['--dry-run', '--short', '--porcelain', '--long'].some((name) => staysOn(call, name)))
    return [readsHere];
  return [...call.operands.map(readsFile), has(call, '--amend') ? losesCommits : changesRepository];
}

/** The options that only describe a patch switch its application off, unless `--apply` is given as well. */
function applies(call: Call): readonly Effect[] {
  const showing = ['--stat', '--numstat', '--summary', '--check'];
  const isShown = showing.some((name) => staysOn(call, name)) && !has(call, '--apply');
  const patches = call.operands.map(readsFile);
  if (isShown) return patches;
  return has(call, '--cached') ? [...patches, changesRepository] : [...patches, altersTree(known('.'))];
}
