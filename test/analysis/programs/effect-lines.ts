import { effectsOf } from '../../../src/analysis/programs/effects-of.ts';
import { programNamed } from '../../../src/analysis/programs/registry.ts';
import { describeWord, known } from '../../../src/analysis/words.ts';
import type { Code, Effect, Setting } from '../../../src/model/effect.ts';
import type { Word } from '../../../src/model/word.ts';

/** What a call does, each effect as a line, in the directory `/w`. A string is a known word. */
export function effectLines(...argv: readonly (string | Word)[]): readonly string[] {
  const words = argv.map((word) => (typeof word === 'string' ? known(word) : word));
  const name = describeWord(words[0] ?? known(''));
  const program = programNamed(name);
  if (program === null) throw new Error(`${name} is not in the registry`);
  const circumstances = { name, argv: words, stdin: { kind: 'inherited' }, cwd: known('/w') } as const;
  return effectsOf(program, circumstances).map(describeEffect);
}

/** An effect as a line. */
function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'reads':
    case 'deletes':
      return `${effect.kind}${effect.isRecursive ? ' all of' : ''} ${describeWord(effect.path)}`;
    case 'writes':
      return `${effect.how}${effect.isRecursive ? ' all of' : ''} ${describeWord(effect.path)}`;
    case 'executes':
      return describeCode(effect.code);
    case 'unknown':
      return `${effect.code} ${effect.subject}`;
    case 'network':
      return `${effect.direction}${named(effect.host)}`;
    case 'privilege':
      return `privilege${named(effect.user)}`;
    case 'discloses':
      return effect.what === 'variable'
        ? `discloses variable ${effect.name ?? '*'}`
        : `discloses ${effect.what}`;
    case 'changes':
      return `${effect.isDestructive ? 'destroys' : 'changes'} ${effect.subject}${named(effect.target)}`;
    case 'sets':
      return `sets ${effect.name}=${describeWord(effect.value)} for the ${effect.scope}`;
    case 'changes-directory':
      return `changes-directory ${describeWord(effect.path)}`;
    case 'interactive':
    case 'background':
      return effect.kind;
  }
}

function describeCode(code: Code): string {
  switch (code.kind) {
    case 'command':
      return `executes ${code.words.map(describeWord).join(' ')}${code.hasMore ? ' and more' : ''}${settingOf(code.setting)}`;
    case 'shell':
      return `executes shell ${describeWord(code.text)}${code.parameters.map((word) => ` | ${describeWord(word)}`).join('')}${settingOf(code.setting)}`;
    case 'file':
      return `executes file ${describeWord(code.path)}`;
    case 'foreign':
      return `executes ${code.language} ${describeWord(code.text)}`;
    case 'input':
      return `executes ${code.language} from its input${settingOf(code.setting)}`;
  }
}

function settingOf({ cwd, assignments = [], isElsewhere = false, isBackground = false }: Setting): string {
  const directory = cwd === undefined ? '' : ` in ${describeWord(cwd)}`;
  const variables = assignments.map(({ name, value }) => ` with ${name}=${describeWord(value)}`).join('');
  return `${directory}${variables}${isElsewhere ? ' elsewhere' : ''}${isBackground ? ' in the background' : ''}`;
}

function named(word: Word | null): string {
  return word === null ? '' : ` ${describeWord(word)}`;
}
