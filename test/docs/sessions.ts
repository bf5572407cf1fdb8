import type { Block } from '../support/documents.ts';
import { output, type Stage } from './stage.ts';

/** A command of a block, and what is shown as its output; `null`: nothing is, and it has to succeed. */
interface Step {
  readonly command: string;
  readonly shown: string | null;
}

/** What a command printed beside what is shown, both without what differs from run to run. */
export interface Played {
  readonly command: string;
  readonly printed: string;
  /** Matches what may be printed. */
  readonly pattern: RegExp;
}

/** Lines that begin with `$ ` are commands, those after them their output; without any, every line is one. */
export function stepsOf(text: string): readonly Step[] {
  if (!text.startsWith('$ ')) return [{ command: text, shown: null }];
  return text
    .split(/^\$ /m)
    .slice(1)
    .map((step) => {
      const [first = '', ...lines] = step.split('\n');
      const more = lines.findIndex((line) => !line.startsWith('> '));
      const command = [first, ...lines.slice(0, more).map((line) => line.slice(2))].join('\n');
      return { command, shown: lines.slice(more).join('\n') };
    });
}

const mark = '\u0001end of step\n';
/** Tells the end of a step and keeps the exit status for the next one. */
const endOfStep = `__status=$?; printf '%s' $'${mark.replace('\u0001', '\\x01').replace('\n', '\\n')}'; (exit $__status)\n`;

/** Runs the commands of a block one after the other in one shell, as its reader would. */
export async function play({ text }: Block, stage: Stage): Promise<readonly Played[]> {
  const steps = stepsOf(text);
  const [only] = steps;
  if (only?.shown === null) {
    await output('bash', ['--norc', '-euc', only.command], stage);
    return [];
  }
  const script = steps.map(({ command }) => `${command}\n${endOfStep}`).join('');
  const printed = (await output('bash', ['--norc', '-c', `exec 2>&1\n${script}exit 0`], stage)).split(mark);
  return steps.map(({ command, shown }, index) => ({
    command,
    printed: normal(printed[index] ?? ''),
    pattern: patternOf(normal(shown ?? '')),
  }));
}

/** Text in which what differs from run to run is the same: ids, times, durations. */
function normal(text: string): string {
  return text
    .replace(/\b[0-9a-f]{16}\b/g, '<id>')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replace(/\b[\d.]+ m?s\b/g, '<duration>')
    .replace(/(?<="duration_ms":)\d+/g, '<ms>');
}

/** Matches a text in which `…` stands for any part of a line, and for any lines where it is alone. */
function patternOf(shown: string): RegExp {
  const literal = shown.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const pattern = literal.replace(/^…\n/gm, String.raw`(?:.*\n)*?`).replaceAll('…', '.*');
  return new RegExp(`^${pattern}$`);
}
