import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { decoded } from '../decoded.ts';
import { known, textOf, unknown } from '../words.ts';
import { deletesFile, deletesTree, readsFile, replacesFile, runsCommand, runsShell } from './effects.ts';
import { type Arguments, argumentsAt, type Constants, constantsIn, stringAt } from './foreign-arguments.ts';
import { codePlaces } from './foreign-places.ts';
import { withPlainCalls } from './foreign-spellings.ts';
import { variablesShown, withValues } from './foreign-variables.ts';
import type { Call } from './program.ts';
import { isSentence } from './sentences.ts';

/**
 * What can be read of code in another language: strings that are handed to a shell, to a function that deletes, or that are names of files
 * which it opens. What it does else is not known, which is said already: this only adds to it.
 */
export function effectsOfForeign(effect: Effect, { stdin, variable }: Call): readonly Effect[] {
  if (effect.kind !== 'executes') return [];
  const { code } = effect;
  if (code.kind === 'foreign') return readForeign(code.language, textOf(code.text), variable);
  if (code.kind !== 'input' || notCode.has(code.language)) return [];
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? textOf(stdin.text) : null;
  return readForeign(code.language, text, variable);
}

/** The same of the words of a program, or of options, that are not known: of those that stand where most programs take code. */
export function effectsOfWordsAsCode(words: readonly Word[]): readonly Effect[] {
  const texts = words.map(textOf).flatMap((text, at, all) => {
    const behind = takesCode.test(all[at - 1] ?? '') ? text : (codeBehind.exec(text ?? '')?.[1] ?? null);
    return behind === null ? [] : [behind];
  });
  return texts
    .slice(0, maxCalls)
    .flatMap((text) => (mayBeCode.test(text) && !isSentence(text) ? readForeign('javascript', text) : []));
}

const takesCode = /^(?:-[ecEx]|--(?:eval|execute|expression|command|exec))$/;
const codeBehind = /^--(?:eval|execute|expression|command|exec)[=:]([\s\S]*)$/;

/** A function is called with a string. */
const mayBeCode = /\w\s{0,8}\(?\s{0,8}["'`]/;

/** What comes in to these is read by those who say so, or is no language with functions. */
const notCode: ReadonlySet<string> = new Set('shell sql redis crontab openssl dc sed awk program'.split(' '));

/** How much of a text is looked at, and how many calls in it. */
const maxLength = 64 * 1024;
const maxCalls = 64;

/** What can be read of a text in that language. */
export function readForeign(
  language: string,
  given: string | null,
  variable: Call['variable'] = () => null,
): readonly Effect[] {
  if (given === null || given === '') return [];
  const text = withPlainCalls(withValues(given.slice(0, maxLength), variable));
  const hidden = runsText.test(text) ? hiddenTexts(text) : [];
  return [
    ...[text, ...hidden].flatMap((each) => effectsOfText(language, each)),
    ...hidden.map((each) => runsShell(known(each))),
  ].slice(0, maxCalls);
}

const runsText = /\b(?:eval|exec|system|popen|spawn|subprocess|child_process)/;

/** Texts that are written in another way, for it to run them. */
function hiddenTexts(text: string): readonly string[] {
  const texts = callsOf(
    text,
    /\b(?:b64decode|atob|decode_base64|base64_decode|decode64|fromhex|unhexlify|hex2bin|Buffer\.from)\b/g,
  );
  return texts.flatMap((at) => {
    const written = stringAt(text, at) ?? '';
    const base64 = textOf(decoded('base64', ['-d'], known(written)) ?? undefined);
    const made = /^[0-9a-fA-F]+$/.test(written)
      ? textOf(decoded('xxd', ['-r', '-p'], known(written)) ?? undefined)
      : base64;
    return made === null || made === '' ? [] : [made];
  });
}

/** The places behind what the expression finds in the code. */
function callsOf(
  text: string,
  expression: RegExp,
  isCode: (at: number) => boolean = () => true,
): readonly number[] {
  const places: number[] = [];
  for (const match of text.matchAll(expression)) {
    if (!isCode(match.index)) continue;
    places.push(match.index + match[0].length);
    if (places.length >= maxCalls) break;
  }
  return places;
}

/** Names of functions that have a shell run a text, or start a program by its words. */
const starting =
  /(?<![\w-])(?:system[2*]?|p?open[234]|popen|exec(?:File)?(?:Sync)?|exec[lv]p?e?|spawn(?:Sync|[lv]p?e?)?|posix_spawnp?|execa\w*|getoutput|getstatusoutput|check_call|check_output|Popen|shell_exec|passthru|proc_open|pcntl_exec|create_subprocess_\w+|execute|capture[23]e?|callCommand|callProcess|readProcess|ProcessBuilder|Command|(?:run-)?shell-command(?:-to-string)?|run-program|(?:call|start)-\bprocess|os[.:]cmd|System\.cmd|Sys\.command|readpipe|startProcess|pty\.spawn|shelljs\.exec|Bun\.spawn|sh\.run|Run)(?![\w-])/g;

/** The same with names that other functions have too: where a module is there for it, or a list of words is given. */
const perhapsStarting = /(?<![\w-])(?:run|call|command|cmd|shell|sh)(?![\w-])/g;
const startsPrograms =
  /subprocess|java\.shell|babashka|\(shell "|child_process|execa|\bzx\b|shell\s*=\s*True|Process|\bpty\b/;

const deletingTrees =
  /(?<![\w-])(?:rmtree|remove_tree|rm_rf|rm_r|remove_entry(?:_secure)?|rimraf(?:Sync|\.sync)?|(?<!Deno\.)removeSync|emptyDir(?:Sync)?|delete-directory(?:\/files|-tree)?|delete_directory(?:_and_contents)?|delete-tree|del_dir_r|dir_delete|deleteRecursively|deleteDirectory|removeDir|removeDirectoryRecursive|removePathForcibly|Directory\]?(?:\.|::)Delete|remove_dir_all|RemoveAll|unlinkdir)(?![\w-])/g;
const deletingFiles =
  /(?<![\w-])(?:unlink(?:Sync)?|rm(?:Sync|dir|dirSync)?|os\.remove|os\.removedirs|File\.delete|Dir\.delete|FileUtils\.rm\w*|delete-file|Deno\.remove(?:Sync)?|remove_file)(?![\w-])/g;
const listing =
  /(?<![\w-])(?:i?glob(?:Sync|\.sync)?|rglob|os\.walk|os\.listdir|os\.scandir|readdir(?:Sync)?|Dir(?:\.glob|\.children|\.entries|\.each_child)?|scandir|Find\.find|find)(?![\w-])\s*[([]/g;

const opening =
  /(?<![\w-])(?:open|fopen|io\.open|io\.lines|readFile(?:Sync)?|readTextFile(?:Sync)?|createReadStream|file_get_contents|readfile|File\.(?:read|readlines|open|binread)|IO\.(?:read|readlines)|readlines|readLines|read_text|read_file|slurp|Bun\.file|linecache\.getlines?|fileinput\.input|read_(?:csv|table|fwf)|loadtxt|genfromtxt|run_path|load_dotenv|dotenv_values|loadEnvFile)(?![\w-])/g;
/** These give back what is in `.env`, if they are told no other file. */
const ownFile =
  /(?<![\w-])dotenv_values\s*\(\s*\)|(?<![\w-])(?:require\s*\(\s*["']dotenv["']\s*\)|dotenv)\s*\.config\s*\([^()]*\)\s*\.parsed\b/g;
const writing =
  /(?<![\w-])(?:writeFile(?:Sync)?|writeTextFile(?:Sync)?|appendFile(?:Sync)?|createWriteStream|file_put_contents|File\.write|IO\.write|truncate(?:Sync)?|Bun\.write|writeLines)(?![\w-])/g;
/** Two paths, from one to the other. */
const moving =
  /(?<![\w-])(?:shutil\.move|os\.(?:rename|renames|replace)|fs\.rename|renameSync|File\.rename|FileUtils\.mv|Deno\.rename(?:Sync)?|(?<!\.)rename)(?![\w-])/g;
const copying =
  /(?<![\w-])(?:shutil\.copy(?:2|file|tree)?|copyFile(?:Sync)?|fs\.cp(?:Sync)?|File\.copy|FileUtils\.cp(?:_r)?|Deno\.copyFile(?:Sync)?)(?![\w-])/g;
/** A path first, and then what is done with it. */
const paths = /(?<![\w-])(?:Path|PosixPath|Pathname\.new|Pathname|File)\s*\(/g;
/** Of Vim, that deletes a tree where it is told so. */
const deletingWithFlags = /(?<![\w-])delete\s*\(\s*(["'])([^"'\n]{1,200})\1\s*,\s*["']rf["']/g;

function effectsOfText(language: string, text: string): readonly Effect[] {
  const constants = constantsIn(text);
  const isCode = codePlaces(language, text);
  const isCall = (at: number) => isCode(at) && !isMethodOfOther(language, text, at);
  const read = (expression: RegExp, effects: (found: Arguments) => readonly Effect[]) =>
    callsOf(text, expression, isCall).flatMap((at) => effects(argumentsAt(text, at, constants)));
  const isStarting = startsPrograms.test(text) || language === 'prolog';
  const perhaps = (found: Arguments) =>
    isStarting || found.before.includes('[') || isProgramAndOption(found) ? started(found, constants) : [];
  return [
    ...read(starting, (found) => started(found, constants)),
    ...read(perhapsStarting, perhaps),
    ...commandsIn(language, text, isCode).map((command) => runsShell(known(command))),
    ...[...text.matchAll(/\b(?:unlink|rm)\b[\s(]{0,4}(?:for(?:each)?[\s(]{1,4})?<([^<>\n]{1,200})>/g)]
      .filter(({ index }) => isCode(index))
      .slice(0, maxCalls)
      .map(([, glob = '']) => deletesAll(glob)),
    ...[...text.matchAll(/\bfile\s+delete\s+(?:-\w+\s+)*([\w./*-]+)/g)]
      .slice(0, maxCalls)
      .map(([, path = '']) => deletesAll(path)),
    ...(language === 'vim' ? [...text.matchAll(deletingWithFlags)] : [])
      .slice(0, maxCalls)
      .map(([, , path = '']) => deletesAll(path)),
    ...read(deletingTrees, (found) => pathsOf(found, constants).map(deletesAll)),
    ...read(deletingFiles, (found) => deleted(found, constants, text)),
    ...read(opening, (found) => opened(found)),
    ...callsOf(text, ownFile, isCode).map(() => readsFile(known('.env'))),
    ...read(writing, ({ strings: [path] }) => (path === undefined ? [] : [replacesFile(pathWord(path))])),
    ...read(moving, (found) => between('mv', found)),
    ...read(copying, (found) => between('cp', found)),
    ...read(paths, usedPath),
    ...variablesShown(text),
  ];
}

/** What stands in the place of two paths is what the command for it does with them. */
function between(program: 'mv' | 'cp', { strings }: Arguments): readonly Effect[] {
  const [from, to] = strings;
  if (from === undefined || to === undefined || from === '' || to === '') return [];
  const options = program === 'cp' ? ['-r', '--'] : ['--'];
  return [
    runsCommand([known(program), ...options.map(known), wordOf(from), wordOf(to)], { isOwnName: true }),
  ];
}

function isProgramAndOption({ strings: [name = '', option = ''] }: Arguments): boolean {
  return !/\s/.test(name) && /^-\w/.test(option);
}

/** `.exec` of a regular expression or of a database, `.command` of a parser: where nothing is there that starts programs. */
function isMethodOfOther(language: string, text: string, at: number): boolean {
  if (text[at - 1] !== '.' || startsPrograms.test(text)) return false;
  const isQuery = text.startsWith('execute', at) && text.slice(at - 3, at) !== 'os.';
  return (
    isQuery ||
    (language === 'javascript' && /^exec\b/.test(text.slice(at, at + 5)) && !/shell|\bsh\./.test(text))
  );
}

/** Text for a shell, or a program and its words. */
function started({ strings, name }: Arguments, constants: Constants): readonly Effect[] {
  const [first, second] = strings.length > 0 ? strings : [constants.get(name ?? '')];
  if (first === undefined || first.trim() === '') return [];
  if (second === undefined || /\s/.test(first)) return [runsShell(known(first))];
  const words = first.split('/').at(-1) === second.split('/').at(-1) ? strings.slice(1) : strings;
  return [runsCommand(words.map(wordOf), { isOwnName: true })];
}

function wordOf(text: string): Word {
  const at = text.indexOf('$*');
  return at === -1 ? known(text) : unknown(text.slice(0, at), text.slice(text.lastIndexOf('$*') + 2));
}

/** Commands that stand in the code as they are: in backquotes, and in lines of programs that take commands. */
function commandsIn(language: string, text: string, isCode: (at: number) => boolean): readonly string[] {
  const quoted =
    language === 'javascript'
      ? /\$`([^`]*)`/g
      : /`([^`]*)`|\bqx\s?\{([^}]*)\}|\bqx\s?\(([^)]*)\)|%x\s?[({[]([^)}\]]*)[)}\]]/g;
  const lines =
    /(?:^|[\n;|:{[])[ \t]{0,40}(?:(?:platform[ \t])?shell|system|exec|spawn|do shell script|:?ter(?:m|minal)?|:?(?:r|w|e|read|write)?[ \t]{0,40}!)[ \t]*(?![ \t("'=])([^\n;\]}]+)/g;
  if (language === 'make') return recipesIn(text);
  const expressions = hasCommandLines.has(language) ? [quoted, lines] : language === 'python' ? [] : [quoted];
  return expressions.flatMap((expression) =>
    [...text.matchAll(expression)]
      .filter(({ index }) => expression === lines || isCode(index))
      .slice(0, maxCalls)
      .flatMap((match) => match.slice(1).filter((found) => found !== undefined)),
  );
}

/** What a Makefile has a shell run, with any words in the place of its own variables. */
function recipesIn(text: string): readonly string[] {
  const recipes = text.matchAll(/^(?:\t|[^\t#\n:]*:[^=;\n]*;)[ \t]*[@+-]*(.+)$|\$[({]shell\s+([^\n]*)[)}]/gm);
  return [...recipes].slice(0, maxCalls).flatMap(([, recipe, call]) => {
    const command = (recipe ?? call ?? '')
      .replace(/\$[({][\w.]+[)}]|\$[@<^?*]/g, '$*')
      .replaceAll('$$', () => '$');
    return command.includes('$(') && recipe !== undefined ? [] : [command];
  });
}

const hasCommandLines: ReadonlySet<string> = new Set(
  'gdb ghci vim tclsh wish expect gnuplot lftp sftp mail other'.split(' '),
);

function pathsOf({ strings, name }: Arguments, constants: Constants): readonly string[] {
  const named = constants.get(name ?? '');
  return strings.length > 0 ? strings.filter((text) => text !== '') : named === undefined ? [] : [named];
}

/** Files that match, where it is a pattern. */
function deletesAll(path: string): Effect {
  return /[*?]/.test(path) ? runsShell(known(`rm -rf -- ${path}`)) : deletesTree(pathWord(path));
}

function deleted(found: Arguments, constants: Constants, text: string): readonly Effect[] {
  const named = pathsOf(found, constants).slice(0, 8);
  // What it goes through is named elsewhere.
  const listed =
    named.length > 0
      ? []
      : callsOf(text, listing).flatMap((at) => argumentsAt(text, at, constants).strings.slice(0, 1));
  // By a name, or by their place: of R `unlink(path, TRUE)`, of Octave `rmdir(path, "s")`.
  const isRecursive =
    /recursive['"]?\s*[:=]\s*(?:true|True|TRUE|T\b|1|!0)|^\s*,\s*(?:TRUE|T)\s*\)/.test(found.behind) ||
    found.strings[1] === 's';
  const isMatched = /glob|</.test(found.before);
  return [
    ...named.map((path) => (isRecursive || isMatched ? deletesAll(path) : deletesFile(pathWord(path)))),
    ...listed.map(deletesAll),
  ];
}

function opened({ strings: [path, mode = 'r'] }: Arguments): readonly Effect[] {
  // Perl runs what stands before or behind a bar.
  if (path !== undefined && /^\||\|$/.test(path)) return [runsShell(known(path.replace(/^\||\|$/g, '')))];
  if (path === undefined || path === '' || /\s/.test(path)) return [];
  const isWritten = /^[waxr]b?\+?[bt]?$/.test(mode) && /[wax+]/.test(mode);
  return [isWritten ? replacesFile(pathWord(path)) : readsFile(pathWord(path))];
}

function usedPath({ strings: [path], behind }: Arguments): readonly Effect[] {
  if (path === undefined) return [];
  if (/^\s*\)+\.delete(?:Dir|Recursively)\b/.test(behind)) return [deletesAll(path)];
  if (/^\s*\)+\.(?:read_|open|read\b|each_line|readText|readLines|text\b)/.test(behind))
    return [readsFile(pathWord(path))];
  if (/^\s*\)+\.write/.test(behind)) return [replacesFile(pathWord(path))];
  return /^\s*\)+\.(?:unlink|delete)/.test(behind) ? [deletesFile(pathWord(path))] : [];
}

function pathWord(path: string): Word {
  return wordOf(path);
}
