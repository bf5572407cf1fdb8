import type { Stdin } from '../../../model/analysis.ts';
import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { couldBecome, describeWord, dropStart, known, prefixOf, textOf } from '../../words.ts';
import {
  altersTree,
  changes,
  deletesTree,
  destroys,
  discloses,
  interactive,
  listens,
  readsFile,
  readsTree,
  replacesFile,
  replacesTree,
  runsCommand,
  runsFile,
  runsForeign,
  runsInput,
  runsShell,
  unknownEffect,
} from '../effects.ts';
import { has, rest, value } from '../options.ts';
import { isInput } from '../places.ts';
import type { Call, Given, OptionRule, Program } from '../program.ts';
import { changesPackages, flags, hasAny, optionals, orHere, values } from '../shorthand.ts';

/** Modules that are the same programs under their own names: `python -m pytest`. */
const modulesThatArePrograms =
  /^(pip|pytest|mypy|black|isort|ruff|flake8|pylint|tox|nox|pre_commit|coverage|poetry|pipenv|uv|pipx|build|twine|sphinx|virtualenv|django|pyright|bandit|autopep8|yapf|jupyter|notebook|uvicorn|gunicorn|flask|celery|alembic|ansible|pip_audit|mkdocs|cookiecutter|hatch|pdm|ipython|pydoc|pyflakes|vulture|dotenv)$/;

/** `-c text` and `-m module` end the options: all that follows is for the program. */
const code: OptionRule = {
  ...rest,
  effects: ({ value }) => (isAboutPython.test(textOf(value) ?? '') ? [] : [runsForeign('python', value)]),
};

/** What python is, and where it is: the module is a part of it, and no other can come before that. */
const isAboutPython =
  /^import sys; ?print\(sys\.(?:version|version_info|executable|path|prefix|base_prefix|platform|maxsize|byteorder)(?:\[:?\d\])?\)$/;
const module: OptionRule = { ...rest, effects: runsModule };

/** Interpreters of Python. */
export const programs: readonly Program[] = [
  {
    names: [
      'python',
      'python3',
      'python2',
      'python3.8',
      'python3.9',
      'python3.10',
      'python3.11',
      'python3.12',
      'python3.13',
      'python3.14',
      'pypy',
      'pypy3',
    ],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-B, -b, -d, -E, -h -? --help, -i, -I, -O, -P, -q, -s, -S, -t, -u, -v, -V --version, -x, -R'),
      ...flags('--help-env, --help-xoptions, --help-all'),
      ...values('--check-hash-based-pycs'),
      '-W': { ...value, effects: importsCategory },
      '-X': value,
      '-c': code,
      '-m': module,
    },
    effects: runsPython,
  },
  {
    names: ['ipython', 'ipython3', 'bpython', 'ptpython'],
    order: 'options-first',
    abbreviates: false,
    options: {
      ...flags('-h --help, --version, -i, --quick, --no-banner, --no-confirm-exit, --pylab'),
      ...optionals('--profile, --colors, --matplotlib'),
      '-c': { ...value, effects: ({ value }) => [runsForeign('python', value), ...runsLines(value)] },
      '-m': { ...value, effects: ({ value }) => [unknownEffect('loaded-code', describeWord(value))] },
    },
    effects: (call) => {
      if (call.operands.length > 0) return runsScript(call);
      if (has(call, '-i') || (!hasAny(call, '-c', '-m') && call.stdin.kind === 'inherited'))
        return [interactive];
      return hasAny(call, '-c', '-m') ? [] : [runsInput('python')];
    },
  },
];

/** Lines that IPython hands to a shell. */
function runsLines(code: Word): readonly Effect[] {
  const lines = (textOf(code) ?? '').matchAll(/^[ \t]*!{1,2}(.+)$/gm);
  return [...lines].slice(0, 64).map(([, line = '']) => runsShell(known(line)));
}

function runsPython(call: Call): readonly Effect[] {
  const isInteractive: readonly Effect[] = has(call, '-i') ? [interactive] : [];
  if (hasAny(call, '--help', '--version', '--help-env', '--help-xoptions', '--help-all')) return [];
  if (hasAny(call, '-c', '-m')) return isInteractive;
  if (call.operands.length > 0) return [...runsScript(call), ...isInteractive];
  const isTerminal = call.stdin.kind === 'inherited';
  return [runsInput('python'), ...(isTerminal || has(call, '-i') ? [interactive] : [])];
}

/** A script, or the standard input. Of `manage.py` the words tell what is done to the database. */
function runsScript(call: Pick<Call, 'operands' | 'stdin'>): readonly Effect[] {
  const [script, ...parameters] = call.operands;
  if (script === undefined) return [];
  if (isInput(script)) return [runsInput('python')];
  const database = prefixOf(script).endsWith('manage.py') ? managesDjango(parameters, call.stdin) : [];
  return [runsFile(script, parameters), ...database];
}

/** What a subcommand of Django's `manage.py` does. */
export function managesDjango([first, ...words]: readonly Word[], stdin: Stdin): readonly Effect[] {
  const action = textOf(first);
  const destructive = ['flush', 'reset_db', 'delete_stale_contenttypes', 'clearsessions'];
  if (action === 'runserver' || action === 'testserver') return [listens];
  if (action === 'shell' || action === 'shell_plus') return runsInShell(words, stdin);
  if (action === 'createsuperuser' && words.some((word) => /^--no-?input$/.test(textOf(word) ?? '')))
    return [changes('database')];
  if (action === 'dbshell' || action === 'createsuperuser') return [interactive];
  if (action === 'migrate') return migrates(words);
  const isChanging = ['loaddata', 'createcachetable'].includes(action ?? '');
  if (!isChanging && !destructive.includes(action ?? '')) return [];
  const isDestructive = destructive.includes(action ?? '');
  return [{ kind: 'changes', subject: 'database', isDestructive, target: null }];
}

/** Of an application that is taken back to before its first migration the tables are gone. */
function migrates(words: readonly Word[]): readonly Effect[] {
  const texts = words.map(textOf);
  if (texts.includes('--plan') || texts.includes('--check')) return [];
  return [texts.includes('zero') ? destroys('database') : changes('database')];
}

/** Code behind `-c`, or what comes in. */
function runsInShell(words: readonly Word[], stdin: Stdin): readonly Effect[] {
  const codes = words.flatMap((word, at) => {
    if (/^(?:-c|--command)$/.test(textOf(words[at - 1]) ?? '')) return [word];
    const start = /^(?:--command=|-c(?=.))/.exec(prefixOf(word));
    return start === null ? [] : [dropStart(word, start[0].length)];
  });
  if (codes.length > 0) return codes.map((code) => runsForeign('python', code));
  return [stdin.kind === 'inherited' ? interactive : runsInput('python')];
}

function runsModule({ value: word, values: words }: Given, call: Call): readonly Effect[] {
  const name = textOf(word);
  const parameters = words.slice(1);
  if (name === null) return [unknownEffect('loaded-code', describeWord(word))];
  // A module of this name in the working directory comes before that of the program.
  if (modulesThatArePrograms.test(name))
    return [runsFile(known(name)), runsCommand([known(commandOf(name)), ...parameters], { isOwnName: true })];
  if (name === 'sysconfig' && parameters.length > 0) return [altersTree(known('.'))];
  const effects = standardModule(name, parameters, call);
  if (/^(?:zipfile|tarfile)$/.test(name) && listsArchive(parameters))
    return parameters.slice(1).map(readsFile);
  if (name === 'pickletools' && parameters.length === operandsAmong(parameters).length)
    return parameters.map(readsFile);
  if (effects === null) return [unknownEffect('loaded-code', `python -m ${name}`)];
  return parameters.length === 1 && /^(?:-h|--help)$/.test(textOf(parameters[0]) ?? '') ? [] : effects;
}

/** The category of a warning filter is imported if it is in a module. */
function importsCategory({ value: word }: Given): readonly Effect[] {
  return word.kind === 'known' && !word.text.includes('.')
    ? []
    : [unknownEffect('loaded-code', describeWord(word))];
}

function commandOf(module: string): string {
  const names: Readonly<Record<string, string>> = {
    pre_commit: 'pre-commit',
    pip_audit: 'pip-audit',
    django: 'django-admin',
    sphinx: 'sphinx-build',
    build: 'pyproject-build',
  };
  return names[module] ?? module;
}

/** Of an archive the names are shown, or it is checked. */
function listsArchive([action, ...files]: readonly Word[]): boolean {
  return /^(?:-l|--list|-t|--test)$/.test(textOf(action) ?? '') && files.length === 1;
}

/** With one of these, `venv` empties its directory first: long options may be shortened. */
const clearing: readonly string[] = ['--cl', '--cle', '--clea', '--clear'];

function clears(parameters: readonly Word[]): boolean {
  return parameters.some((word) => clearing.some((option) => couldBecome(word, option)));
}

function operandsAmong(words: readonly Word[]): readonly Word[] {
  return words.filter((word) => !prefixOf(word).startsWith('-'));
}

/** Modules that come with Python. */
function standardModule(name: string, parameters: readonly Word[], call: Call): readonly Effect[] | null {
  const operands = operandsAmong(parameters);
  switch (name) {
    case 'json.tool':
      return [...operands.slice(0, 1).map(readsFile), ...operands.slice(1, 2).map(replacesFile)];
    case 'http.server':
    case 'SimpleHTTPServer':
      return [listens, readsTree(known('.'))];
    case 'venv':
      return [...operands.map(replacesTree), ...(clears(parameters) ? operands.map(deletesTree) : [])];
    case 'ensurepip':
      return [changesPackages];
    case 'py_compile':
    case 'compileall':
      return orHere(operands).map(altersTree);
    case 'mimetypes':
    case 'this':
    case 'site':
    case 'sysconfig':
    case 'platform':
    case 'calendar':
      return [];
    case 'ast':
    case 'tokenize':
    case 'dis':
    case 'tabnanny':
    case 'pyclbr':
    case 'base64':
    case 'gzip-list':
    case 'quopri':
    case 'uu':
      return operands.map(readsFile);
    case 'gzip':
    case 'zipfile':
    case 'tarfile':
      return [...operands.map(readsTree), altersTree(known('.'))];
    case 'unittest':
    case 'doctest':
      return [runsFile(known('.')), ...operands.map((word) => runsFile(word))];
    case 'timeit':
      return operands.map((word) => runsForeign('python', word));
    case 'pdb':
    case 'cProfile':
    case 'profile':
    case 'trace':
      return [...runsScript({ operands, stdin: call.stdin }), ...(name === 'pdb' ? [interactive] : [])];
    case 'code':
    case 'idlelib':
      return [interactive, ...(call.stdin.kind === 'inherited' ? [] : [runsInput('python')])];
    case 'keyring':
      return [discloses('credentials')];
    default:
      return null;
  }
}
