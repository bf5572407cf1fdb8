import type { Setting } from '../../model/effect.ts';
import { isSentence } from './sentences.ts';

/** Of a command that is found in a text or among words: whether it is run is not known. */
export const found: Setting = { isOwnName: true, isPossible: true };

/** How much of a text is looked at, in characters, and at how many places a command may begin in it. */
const maxLength = 4_096;
const maxPlaces = 256;
const maxProse = 512;

/** What only changes how the command behind it is run. */
const before = String.raw`(?:(?:exec|env|nice|nohup|command|time|[A-Za-z_]\w{0,32}=\S{0,64})\s+){0,4}`;

/** Words of a command that deletes, that loses work, that shows files, that works on other machines, or that runs what stands behind it. */
export const looksLikeCommand = new RegExp(
  [
    String.raw`^${before}(?:\S{0,64}/)?(?:g?rm\s+(?:\S{1,64}\s+){0,3}?(?:-\w{0,8}[rRf]|--r|--f)`,
    String.raw`rimraf\s+\S`,
    String.raw`(?:ba|da|z|k)?sh\s+-\w{0,8}c\b`,
    String.raw`g?dd\s+(?:if|of|bs)=`,
    String.raw`g?find\s+[^"'\n]{0,256}\s-(?:delete|exec|execdir)\b`,
    String.raw`git\s+(?:-|(?:branch|checkout|clean|filter-branch|push|rebase|reflog|reset|restore|rm|stash|update-ref)\b)`,
    String.raw`(?:cat|tac|nl|head|tail|base64|xxd|od|strings|printenv)\s+[^\s=]`,
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

/** Texts that look like a command, up to the sign that closes what they stand in. */
export function commandsIn(given: string): readonly string[] {
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
