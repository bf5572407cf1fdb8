import { describeWord } from '../analysis/words.ts';
import type { Code, Effect } from '../model/effect.ts';
import type { Word } from '../model/word.ts';

/** An effect in a few words, for people. */
export function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'reads':
    case 'deletes':
      return `${effect.kind} ${describeWord(effect.path)}${effect.isRecursive ? ' and all in it' : ''}`;
    case 'writes':
      return `${effect.how} ${describeWord(effect.path)}${effect.isRecursive ? ' and what is in it' : ''}`;
    case 'changes-directory':
      return `goes to ${describeWord(effect.path)}`;
    case 'executes':
      return `runs ${describeCode(effect.code)}`;
    case 'network':
      return `${effect.direction} over the network${ofWord(effect.host, ': ')}`;
    case 'privilege':
      return `acts as ${effect.user === null ? 'root' : describeWord(effect.user)}`;
    case 'discloses':
      return `shows ${effect.what === 'variable' ? `the variable ${effect.name ?? '(all)'}` : effect.what}`;
    case 'changes':
      return `${effect.isDestructive ? 'destroys' : 'changes'} ${describeChanged(effect)}`;
    case 'sets':
      return `sets ${effect.name}=${describeWord(effect.value)} for the ${effect.scope}`;
    case 'interactive':
      return 'waits for a person';
    case 'background':
      return 'leaves something running';
    case 'unknown':
      return `unknown: ${effect.code} ${effect.subject}`.trimEnd();
  }
}

/** What is changed, in a few words. Of an approval the target says it all. */
export function describeChanged({ subject, target }: Extract<Effect, { kind: 'changes' }>): string {
  return subject === 'approvals' && target !== null
    ? describeWord(target)
    : `${subject}${ofWord(target, ' ')}`;
}

function ofWord(word: Word | null, before: string): string {
  return word === null ? '' : `${before}${describeWord(word)}`;
}

function describeCode(code: Code): string {
  switch (code.kind) {
    case 'command':
      return `${code.words.map(describeWord).join(' ')}${code.hasMore ? ' …' : ''}`;
    case 'shell':
      return `in a shell: ${describeWord(code.text)}`;
    case 'file':
      return `the file ${describeWord(code.path)}`;
    case 'foreign':
      return `${code.language} code`;
    case 'input':
      return `what it reads, as ${code.language} code`;
  }
}
