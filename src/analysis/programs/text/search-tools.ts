import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { describeWord, prefixOf, textOf, unknown } from '../../words.ts';
import {
  altersFile,
  interactive,
  readsFile,
  readsTree,
  runsCommand,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { hasInput, mayStandFrom, withoutDash } from '../operands.ts';
import { allValues, has, inDirectory, readsValue, runsProgramValue, runsValue } from '../options.ts';
import type { Call, Given, OptionRule, Program } from '../program.ts';
import { flags, hasAny, listed, optionals, orHere, runsProject, values } from '../shorthand.ts';
import { searchesKind, searchesMatching, searchesNamed, searchesNamedAnyhow } from './search-globs.ts';

/** Kinds of files, which are options of ag. */
const languages =
  'ts js jsx tsx json html css sass less vue python ruby rust go java kotlin c cc cpp csharp php shell make markdown yaml xml sql swift scala perl lua haskell elixir erlang clojure'
    .split(' ')
    .map((name) => `--${name}`);

/** A program for each file that is found, or for all of them; all words up to `;`. */
const runsForFound: OptionRule = { takes: 'rest', effects: runsOnFound };

/** Programs that search in whole directories, the newer kind. */
export const programs: readonly Program[] = [
  {
    names: ['rg', 'ripgrep'],
    abbreviates: false,
    options: {
      ...flags('--auto-hybrid-regex, --no-auto-hybrid-regex, --binary, --no-binary, --block-buffered'),
      ...flags('--no-block-buffered, -b --byte-offset, --no-byte-offset, -s --case-sensitive, --column'),
      ...flags('--no-column, -c --count, --count-matches, --crlf, --no-crlf, --debug, --files'),
      ...flags('-l --files-with-matches, --files-without-match, -F --fixed-strings, --no-fixed-strings'),
      ...flags('-L --follow, --no-follow, --glob-case-insensitive, --no-glob-case-insensitive, --heading'),
      ...flags('--no-heading, -h --help, -. --hidden, --no-hidden, -i --ignore-case, -v --invert-match'),
      ...flags('--no-invert-match, --include-zero, --no-include-zero, --json, --no-json, --line-buffered'),
      ...flags('--no-line-buffered, -n --line-number, -N --no-line-number, -x --line-regexp, --mmap'),
      ...flags('--no-mmap, --max-columns-preview, --no-max-columns-preview, -U --multiline, --no-multiline'),
      ...flags('--multiline-dotall, --no-multiline-dotall, --no-config, -I --no-filename, --no-ignore'),
      ...flags('--ignore, --no-ignore-dot, --ignore-dot, --no-ignore-exclude, --ignore-exclude'),
      ...flags('--no-ignore-files, --ignore-files, --no-ignore-global, --ignore-global'),
      ...flags('--no-ignore-messages, --ignore-messages, --no-ignore-parent, --ignore-parent'),
      ...flags('--no-ignore-vcs, --ignore-vcs, --no-messages, --messages, --no-pcre2-unicode'),
      ...flags('--pcre2-unicode, --no-require-git, --require-git, --no-unicode, --unicode, -0 --null'),
      ...flags('--null-data, --one-file-system, --no-one-file-system, -o --only-matching'),
      ...flags('--passthru --passthrough, -P --pcre2, --no-pcre2, --pcre2-version, -p --pretty, -q --quiet'),
      ...flags('-z --search-zip, --no-search-zip, -S --smart-case, --stats, --no-stats, --stop-on-nonmatch'),
      ...flags('-a --text, --no-text, --trace, --trim, --no-trim, --type-list, -u --unrestricted'),
      ...flags('-V --version, --vimgrep, -H --with-filename, -w --word-regexp, --no-context-separator'),
      ...flags('--no-encoding, --no-pre, --sort-files, --no-sort-files, --ignore-file-case-insensitive'),
      ...flags('--no-ignore-file-case-insensitive'),
      ...values('-A --after-context, -B --before-context, -C --context, --color, --colors'),
      ...values('--context-separator, --dfa-size-limit, -E --encoding, --engine, --field-context-separator'),
      ...values('--field-match-separator, --generate, --hyperlink-format'),
      ...values('-M --max-columns, -m --max-count, -d --max-depth --maxdepth, --max-filesize, --pre-glob'),
      ...values('--regex-size-limit, -e --regexp, -r --replace, --sort, --sortr, -j --threads, -t --type'),
      ...values('--type-clear, -T --type-not'),
      '--type-add': searchesKind,
      ...listed(readsValue, '-f --file, --ignore-file'),
      '-g --glob': searchesNamed,
      '--iglob': searchesNamedAnyhow,
      ...listed(runsProgramValue, '--pre, --hostname-bin'),
    },
    effects: (call) => searches(call, ['--regexp', '--file', '--files', '--type-list']),
  },
  {
    names: ['ag'],
    abbreviates: false,
    options: {
      ...flags('--ackmate, -a --all-types, --break, --nobreak, -c --count, --color, --nocolor, --column'),
      ...flags('--filename, --nofilename, -H --heading, --noheading, -h --no-filename, --passthrough'),
      ...flags('-l --files-with-matches, -L --files-without-matches, --group, --nogroup, --print-all-files'),
      ...flags('--numbers, --nonumbers, --null, -0, -o --only-matching, --silent, --stats, --stats-only'),
      ...flags('--vimgrep, -D --debug, -f --follow, --nofollow, -F --fixed-strings, -Q --literal, --hidden'),
      ...flags('-i --ignore-case, -s --case-sensitive, -S --smart-case, --search-binary, -t --all-text'),
      ...flags('-u --unrestricted, -U --skip-vcs-ignores, -v --invert-match, -w --word-regexp'),
      ...flags('-z --search-zip, --one-device, --mmap, --nomultiline, --multiline, --list-file-types'),
      ...flags('--help, -V --version, --nopager, --affinity, --noaffinity, -r --recurse, -n --norecurse'),
      ...optionals('-A --after, -B --before, -C --context'),
      ...values('-g, --ignore, --ignore-dir, -m --max-count, --depth, --workers'),
      ...values('-W --width, --color-line-number, --color-match, --color-path'),
      ...flags(...languages),
      '-G --file-search-regex': searchesMatching,
      '-p --path-to-ignore': readsValue,
      '--pager': runsValue,
    },
    effects: (call) => searches(call, ['-g', '--list-file-types']),
  },
  {
    names: ['ack', 'ack-grep'],
    options: {
      ...flags('-i --ignore-case, -S --smart-case, --no-smart-case, -I --no-ignore-case, -v --invert-match'),
      ...flags('-w --word-regexp, -Q --literal, -l --files-with-matches, -L --files-without-matches, -o'),
      ...flags('--passthru, -1, -c --count, -H --with-filename, -h --no-filename, --column, --nocolumn'),
      ...flags('--print0, -f, -s, --nopager, --heading, --noheading, --break, --nobreak, --group, --nogroup'),
      ...flags('--color --colour, --nocolor --nocolour, --flush, -g, --sort-files, --show-types'),
      ...flags('-r -R --recurse, -n --no-recurse, --follow, --nofollow, --filter, --nofilter, --known-types'),
      ...flags('-k, -x, --noenv, --ignore-ack-defaults, --help, --help-types, --version, --man, --bar'),
      ...flags('--dump'),
      ...flags('-P, --proximate, --range-invert, --help-colors'),
      ...values('-A --after-context, -B --before-context, --match, -m --max-count, --type -t'),
      ...values('-T, --ignore-dir --ignore-directory, --noignore-dir, --ignore-file'),
      ...listed(searchesKind, '--type-set, --type-add'),
      ...values('--type-del, --range-start, --range-end, --color-filename, --color-match, --color-lineno'),
      ...values('--and, --or, --not'),
      ...optionals('-C --context, -p'),
      '--files-from': readsValue,
      '--ackrc': {
        takes: 'value',
        effects: ({ value }) => [unknownEffect('loaded-code', describeWord(value))],
      },
      '--output': {
        takes: 'value',
        effects: ({ value }) => [unknownEffect('unreadable-code', describeWord(value))],
      },
      '--pager': runsValue,
    },
    effects: (call) => searches(call, ['--match', '-f', '--help-types', '--dump']),
  },
  {
    names: ['fd', 'fdfind'],
    abbreviates: false,
    options: {
      ...flags('-H --hidden, --no-hidden, -I --no-ignore, --ignore, -u --unrestricted, -s --case-sensitive'),
      ...flags('-i --ignore-case, -g --glob, --regex, -F --fixed-strings --literal, -l --list-details'),
      ...flags('-a --absolute-path, --relative-path, -L --follow --dereference, --no-follow, -p --full-path'),
      ...flags('-0 --print0, --prune, -1, -q --quiet --has-results, --show-errors'),
      ...flags('--one-file-system --mount'),
      ...flags('-h --help, -V --version, --no-ignore-vcs, --ignore-vcs, --no-ignore-parent, --xdev'),
      ...flags('--no-global-ignore-file, --no-require-git, --require-git'),
      ...optionals('--hyperlink, --strip-cwd-prefix, --gen-completions'),
      ...values('--and, -d --max-depth --maxdepth, --min-depth, --exact-depth, -E --exclude, -t --type'),
      ...values('-e --extension, -S --size, --changed-within --change-newer-than --newer --changed-after'),
      ...values('--changed-before --change-older-than --older, -o --owner, --format, --batch-size'),
      ...values('-c --color'),
      ...values('-j --threads, --max-buffer-time, --max-results, --path-separator, --search-path'),
      '--ignore-file': readsValue,
      '-C --base-directory': inDirectory,
      ...listed(runsForFound, '-x --exec, -X --exec-batch'),
    },
    effects: (call) => placesOf(call).map(readsTree),
  },
  {
    names: ['fzf', 'sk'],
    abbreviates: false,
    options: {
      ...flags('-x --extended, -e --exact, -i --ignore-case, +i --no-ignore-case, -m --multi, --no-multi'),
      ...flags('-1'),
      ...flags('-0 --exit-0, --select-1, --print0, --read0, --ansi, --tac, --no-sort, --reverse'),
      ...flags('--print-query'),
      ...flags('--sync, --cycle, --help, --version, --no-mouse, --keep-right, --no-info, --no-bold, --wrap'),
      ...values('-n --nth, --with-nth, -d --delimiter, --height, --min-height, --layout, --border, --prompt'),
      ...values('--pointer, --marker, --header, --header-lines, --tiebreak, -q --query, -f --filter'),
      ...values('--expect'),
      ...values('--color, --preview-window, --scheme, --algo, --info, --margin, --padding, --tabstop'),
      ...values('--scroll-off'),
      ...listed(runsValue, '--preview, --with-shell'),
      '--bind': { takes: 'value', effects: binds },
    },
    effects: (call) => (has(call, '--filter') ? [] : [interactive]),
  },
  {
    names: ['ast-grep'],
    abbreviates: false,
    options: {
      ...flags('-h --help, -V --version, --heading, --no-heading, --debug-query, --follow, --stdin'),
      ...values('-p --pattern, -k --kind, -l --lang, --selector, --strictness, --globs, --color, -A --after'),
      ...values('-B --before, -C --context, --json, --no-ignore, -j --threads, --inspect'),
    },
    effects: searchesTrees,
  },
  {
    names: ['sd'],
    abbreviates: false,
    options: {
      ...flags('-p --preview, -F --fixed-strings --string-mode, -s, -A --across, -h --help, -V --version'),
      ...values('-n --max-replacements, -f --flags'),
    },
    effects: substitutes,
  },
];

/** The first operand is what is searched for, unless one of the options says it, or nothing is searched for. */
function searches(call: Call, patterns: readonly string[]): readonly Effect[] {
  if (hasAny(call, '--help', '--version', '--type-list', '--help-types')) return [];
  const places = withoutDash(hasAny(call, ...patterns) ? call.operands : mayStandFrom(call.operands, 1));
  // Without a place it reads its input, if there is one.
  return places.length === 0 && hasInput(call) ? [] : orHere(places).map(readsTree);
}

/** Without a subcommand it is `run`; the others go by rules. Before version 0.50 all load the libraries that `sgconfig.yml` names for languages. */
function searchesTrees(call: Call): readonly Effect[] {
  const { operands } = call;
  if (hasAny(call, '--help', '--version')) return [];
  const first = textOf(operands[0]) ?? '';
  if (/^(?:scan|test|new|lsp|completions)$/.test(first)) return [unknownEffect('loaded-code', first)];
  return [
    ...runsProject('sgconfig.yml'),
    ...orHere(first === 'run' ? operands.slice(1) : operands).map(readsTree),
  ];
}

function placesOf(call: Call): readonly Word[] {
  const searched = allValues(call, '--search-path');
  return orHere([...searched, ...mayStandFrom(call.operands, searched.length > 0 ? 0 : 1)]);
}

/** Without a placeholder, the file is the last word. What is behind the `;` is the program's own again. */
function runsOnFound({ values }: Given, call: Call): readonly Effect[] {
  const end = values.findIndex((word) => textOf(word) === ';');
  const words = end === -1 ? values : values.slice(0, end);
  const rest = end === -1 ? [] : values.slice(end + 1);
  const hasPlaceholder = words.some((word) => /\{(\/?\.?|\/\/)\}/.test(textOf(word) ?? ''));
  const runs = placesOf(call).map((place) =>
    runsCommand([
      ...words.map((word) => withFound(word, place)),
      ...(hasPlaceholder ? [] : [found('', '', place)]),
    ]),
  );
  return [...runs, ...rest.map((word) => unknownEffect('unknown-words', describeWord(word)))];
}

function withFound(word: Word, place: Word): Word {
  const parts = /^(.*?)\{(?:\/?\.?|\/\/)\}(?:.*\{(?:\/?\.?|\/\/)\})?(.*)$/s.exec(textOf(word) ?? '');
  return parts === null ? word : found(parts[1] ?? '', parts[2] ?? '', place);
}

function found(before: string, behind: string, place: Word): Word {
  return unknown(before + prefixOf(place), behind, [{ kind: 'found', under: place }]);
}

/** Keys that do something with a command line. */
function binds({ value }: Given): readonly Effect[] {
  const text = textOf(value);
  return text !== null && !/execute|become|reload|preview|transform/.test(text) ? [] : [runsShell(unknown())];
}

/** The files behind the two texts are changed in place. */
function substitutes(call: Call): readonly Effect[] {
  const files = mayStandFrom(call.operands, 2);
  return has(call, '--preview') ? files.map(readsFile) : files.map(altersFile);
}
