import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { known, prefixOf, textOf } from '../words.ts';
import { commandsIn, found, looksLikeCommand } from './commands-in-text.ts';
import { runsCommand, runsShell } from './effects.ts';
import { programNamed } from './registry.ts';

/**
 * Commands among the words of a program, or behind options, that are not known. What the program does with them is not
 * known, which is said already: this only adds to it. Taken for a command is
 *
 * - what stands behind `--`, `exec`, `run` and their like, where it begins with a program that is known,
 * - words that look like a command which deletes, or like one that runs another, wherever they stand,
 * - such a text within a word, unless the word is a message or a pattern, or sentences that quote it.
 */
export function effectsOfWordsAsCommands([name, ...words]: readonly Word[]): readonly Effect[] {
  const takesTexts = takingTexts.has(prefixOf(name ?? known('')));
  const texts = words.map(textOf);
  const starts = texts.flatMap((_, at) => (startsCommand(texts, at) ? [at] : []));
  const isMessage = (text: string, at: number) =>
    takesMessage.test(texts[at - 1] ?? '') || takesMessage.test(text.split('=', 1)[0] ?? '');
  const within = texts.flatMap((text, at) =>
    takesTexts || text === null || isMessage(text, at) ? [] : commandsIn(text),
  );
  return [
    ...starts.slice(0, maxCommands).map((at) => runsCommand(words.slice(at), found)),
    ...within.slice(0, maxCommands).map((text) => runsShell(known(text), [], found)),
  ];
}

/** How many commands are taken of one call. */
const maxCommands = 8;

const introducesCommand = /^(?:exec|run|cmd|command|shell|spawn|start|with)$/;
const takesMessage =
  /^(?:-[bdfgkmpt]|--(?:message|msg|prompt|title|subject|description|desc|body|comment|reason|name|note|text|filter|grep|match|pattern|query|search|select))$/;

/** Programs of which each word is a question, or what they look for: it speaks of commands, and they run none of it. */
const takingTexts: ReadonlySet<string> = new Set(
  'aichat aider amazonq amp claude codex comby crush cursor-agent droid fabric gemini goose gptme llm mods ollama opencode plandex qwen rga semgrep sgpt tgpt ug ugrep zoekt Write-Host Write-Output'.split(
    ' ',
  ),
);

function startsCommand(texts: readonly (string | null)[], at: number): boolean {
  const text = texts[at] ?? '';
  if (text === '' || /\s/.test(text)) return false;
  const before = texts[at - 1] ?? '';
  // One word behind `run` is the name of a task, mostly.
  const isIntroduced = before === '--' || (introducesCommand.test(before) && at + 1 < texts.length);
  if (isIntroduced && programNamed(text) !== null) return true;
  return looksLikeCommand.test(texts.slice(at, at + 16).join(' '));
}
