import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import {
  altersTree,
  background,
  readsFile,
  readsTree,
  replacesFile,
  replacesTree,
  runsShell,
  substitutesVariables,
} from '../effects.ts';
import { has, readsValue, runsValue, specialValue, valueWith } from '../options.ts';
import type { Call, Command } from '../program.ts';
import { always, flags, listed, optionals, readsHere, values } from '../shorthand.ts';
import { changesRepository, losesCommits } from './words.ts';

/** Subcommands that scripts are made of. */
export const plumbing: Readonly<Record<string, Command>> = {
  'hash-object': {
    options: { ...flags('-w, --stdin, --stdin-paths, --no-filters, --literally'), ...values('-t, --path') },
    effects: (call) => [...call.operands.map(readsFile), ...(has(call, '-w') ? [changesRepository] : [])],
  },
  'write-tree mktag mktree commit-tree': {
    options: {
      ...flags('--missing-ok, --strict, -z, --missing, --batch'),
      ...values('--prefix, -p, -m'),
      ...optionals('-S --gpg-sign'),
      '-F': readsValue,
    },
    effects: always(changesRepository),
  },
  'read-tree': {
    options: {
      ...flags(
        '-m, --trivial, --aggressive, --reset, -u, -i, -n --dry-run, -v, --no-sparse-checkout, --empty, -q --quiet',
      ),
      ...optionals('--recurse-submodules'),
      ...values('--prefix'),
      '--index-output': valueWith(replacesFile),
      '--exclude-per-directory': { takes: 'value' },
    },
    effects: (call) =>
      has(call, '--reset') ? [losesCommits, replacesTree(known('.'))] : [changesRepository],
  },
  'update-index': {
    options: {
      ...flags(
        '-q, --ignore-submodules, --add, --replace, --remove, --unmerged, --refresh, --really-refresh, --assume-unchanged',
      ),
      ...flags(
        '--skip-worktree, --ignore-skip-worktree-entries, --info-only, --force-remove, -z, --stdin, --index-info',
      ),
      ...flags(
        '--unresolve, -g --again, --ignore-missing, --verbose, --clear-resolve-undo, --split-index, --untracked-cache',
      ),
      ...flags(
        '--test-untracked-cache, --force-untracked-cache, --force-write-index, --fsmonitor, --fsmonitor-valid',
      ),
      ...flags('--no-assume-unchanged, --no-skip-worktree, --show-index-version'),
      ...values('--chmod, --index-version'),
      ...optionals('--cacheinfo'),
    },
    effects: (call) => [...call.operands.map(readsFile), changesRepository],
  },
  'merge-file': {
    options: {
      ...flags('-p --stdout, --object-id, --diff3, --zdiff3, --ours, --theirs, --union, -q --quiet'),
      ...values('-L, --marker-size, --diff-algorithm'),
    },
    effects: (call) => [
      ...call.operands.map(readsFile),
      ...(has(call, '--stdout') ? [] : call.operands.slice(0, 1).map(replacesFile)),
    ],
  },
  'merge-tree': {
    options: {
      ...flags(
        '--write-tree, --trivial-merge, --messages, -z, --name-only, --allow-unrelated-histories, --stdin, --quiet',
      ),
      ...values('--merge-base, -X --strategy-option'),
    },
    effects: always(changesRepository),
  },
  'merge-index': {
    options: flags('-o, -q, -a'),
    order: 'options-first',
    effects: ({ operands }) => [...operands.slice(0, 1).map((word) => runsShell(word)), changesRepository],
  },
  'merge-recursive merge-resolve merge-ours merge-octopus merge-subtree merge-one-file': {
    effects: always(changesRepository, altersTree(known('.'))),
  },
  'interpret-trailers': {
    options: {
      ...flags('--trim-empty, --only-trailers, --only-input, --unfold, --parse, --no-divider, --divider'),
      ...values('--where, --if-exists, --if-missing'),
      '--trailer': specialValue('a trailer, which the configuration may have a command for'),
      '--in-place': { takes: 'nothing', effects: (_, call) => call.operands.map(replacesFile) },
    },
    effects: (call) => call.operands.map(readsFile),
  },
  mailinfo: {
    options: {
      ...flags('-k, -b, -m, -u, -n, --scissors, --no-scissors'),
      ...values('--encoding, --quoted-cr'),
    },
    effects: (call) => call.operands.map(replacesFile),
  },
  mailsplit: {
    options: { ...flags('-b, --keep-cr, --mboxrd'), ...optionals('-d, -f'), '-o': valueWith(replacesTree) },
    effects: splitsMail,
  },
  'pack-objects unpack-objects index-pack fast-import unpack-file pack-redundant quiltimport': {
    options: {
      ...flags(
        '-n, -q, -r, --strict, --all, --stdin, -v, --fix-thin, --keep, --stdout, --revs, --force, --quiet, --stats, --done',
      ),
      ...values(
        '--max-input-size, --threads, --max-pack-size, --depth, --window, --date-format, --author, --patches',
      ),
      ...listed(valueWith(replacesFile), '--export-marks, -o'),
      ...listed(readsValue, '--import-marks'),
    },
    effects: (call) => [
      has(call, '--force') ? losesCommits : changesRepository,
      ...call.operands.map(replacesFile),
    ],
  },
  'update-server-info': { options: flags('-f --force'), effects: always(changesRepository) },
  'for-each-repo': {
    options: { ...values('--config'), ...flags('--keep-going') },
    effects: ({ operands }) => [
      { kind: 'unknown', code: 'unknown-code', subject: `git ${textOf(operands[0]) ?? '…'}` },
    ],
  },
  'fsmonitor--daemon': {
    effects: ({ operands }) => (textOf(operands[0]) === 'status' ? [] : [background]),
  },
  'bugreport diagnose': {
    options: {
      ...values('-s --suffix, --mode'),
      ...optionals('--diagnose'),
      '-o --output-directory': valueWith(replacesTree),
    },
    effects: () => [readsHere, replacesTree(known('.'))],
  },
  'upload-pack upload-archive receive-pack http-backend shell': {
    options: {
      ...flags('--strict, --stateless-rpc, --advertise-refs, --http-backend-info-refs'),
      ...values('--timeout'),
    },
    effects: serves,
  },
  'sh-i18n--envsubst': {
    options: flags('--variables'),
    effects: ({ operands }) => substitutesVariables(operands),
  },
  'web--browse': {
    options: listed(runsValue, '-b --browser, -t --tool, -c --config'),
    effects: always({ kind: 'interactive' }),
  },
};

/** Without `-o` the last word is the directory for the parts, and what is before it a mailbox. */
function splitsMail(call: Call): readonly Effect[] {
  const { operands } = call;
  if (has(call, '-o')) return operands.map(readsTree);
  return [...operands.slice(0, -1).map(readsTree), ...operands.slice(-1).map(replacesTree)];
}

function serves(call: Call): readonly Effect[] {
  return [...call.operands.map(readsTree), changesRepository];
}
