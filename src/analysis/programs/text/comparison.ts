import type { Effect } from '../../../model/effect.ts';
import { interactive, readsFile, readsTree } from '../effects.ts';
import { mayStandAt, withoutDash } from '../operands.ts';
import { readsValue, replacesValue, runsProgramValue, special, valueWith } from '../options.ts';
import type { Call, OptionTable, Program } from '../program.ts';
import { flags, hasAny, listed, optionals, values } from '../shorthand.ts';

/** What all programs of the diffutils take for deciding whether lines are the same. */
const sameness: OptionTable = {
  ...flags('-i --ignore-case, -E --ignore-tab-expansion, -Z --ignore-trailing-space, -w --ignore-all-space'),
  ...flags('-b --ignore-space-change, -B --ignore-blank-lines, -a --text, --strip-trailing-cr, -d --minimal'),
  ...flags('--speed-large-files, -H, -t --expand-tabs, --left-column, -v --version, --help'),
  ...values('-I --ignore-matching-lines, --tabsize, -W --width'),
};

/** Programs that show how files differ. */
export const programs: readonly Program[] = [
  {
    names: ['diff', 'gdiff', 'colordiff', 'zdiff', 'bzdiff', 'xzdiff', 'lzdiff'],
    options: {
      ...sameness,
      ...flags(
        '--normal, -q --brief, -s --report-identical-files, -c, -u, -e --ed, -f --forward-ed, -n --rcs',
      ),
      ...flags('-y --side-by-side, -p --show-c-function, -T --initial-tab, -r --recursive, -N --new-file'),
      ...flags('--unidirectional-new-file, --no-dereference, --ignore-file-name-case, -P'),
      ...flags('--no-ignore-file-name-case, --suppress-common-lines, --suppress-blank-empty'),
      ...optionals('-C --context, -U --unified, --color'),
      ...values('-L --label, -F --show-function-line, -D --ifdef, -x --exclude, -S --starting-file'),
      ...values('--horizon-lines, --palette, --line-format, --GTYPE-group-format, --LTYPE-line-format'),
      ...values('--old-line-format, --new-line-format, --unchanged-line-format, --old-group-format'),
      ...values('--new-group-format, --unchanged-group-format, --changed-group-format'),
      '-l --paginate': special('the program pr'),
      ...listed(readsValue, '-X --exclude-from'),
      ...listed(valueWith(readsTree), '--from-file, --to-file'),
    },
    number: { takes: 'value' },
    effects: comparesTrees,
  },
  {
    names: ['cmp', 'gcmp', 'zcmp', 'bzcmp', 'xzcmp'],
    options: {
      ...flags('-b --print-bytes, -l --verbose, -s --quiet --silent, -v --version, --help'),
      ...values('-i --ignore-initial, -n --bytes'),
    },
    effects: (call) =>
      withoutDash([...mayStandAt(call.operands, 0), ...mayStandAt(call.operands, 1)]).map(readsFile),
  },
  {
    names: ['sdiff'],
    options: {
      ...sameness,
      ...flags('-l, -s --suppress-common-lines'),
      '-o --output': replacesValue,
      '--diff-program': runsProgramValue,
    },
    effects: (call) => [...(hasAny(call, '--output') ? [interactive] : []), ...comparesTrees(call)],
  },
  {
    names: ['diff3'],
    options: {
      ...sameness,
      ...flags(
        '-A --show-all, -e --ed, -E --show-overlap, -x --overlap-only, -X, -3 --easy-only, -m --merge',
      ),
      ...flags('-T --initial-tab'),
      ...values('-L --label'),
      '--diff-program': runsProgramValue,
    },
    effects: comparesTrees,
  },
  {
    names: ['wdiff', 'dwdiff'],
    options: {
      ...flags('-1 --no-deleted, -2 --no-inserted, -3 --no-common, -i --ignore-case, -s --statistics'),
      ...flags('-n --avoid-wraps, -p --printer, -l --less-mode, -v --version, -h --help'),
      ...values('-w --start-delete, -x --end-delete, -y --start-insert, -z --end-insert'),
    },
    effects: comparesTrees,
  },
  {
    names: ['difft'],
    abbreviates: false,
    options: {
      ...flags('--skip-unchanged, --check-only, --ignore-comments, --strip-cr, --list-languages'),
      ...flags('-h --help, -V --version, --missing-as-empty'),
      ...values('--context, --width, --tab-width, --display, --color, --background, --syntax-highlight'),
      ...values('--override, --byte-limit, --graph-limit, --parse-error-limit, --sort-paths'),
    },
    effects: comparesTrees,
  },
];

function comparesTrees(call: Call): readonly Effect[] {
  return hasAny(call, '--help', '--version') ? [] : withoutDash(call.operands).map(readsTree);
}
