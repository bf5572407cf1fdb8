import type { Effect } from '../../../model/effect.ts';
import { known, textOf } from '../../words.ts';
import { altersTree, runsShell } from '../effects.ts';
import { has } from '../options.ts';
import type { Program } from '../program.ts';
import { flags, runsProject, values } from '../shorthand.ts';
import { matching } from '../text/search-globs.ts';
import { run } from '../wrapped.ts';
import { information, negatable, runsSettings } from './configured-tools.ts';

/** Programs that run scripts of the project: several at once, or with each commit. */
export const programs: readonly Program[] = [
  {
    names: ['concurrently', 'npm-run-all', 'run-s', 'run-p'],
    ...negatable,
    options: {
      ...information,
      ...flags(
        '-k --kill-others, --kill-others-on-fail, -r --raw, -s, -p, -l, -c, -n, --silent, --parallel, --sequential',
      ),
      ...values('--names, --prefix, --prefix-colors, --success, -m --max-processes'),
    },
    effects: runsSettings((call) =>
      call.name === 'concurrently' ? call.operands.map((text) => runsShell(text)) : [],
    ),
  },
  {
    // The usual programs of Unix, written anew; unless it is told not to, it matches their words itself.
    names: ['shx'],
    order: 'options-first',
    options: flags('-s --silent, -n --noglob'),
    effects: (call) =>
      run(
        call.operands.map((word) =>
          word.kind === 'known' && /[*?[]/.test(word.text) && !has(call, '--noglob')
            ? matching(word.text)
            : word,
        ),
      ),
  },
  {
    names: ['husky', 'simple-git-hooks'],
    ...negatable,
    options: information,
    effects: setsUpHooks,
  },
  {
    // It installs the hooks, unless it is told to run them, or to tell of them.
    names: ['lefthook'],
    style: 'none',
    effects: (call) => {
      const action = textOf(call.operands[0]);
      if (action === 'version' || action === '--version' || action === 'help') return [];
      return action === 'run' || action === 'validate' || action === 'dump'
        ? runsProject('lefthook.yml')
        : setsUpHooks();
    },
  },
];

function setsUpHooks(): readonly Effect[] {
  return [
    { kind: 'changes', subject: 'settings', isDestructive: false, target: null },
    altersTree(known('.husky')),
    ...runsProject('.'),
  ];
}
