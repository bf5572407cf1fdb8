import { known } from '../../words.ts';
import { altersTree, runsShell } from '../effects.ts';
import { has } from '../options.ts';
import type { Program } from '../program.ts';
import { always, flags, runsProject, values } from '../shorthand.ts';
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
    names: ['husky', 'simple-git-hooks', 'lefthook'],
    ...negatable,
    options: information,
    effects: always(
      { kind: 'changes', subject: 'settings', isDestructive: false, target: null },
      altersTree(known('.husky')),
      ...runsProject('.'),
    ),
  },
];
