import { rememberLast } from '../confine/remember.ts';
import { shortestMasked } from '../confine/secrets.ts';
import type { CleanRule } from '../model/capture.ts';
import { createEscapeFilter } from './escapes.ts';
import { createSecretMask } from './mask.ts';
import { createRedrawFolder } from './redraws.ts';
import { createRepeatCounter, type RepeatStage } from './repeats.ts';
import type { Run } from './runs.ts';
import type { LineStage, Stage } from './stage.ts';

/** Makes the text for a model out of a stream. */
export interface Cleaner {
  /** `run`: the run that the chunk has, as `findRun` tells it. */
  push(chunk: Buffer, run: Run | null): void;
  finish(): void;
}

/**
 * Puts the stages that a rule asks for in front of `to`. A secret is looked for in what a terminal would show, so that
 * nothing invisible can hide it, and before lines are counted, so that counting does not take a line out of it.
 */
export function createCleaner(
  rule: CleanRule,
  secrets: readonly string[],
  to: (bytes: Buffer) => void,
): Cleaner {
  const end: Stage = { push: to, finish: () => {}, rests: true };
  const repeats = rule.repeats ? createRepeatCounter(end) : null;
  const mask =
    rule.secrets && secrets.length > 0
      ? createSecretMask(maskedTexts(secrets, rule.escapes, rule.redraws), repeats ?? end)
      : null;
  const screen = createScreen(rule, mask ?? repeats ?? end);
  return { push, finish: screen.finish };

  function push(chunk: Buffer, run: Run | null): void {
    if (run === null || repeats === null) screen.push(chunk);
    else pushRun(chunk, run, repeats);
  }

  /**
   * A line that leaves every stage as it found it, and comes out of them as the one line that came before, will do so
   * as often as it comes: then it need not be given to them each time.
   */
  function pushRun(chunk: Buffer, { start, length, times }: Run, counter: RepeatStage): void {
    const line = chunk.subarray(start, start + length);
    screen.push(chunk.subarray(0, start + length));
    screen.push(line);
    const isSteady = rests() && counter.timesInRow >= 2;
    const before = counter.timesInRow;
    screen.push(line);
    if (isSteady && rests() && counter.timesInRow === before + 1) {
      counter.comeAgain(times - 3);
      screen.push(chunk.subarray(start + times * length));
    } else screen.push(chunk.subarray(start + 3 * length));
  }

  function rests(): boolean {
    return screen.rests && (mask?.rests ?? true);
  }
}

type ScreenRule = Pick<CleanRule, 'escapes' | 'redraws'>;

/** The stages that make of a stream what a terminal would show. */
function createScreen(rule: ScreenRule, next: Stage): Stage {
  if (!rule.escapes) return rule.redraws ? createRedrawFolder(next) : next;
  const lines: LineStage = rule.redraws ? createRedrawFolder(next) : withoutControls(next);
  const escapes = createEscapeFilter(lines);
  return {
    push: escapes.push,
    finish: escapes.finish,
    get rests() {
      return escapes.rests && lines.rests;
    },
  };
}

function withoutControls(stage: Stage): LineStage {
  return {
    push: stage.push,
    finish: stage.finish,
    control: () => {},
    get rests() {
      return stage.rests;
    },
  };
}

/** Rules whose texts are remembered: 8, which is more than a host has. */
const mostRules = 8;

/** To clean the secrets takes as long as a command that says a line, and they are the same for each. */
const maskedTexts = rememberLast(
  mostRules,
  (secrets: readonly string[], escapes: boolean, redraws: boolean): readonly string[] => [
    ...secrets,
    ...shownSecrets({ escapes, redraws }, secrets),
  ],
);

/** The secrets as they look once they were cleaned themselves: a key that ends its lines with `\r\n` loses the `\r`. */
function shownSecrets(rule: ScreenRule, secrets: readonly string[]): readonly string[] {
  return secrets
    .map((secret) => shown(rule, secret))
    .filter((text) => text.length >= shortestMasked && !secrets.includes(text));
}

function shown(rule: ScreenRule, text: string): string {
  const parts: Buffer[] = [];
  const push = (bytes: Buffer): void => {
    parts.push(Buffer.from(bytes));
  };
  const screen = createScreen(rule, { push, finish: () => {}, rests: true });
  screen.push(Buffer.from(text));
  screen.finish();
  return Buffer.concat(parts).toString();
}
