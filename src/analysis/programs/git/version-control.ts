import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, known, prefixOf, textOf, unknown } from '../../words.ts';
import {
  altersTree,
  changes,
  deletesFile,
  destroys,
  discloses,
  interactive,
  readsFile,
  readsTree,
  receivesFrom,
  replacesTree,
  runsCommandWithMore,
  runsShell,
  sendsTo,
  unknownEffect,
} from '../effects.ts';
import { has, lastValue, readsValue, runsValue, specialValue } from '../options.ts';
import type { Call, Given, OptionTable, Program } from '../program.ts';
import { flags, hasAny, listed, orHere, readsHere, receives, unabbreviated, values } from '../shorthand.ts';
import { isSecretSetting } from './settings.ts';

/** What compares is run with the words of `-x`, and with the files behind them. */
function comparesBy({ value }: Given, call: Call): readonly Effect[] {
  const given = lastValue(call, '-x');
  const text = textOf(given ?? undefined);
  const isPlain = given === null || /^-[abBdiptuUwy\d]+$/.test(text ?? '');
  if (isPlain && /^(?:color|g)?diff3?$/.test(textOf(value) ?? '')) return [];
  const words = given === null ? [] : text === null ? [unknown()] : text.split(/\s+/).map(known);
  return [runsCommandWithMore([value, ...words])];
}

/** `section.name=value` of hg, `file:section:name=value` of svn: some of them are commands. */
const commandSetting =
  /^(?:alias\.[^=]+=!|(?:hooks|extdiff|diff-tools|merge-tools|fix|pager)\.[^=]+=(?!python:)|ui\.(?:editor|ssh|merge|remotecmd)=|config:tunnels:[^=]+=|config:helpers:[^=]+=)([\s\S]*)$/;

function setsForOneCall({ value }: Given): readonly Effect[] {
  const [, command] = commandSetting.exec(textOf(value) ?? '') ?? [];
  return [
    unknownEffect('program-specific', 'settings for this one call'),
    ...(command === undefined ? [] : [runsShell(known(command))]),
  ];
}

const svnOptions: OptionTable = {
  ...flags(
    '-v --verbose, -q --quiet, -u --show-updates, --xml, --summarize, --no-ignore, --stop-on-copy, -g --use-merge-history, --force, --non-interactive, -R --recursive, --no-auth-cache, --help -h, --version, --git, --ignore-externals, --notice-ancestry, --parents, --keep-local, --dry-run, --force-log, --no-diff-deleted, --remove-unversioned, --remove-ignored',
  ),
  ...values(
    '-r --revision, -c --change, -l --limit, --depth, --set-depth, -m --message, --username, --password, --changelist, --accept, -x --extensions, --show-item, --search, --with-revprop, --strip, --native-eol, --trust-server-cert-failures',
  ),
  ...listed(readsValue, '-F --file, --targets'),
  ...listed(runsValue, '--editor-cmd'),
  ...listed({ takes: 'value', effects: comparesBy }, '--diff-cmd, --diff3-cmd'),
  '--config-dir': specialValue('the settings of svn'),
  '--config-option': { takes: 'value', effects: setsForOneCall },
};

/** A template, or the name of one; with a slash and without a field in braces it may be a file, whose text is shown. */
function showsBy({ value }: Given): readonly Effect[] {
  const text = textOf(value);
  if (text === null) return [unknownEffect('unknown-operand', describeWord(value))];
  return text.includes('/') && !text.includes('{') ? [readsFile(value)] : [];
}

const hgOptions: OptionTable = {
  ...flags(
    '-v --verbose, -q --quiet, -y --noninteractive, --debug, --traceback, --time, -h --help, --version, -p --patch, -g --git, -a --all --text, -n --new, --stat, -G --graph, -A --addremove, -C --clean, -c --check, -m, -u, -d, -i, -f --force, -B --bookmarks, -k --keep, --all, --close-branch, --amend, -s, -S --subrepos, -0 --print0, --active, --closed, -t --tags, --modified, --added, --removed, --deleted, --unknown, --ignored, --copies, --after',
  ),
  ...values(
    '-r --rev, -l --limit, -m --message, -U --unified, -I --include, -X --exclude, -b --branch, -k --keyword, -u --user, -d --date, --color, --pager, --encoding, -s --source, --dest, --base',
  ),
  ...listed({ takes: 'value', effects: showsBy }, '-T --template, --style'),
  '--config': { takes: 'value', effects: setsForOneCall },
  '-R --repository': specialValue('another repository'),
  ...listed(
    { takes: 'value', effects: ({ value }) => [runsShell(value)] },
    '-e --ssh, --remotecmd, -t --tool',
  ),
};

/** Other version control than git, and screens for git. */
export const programs: readonly Program[] = [
  { names: ['svn'], abbreviates: false, options: svnOptions, effects: subversion },
  { names: ['hg', 'chg', 'sl'], options: hgOptions, effects: mercurial },
  {
    names: ['fossil', 'bzr', 'darcs', 'pijul', 'cvs', 'p4'],
    ...unabbreviated,
    options: {
      ...flags(
        '-h --help, --version, -r, -v, -s --summary, --stat, --git, --no-pager, --ignore-working-copy, --stdin, --hard, -f --force',
      ),
      ...values('-T --template, -n --limit, --color, -m --message'),
    },
    effects: otherControl,
  },
  {
    names: ['tig', 'lazygit', 'gitui', 'sourcetree', 'gitk'],
    style: 'none',
    effects: ({ operands }) =>
      operands.length === 1 && /^(?:-v|--version)$/.test(textOf(operands[0]) ?? '')
        ? []
        : [interactive, readsHere, changes('repository')],
  },
];

function subversion(call: Call): readonly Effect[] {
  const [action, ...paths] = call.operands;
  switch (textOf(action)) {
    case 'status':
    case 'st':
    case 'stat':
    case 'info':
    case 'help':
    case 'diff':
    case 'di':
    case 'propget':
    case 'pg':
    case 'proplist':
    case 'pl':
      return [readsHere, ...paths.map(readsTreeOrAddress), ...(has(call, '-u') ? [receives] : [])];
    case 'log':
    case 'list':
    case 'ls':
    case 'cat':
    case 'blame':
    case 'praise':
    case 'annotate':
      return [readsHere, receives];
    case 'update':
    case 'up':
    case 'checkout':
    case 'co':
    case 'switch':
    case 'sw':
    case 'export':
      return [receives, changes('repository'), altersTree(known('.'))];
    case 'cleanup':
      return hasAny(call, '--remove-unversioned', '--remove-ignored')
        ? [destroys('repository'), ...orHere(paths).map(altersTree)]
        : [changes('repository')];
    case 'add':
    case 'changelist':
    case 'resolve':
    case 'resolved':
    case 'propset':
    case 'ps':
    case 'mkdir':
    case 'copy':
    case 'cp':
    case 'move':
    case 'mv':
      return [changes('repository')];
    case 'commit':
    case 'ci':
    case 'import':
    case 'lock':
    case 'unlock':
      return [readsHere, sendsTo(null), changes('remote')];
    case 'revert':
    case 'delete':
    case 'del':
    case 'remove':
    case 'rm':
      return [destroys('repository'), ...paths.map(replacesTree)];
    default:
      return [unknownEffect('unknown-subcommand', `svn ${textOf(action) ?? ''}`)];
  }
}

/** A file or directory, or an address that is asked: `https://…`, `ssh://…`. */
function readsTreeOrAddress(word: Word): Effect {
  return /^[A-Za-z][\w+.-]*:\/\//.test(prefixOf(word)) ? receivesFrom(word) : readsTree(word);
}

function mercurial(call: Call): readonly Effect[] {
  const { operands } = call;
  const action = textOf(operands[0]) ?? '';
  if (
    /^(status|st|log|history|diff|cat|annotate|blame|summary|sum|tip|heads|parents|branches|tags|manifest|files|locate|root|paths|help|version|grep|verify|sl|smartlog|show)$/.test(
      action,
    )
  )
    return [readsHere];
  if (/^(id|identify)$/.test(action)) return [readsHere, ...operands.slice(1).map(readsTreeOrAddress)];
  // Passwords for hosts are among the settings.
  if (/^(config|showconfig)$/.test(action)) {
    const isNamed = operands.length > 1 && operands.slice(1).every((word) => isPlainSetting(textOf(word)));
    return isNamed ? [readsHere] : [readsHere, discloses('credentials')];
  }
  if (/^(incoming|in|outgoing|out)$/.test(action)) return [receives];
  if (/^(pull|fetch|clone)$/.test(action)) return [receives, changes('repository'), altersTree(known('.'))];
  if (action === 'push') return [sendsTo(operands[1] ?? null), changes('remote')];
  if (
    /^(add|commit|ci|branch|bookmark|bookmarks|tag|rename|mv|move|copy|cp|init|resolve|graft|merge|phase|addremove|amend|shelve|forget)$/.test(
      action,
    )
  )
    return [changes('repository')];
  if (/^(revert|strip|rollback|purge|histedit|rebase|unshelve|backout|uncommit)$/.test(action))
    return [destroys('repository'), altersTree(known('.'))];
  if (/^(update|up|checkout|co|remove|rm)$/.test(action)) return changesWorkingCopy(call);
  return [unknownEffect('unknown-subcommand', `hg ${action}`)];
}

/** What is changed and in no commit stays as it is, unless it is forced. */
function changesWorkingCopy(call: Call): readonly Effect[] {
  const removes = /^r/.test(textOf(call.operands[0]) ?? '');
  const loses = has(call, removes ? '--force' : '--clean');
  return [
    loses ? destroys('repository') : changes('repository'),
    ...(removes ? call.operands.slice(1).map(deletesFile) : [altersTree(known('.'))]),
  ];
}

function isPlainSetting(name: string | null): boolean {
  if (name === null || /^auth\./.test(name)) return false;
  return name.includes('.') && !isSecretSetting(name);
}

/** These ask a server for all that they tell. */
const remote: ReadonlySet<string> = new Set(['p4', 'cvs']);

/** Takes away what nothing else has. */
const losing = /^(?:revert|clean|clean-tree|obliterate|uncommit|unrecord|purge|scrub|shun|reset)$/;

function otherControl(call: Call): readonly Effect[] {
  const { operands, name } = call;
  const action = textOf(operands[0]) ?? '';
  if (losing.test(action)) return [destroys('repository'), altersTree(known('.'))];
  if (
    /^(status|st|log|diff|show|info|version|help|root|timeline|annotate|blame|opened|changes|describe)$/.test(
      action,
    )
  ) {
    return remote.has(name) ? [readsHere, receives] : [readsHere];
  }
  return [unknownEffect('unknown-subcommand', `${name} ${action}`)];
}
