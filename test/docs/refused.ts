import { analyze } from '../../src/analysis/analyze.ts';
import type { Invocation } from '../../src/model/analysis.ts';
import { judgeCommand } from '../../src/policy/judge-command.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';
import type { Block } from '../support/documents.ts';
import { stepsOf } from './sessions.ts';

const where = { cwd: '/home/me/project', home: '/home/me' };

/** What a reader runs beside Handrail itself. A document that wants another program has to say so here. */
const programs = 'handrail echo printf export cat grep head tail wc ls mkdir touch cd git'.split(' ');

/**
 * What of a block is never run: what Handrail itself would refuse, which is for `check` and `explain`, and programs that
 * are not known to do no harm. The first is looked for in what is given to Handrail too.
 */
export function refusedIn({ language, text }: Block): readonly string[] {
  const commands = language === 'sh' ? stepsOf(text).map(({ command }) => command) : literalsOf(text);
  const given = language === 'sh' ? commands.flatMap(givenIn) : [];
  const denied = [...commands, ...given].filter(isDenied);
  return [...denied, ...(language === 'sh' ? commands.flatMap(othersIn) : [])];
}

/** What a model is denied because it is for a person, and so for whoever reads the page. */
const forPersons = ['answer-approval', 'change-handrail'];

function isDenied(command: string): boolean {
  const { findings } = judgeCommand(shippedPolicy, command, where).decision;
  return findings.some(({ id, verdict }) => verdict === 'deny' && !forPersons.includes(id));
}

/** The commands that programs give to a bash. */
function literalsOf(text: string): readonly string[] {
  return [...text.matchAll(/\bcommand: (['"`])(.*?)\1/g)].map(([, , command = '']) => command);
}

function othersIn(command: string): readonly string[] {
  return invocationsOf(command)
    .filter(({ parent, resolution }) => parent === null && resolution !== 'nothing')
    .flatMap(({ name }) => (programs.includes(name ?? '') ? [] : [`${name} in ${command}`]));
}

/** What is given to `handrail run` and `handrail call`. */
function givenIn(command: string): readonly string[] {
  return invocationsOf(command)
    .filter(({ name }) => name === 'handrail')
    .flatMap(({ argv }) => {
      const words = argv.map((word) => (word.kind === 'known' ? word.text : ''));
      if (words[1] === 'run') return words.slice(words.indexOf('--') + 1);
      return words[1] === 'call' ? [/"command": *"((?:\\.|[^"])*)"/.exec(words.join(' '))?.[1] ?? ''] : [];
    });
}

function invocationsOf(command: string): readonly Invocation[] {
  const analysis = analyze(command, where);
  if (analysis.kind !== 'parsed') throw new Error(`expected a command that can be read, got ${command}`);
  return analysis.invocations;
}
