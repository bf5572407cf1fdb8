import { describe, expect, test } from 'vitest';
import { decisionOn } from './shipped.ts';

/** What a person who is asked is told. */
const cases: readonly (readonly [command: string, reasons: readonly string[]])[] = [
  ['docker exec web ls /app', ['it would change the container web']],
  // What a name could make of the line that it is told in.
  [
    String.raw`touch $'a\e[2J\n[allowed]\u202eb'`,
    ['it would write to /home/user/project/a␛[2J⏎[allowed]<U+202E>b'],
  ],
  [
    'sqlite3 /tmp/x.db "create table t (a)"',
    ['it would write to /tmp/x.db', 'it would change the database /tmp/x.db'],
  ],
  ["find . -name '*.log' -delete", ['it would delete what it finds in /home/user/project']],
  ['rm -f .git/index.lock', ['it would delete /home/user/project/.git/index.lock']],
  [
    'git rm .env',
    [
      'it would take away /home/user/project/.env, which usually holds secrets, and may be nowhere else',
      'it would show a file that usually holds secrets',
    ],
  ],
  [
    'shred -u *',
    [
      'it would delete /home/user/project/*',
      'it is not known what shred makes of *',
      'it would write to /home/user/project/*',
    ],
  ],
  [
    'rsync -a --delete .vscode/ out/',
    [
      'it would delete /home/user/project/out',
      'it would put /home/user/project/.vscode in another place, and programs or agents go by files of that name',
      'it would write to /home/user/project/out',
    ],
  ],
  [
    'cp CLAUDE.md AGENTS.md',
    ['it would change /home/user/project/AGENTS.md, which says what an agent or editor may do'],
  ],
  ['ps aux', ['it would show the command lines of processes, where secrets may be']],
  ['pgrep -fl node', ['it would show the command lines of processes, where secrets may be']],
  ['history', ['it would show the history of the shell, where secrets may be']],
  ['alias x=ls', ['it would change how the shell reads what comes after']],
  [
    'python3 - < a.py',
    [
      'python3 would run code in another language, which is not read',
      'what python3 would do is not known: the python code that it reads',
    ],
  ],
  [
    'read -r minor < f; echo $((minor + 1))',
    ['what echo would do is not known: arithmetic with minor, in which commands can be'],
  ],
  [
    'declare -A m; read -r k < f; m[$k]=1',
    ['what the shell would do is not known: arithmetic with $k, in which commands can be'],
  ],
  ['node tools/build.js', ['node would run /home/user/project/tools/build.js, whose content is not known']],
  [
    'make',
    [
      'make would run /home/user/project/Makefile, whose content is not known',
      'it would write to /home/user/project',
    ],
  ],
  [
    'bash $script',
    [
      'bash would run $script, whose content is not known',
      'it is not known what bash makes of $script',
      'it would read $script, which is not known to be in the workspace',
    ],
  ],
  ['./build.sh x', ['./build.sh would run /home/user/project/build.sh, whose content is not known']],
  ['"$tool" x', ['the program is not named in the text as it is: what runs depends on expansion']],
  ['npm test', ['npm would run /home/user/project/package.json, whose content is not known']],
  ['cat $file', ['it would read $file, which is not known to be in the workspace']],
  [
    'sed -n "${pages}p" a.txt',
    ['it is not known what sed makes of ${pages}p', 'what sed would do is not known: ${pages}p'],
  ],
];

describe('the reason for a question', () => {
  test.each(cases)('%s', (command, reasons) => {
    expect(decisionOn(command).findings.map(({ reason }) => reason)).toEqual(reasons);
  });
});
