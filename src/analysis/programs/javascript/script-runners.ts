import { known } from '../../words.ts';
import { altersTree, runsShell } from '../effects.ts';
import type { Program } from '../program.ts';
import { always, flags, runsProject, values } from '../shorthand.ts';
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
