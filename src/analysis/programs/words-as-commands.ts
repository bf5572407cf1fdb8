import type { Effect, Setting } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { known, prefixOf, textOf } from '../words.ts';
import { runsCommand, runsShell } from './effects.ts';
import { isSentence } from './foreign-code.ts';
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

const found: Setting = { isOwnName: true, isPossible: true };

/** How many commands are taken of one call. */
const maxCommands = 8;
/** How much of a word is looked at, in characters, and at how many places a command may begin in it. */
const maxLength = 4_096;
const maxPlaces = 256;
const maxProse = 512;

const introducesCommand = /^(?:exec|run|cmd|command|shell|spawn|start|with)$/;
const takesMessage =
  /^(?:-[bdfgkmpt]|--(?:message|msg|prompt|title|subject|description|desc|body|comment|reason|name|note|text|filter|grep|match|pattern|query|search|select))$/;

/** Programs of which each word is a question, or what they look for: it speaks of commands, and they run none of it. */
const takingTexts: ReadonlySet<string> = new Set(
  'aichat aider amazonq amp claude codex comby crush cursor-agent droid fabric gemini goose gptme llm mods ollama opencode plandex qwen rga semgrep sgpt tgpt ug ugrep zoekt Write-Host Write-Output'.split(
    ' ',
  ),
);

/** What only changes how the command behind it is run. */
const before = String.raw`(?:(?:exec|env|nice|nohup|command|time|[A-Za-z_]\w{0,32}=\S{0,64})\s+){0,4}`;

/** Words of a command that deletes, that loses work, that works on other machines, or that runs what stands behind it. */
const looksLikeCommand = new RegExp(
  [
    String.raw`^${before}(?:\S{0,64}/)?(?:g?rm\s+(?:\S{1,64}\s+){0,3}?(?:-\w{0,8}[rRf]|--r|--f)`,
    String.raw`rimraf\s+\S`,
    String.raw`(?:ba|da|z|k)?sh\s+-\w{0,8}c\b`,
    String.raw`g?dd\s+(?:if|of|bs)=`,
    String.raw`g?find\s+[^"'\n]{0,256}\s-(?:delete|exec|execdir)\b`,
    String.raw`git\s+(?:-|(?:branch|checkout|clean|filter-branch|push|rebase|reflog|reset|restore|rm|stash|update-ref)\b)`,
    String.raw`(?:sudo|doas|xargs|shred|ssh|scp|rsync)\s+\S`,
    String.raw`(?:kubectl|helm|terraform|tofu|docker|podman|aws|gcloud|az|psql|mysql|redis-cli)\s+[^\s-])`,
  ].join('|'),
);

/** What a command stands behind within a word, and what then ends it; all else is ended by the end of the line. */
const opening = /(?:["'`{([%!=:|;&\n]|^)\s{0,8}/g;
const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '{': '}',
  '(': ')',
  '[': ']',
};

/** Words that stand in a sentence, and in no command that is not quoted. */
const proseWord =
  /\S\s+(?:an?|and|are|as|be|because|been|but|by|can|could|does|fails?|failed|how|if|instead|into|is|it|its|must|needed|never|not|of|onto|or|should|that|the|then|this|to|was|were|what|when|which|why|will|with|without|would)(?=[\s,.:!?]|$)/;

/** Whether more is said of a command than it is: `rm -rf dist as the build fails`. What stands behind it is another one. */
function isProse(command: string): boolean {
  const [first = ''] = command
    .slice(0, maxProse)
    .replace(/"[^"]*"|'[^']*'/g, "''")
    .split(/[;&|#]/, 1);
  return proseWord.test(first);
}

function startsCommand(texts: readonly (string | null)[], at: number): boolean {
  const text = texts[at] ?? '';
  if (text === '' || /\s/.test(text)) return false;
  const before = texts[at - 1] ?? '';
  // One word behind `run` is the name of a task, mostly.
  const isIntroduced = before === '--' || (introducesCommand.test(before) && at + 1 < texts.length);
  if (isIntroduced && programNamed(text) !== null) return true;
  return looksLikeCommand.test(texts.slice(at, at + 16).join(' '));
}

/** Texts that look like a command, up to the sign that closes what they stand in. */
function commandsIn(given: string): readonly string[] {
  if (!/\s/.test(given)) return [];
  const text = given.slice(0, maxLength);
  const commands = [...text.matchAll(opening)].slice(0, maxPlaces).flatMap((match) => {
    const rest = text.slice(match.index + match[0].length);
    if (!looksLikeCommand.test(rest)) return [];
    const end = closing[match[0].trimEnd()];
    const command = rest.split(end ?? '\n', 1)[0] ?? '';
    return isProse(command) ? [] : [{ command, isQuoted: end !== undefined || /\n|:\s/.test(match[0]) }];
  });
  const isQuoting = commands.some(({ isQuoted }) => isQuoted) && isSentence(text);
  return commands.filter(({ isQuoted }) => !(isQuoted && isQuoting)).map(({ command }) => command);
}
