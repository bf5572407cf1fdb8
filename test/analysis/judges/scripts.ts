import fc from 'fast-check';
import { flowCommands } from './flow-commands.ts';
import { listCommands } from './list-commands.ts';
import { rareCommands } from './rare-commands.ts';
import { textCommands } from './text-commands.ts';
import {
  ansiWords,
  arithmetic,
  declarations,
  directories,
  files,
  oddCommands,
  otherRedirects,
  outputOperators,
  parameters,
  plainWords,
  programs,
  quotedWords,
  substitutions,
  suffixes,
  testOperators,
  variables,
  wrappers,
} from './vocabulary.ts';

/**
 * Scripts that can do no harm: the programs in them do not exist, or note that they were called, and files are only written
 * below the working directory. They are made to be hard to follow.
 */

const variable = fc.constantFrom(...variables);
const program = fc.constantFrom(...programs);
const plain = fc.constantFrom(...plainWords);
const directory = fc.constantFrom(...directories);

/** A text as one word in single quotes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

const grammar = fc.letrec<
  Record<'word' | 'argument' | 'expansion' | 'simple' | 'command' | 'list' | 'compound' | 'redirect', string>
>((tie) => ({
  expansion: fc.oneof(
    variable.map((name) => `$${name}`),
    variable.map((name) => `\${${name}}`),
    fc
      .tuple(variable, fc.constantFrom(...testOperators), tie('word'))
      .map(
        ([name, operator, word]) => `\${${name}${operator}${operator.startsWith('/') ? `${word}/z` : word}}`,
      ),
    fc.tuple(variable, fc.constantFrom(...suffixes)).map(([name, operator]) => `\${${name}${operator}}`),
    fc.constantFrom(...parameters),
    fc.constantFrom(...arithmetic),
    tie('command').map((command) => `$(${command}\n)`),
    fc.constantFrom(...substitutions),
  ),
  word: fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 3, arbitrary: tie('expansion') },
    { weight: 2, arbitrary: tie('expansion').map((text) => (text.startsWith('"') ? text : `"${text}"`)) },
    { weight: 1, arbitrary: fc.constantFrom(...ansiWords) },
    { weight: 1, arbitrary: fc.tuple(plain, tie('expansion')).map(([a, b]) => `${a}${b}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(tie('expansion'), plain).map(([a, b]) => `./${a}/${b.replace(/^[#~]/, 'b')}`),
    },
    { weight: 1, arbitrary: fc.constantFrom(...quotedWords) },
  ),
  argument: tie('word'),
  redirect: fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...outputOperators), fc.constantFrom(...files))
        .map(([operator, name]) => ` ${operator} ${name}`),
    },
    { weight: 1, arbitrary: fc.constantFrom(...otherRedirects) },
  ),
  simple: fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(program, fc.array(tie('argument'), { maxLength: 3 }), tie('redirect'))
        .map(([name, words, redirect]) => [name, ...words].join(' ') + redirect),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('expansion'), fc.array(tie('argument'), { maxLength: 2 }))
        .map(([name, words]) => [name, ...words].join(' ')),
    },
    {
      weight: 5,
      arbitrary: fc.tuple(variable, fc.oneof(tie('word'), program)).map(([name, word]) => `${name}=${word}`),
    },
    { weight: 1, arbitrary: fc.tuple(variable, tie('word')).map(([name, word]) => `${name}+=${word}`) },
    {
      weight: 1,
      arbitrary: fc
        .array(tie('argument'), { maxLength: 3 })
        .map((words) => `names=(${words.filter((word) => !word.startsWith('[')).join(' ')})`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(variable, tie('word'), program)
        .map(([name, word, command]) => `${name}=${word} ${command} $${name}`),
    },
    { weight: 3, arbitrary: directory.map((path) => `cd ${path}`) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        directory.map((path) => `pushd ${path}`),
        fc.constant('popd'),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.array(tie('argument'), { maxLength: 3 }).map((words) => `set -- ${words.join(' ')}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...declarations), variable, tie('word'))
        .map(([name, to, word]) => `${name} ${to === 'n' ? 'q' : to}=${word}`),
    },
    { weight: 1, arbitrary: tie('command').map((text) => `eval ${quote(text)}`) },
    {
      weight: 1,
      arbitrary: fc.tuple(program, tie('word')).map(([name, word]) => `eval "${name} \\"\\$v\\"" ${word}`),
    },
    { weight: 1, arbitrary: tie('list').map((text) => `bash -c ${quote(text)} zero one two`) },
    {
      weight: 1,
      arbitrary: tie('list').map((text) => (text.includes('END') ? text : `bash <<'END'\n${text}\nEND\n`)),
    },
    { weight: 1, arbitrary: tie('list').map((text) => `printf '%s\\n' ${quote(text)} | bash`) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom(...wrappers),
          fc.constantFrom('st1', 'st2'),
          fc.array(tie('argument'), { maxLength: 2 }),
        )
        .map(([wrapper, name, words]) => `${wrapper} ${name} ${words.join(' ')}`),
    },
    {
      weight: 6,
      arbitrary: fc.constantFrom(...oddCommands),
    },
    {
      weight: 3,
      arbitrary: fc.constantFrom(...rareCommands),
    },
    { weight: 3, arbitrary: fc.constantFrom(...listCommands) },
    { weight: 3, arbitrary: fc.constantFrom(...flowCommands) },
    { weight: 3, arbitrary: fc.constantFrom(...textCommands) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('command'), fc.constantFrom('EXIT', 'ERR', 'DEBUG', 'RETURN'))
        .map(([text, signal]) => `trap ${quote(text)} ${signal}`),
    },
  ),
  command: fc.oneof({ weight: 5, arbitrary: tie('simple') }, { weight: 1, arbitrary: tie('compound') }),
  compound: fc.oneof(
    fc
      .tuple(tie('command'), fc.constantFrom('&&', '||', ';', '|', '|&'), tie('command'))
      .map(([a, operator, b]) => `${glue(a)} ${operator} ${glue(b)}`),
    tie('list').map((body) => `( ${body}\n)`),
    fc.tuple(tie('list'), tie('redirect')).map(([body, redirect]) => `{ ${body}\n}${redirect}`),
    fc
      .tuple(tie('command'), tie('list'), tie('list'))
      .map(([a, b, c]) => `if ${glue(a)}; then ${b}\nelse ${c}\nfi`),
    fc
      .tuple(variable, fc.array(tie('argument'), { minLength: 1, maxLength: 3 }), tie('list'))
      .map(
        ([name, words, body]) => `for ${name === 'n' ? 'v' : name} in ${words.join(' ')}; do ${body}\ndone`,
      ),
    fc
      .tuple(tie('command'), tie('list'))
      .map(([clause, body]) => `i=0; while [ $((i++)) -lt 2 ] && ${glue(clause)}; do ${body}\ndone`),
    tie('list').map((body) => `for ((j = 0; j < 2; j++)); do ${body}\ndone`),
    fc
      .tuple(tie('word'), tie('list'), tie('list'), fc.constantFrom(';;', ';&', ';;&'))
      .map(([word, a, b, end]) => `case ${word} in a*) ${a}\n${end} *) ${b}\n;; esac`),
    fc
      .tuple(fc.constantFrom('f', 'g', 'ok1', 'h'), tie('list'))
      .map(([name, body]) => `${name}() { ${body}\n}`),
    tie('command').map((command) => `! ${glue(command)}`),
    tie('command').map((command) => `${glue(command)} & wait`),
    tie('word').map((word) => `[[ -n ${word.replace(/[*?[\]{}~]/g, '').replaceAll("''", "'e'") || 'e'} ]]`),
  ),
  list: fc.array(tie('command'), { minLength: 1, maxLength: 4 }).map((commands) => commands.join('\n')),
}));

/** A command that may end with a here-document has to have a line end behind it: it is put in braces. */
function glue(command: string): string {
  return command.includes('\n') ? `{ ${command}\n}` : command;
}

/** Most scripts begin with numbers: what arithmetic makes of variables that are not known is not followed. */
const start = fc.constantFrom(
  'n=1 x=0',
  'n=1 x=0 v=ok1',
  'n=1 x=2 w="a b" names=(ok2 b)',
  'n=0 x=7 v=d1 w=ok2',
  '',
);

export const script: fc.Arbitrary<string> = fc
  .tuple(start, fc.array(grammar.command, { minLength: 1, maxLength: 5 }))
  .map(([first, commands]) => [first, ...commands].join('\n'));
