import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import { textOf } from '../words.ts';
import { changes, destroys, discloses, sendsTo } from './effects.ts';

/**
 * What the first words of a program say that it does elsewhere, where no more is known of it: `vercel remove x`, `np`. This only adds
 * to that it is not known.
 */
export function effectsOfActingWords(name: string, [, ...words]: readonly Word[]): readonly Effect[] {
  const verbs = verbsOf(words);
  if (isTrial(words)) return [];
  const losing = losses[name];
  if (verbs.some((verb) => droppingWord.test(verb) || losing?.test(verb))) return [destroys('database')];
  const isClient = clients.has(name);
  if (verbs.some((verb) => destroyingWord.test(verb) || (isClient && removingWord.test(verb))))
    return [sendsTo(null), destroys('infrastructure')];
  if (isClient && verbs.some((verb) => showingWord.test(verb))) return [discloses('credentials')];
  const isPublishing = publishers.has(name) || verbs.some((verb) => publishingWord.test(verb));
  return isPublishing ? [sendsTo(null), changes('remote')] : [];
}

/** Whether it only says what it would do. */
export function isTrial(words: readonly Word[]): boolean {
  return words.some((word) => /^--(?:dry-?run|help)$/.test(textOf(word) ?? ''));
}

/** Whether a word may say where output goes: `-o main.c`, `--outfile=main.ts`, `-femit-bin=main.zig`. */
export function mayNameOutput(word: Word): boolean {
  const text = textOf(word);
  return text === null || /^-(?:-?o|femit)/.test(text);
}

/** How many words in front of the first option or file may say what is done. */
const maxVerbs = 3;

/** The words, and their parts between colons. */
function verbsOf(words: readonly Word[]): readonly string[] {
  const texts = words.slice(0, maxVerbs).map(textOf);
  const end = texts.findIndex((text) => text === null || /^-|[/.=\s]/.test(text));
  return texts
    .slice(0, end === -1 ? texts.length : end)
    .flatMap((text) => [text ?? '', ...(text ?? '').split(':')]);
}

const publishingWord = /^(?:un)?(?:publish|deploy)$/;
const destroyingWord = /^(?:destroy|terminate|teardown)$/;
const removingWord = /^(?:delete|remove|rm)$/;
const showingWord = /^(?:env:(?:list|get)|config:get)$/;
const droppingWord = /^(?:drop-?(?:all|db|database|schema)|db:(?:drop|reset|wipe))$/i;

/** Programs that publish whatever they are told. */
const publishers: ReadonlySet<string> = new Set(['np', 'semantic-release', 'release-it']);

/** Programs all of whose objects are with a provider. */
const clients: ReadonlySet<string> = new Set(
  'aliyun amplify doctl eb firebase fly flyctl hcloud heroku ibmcloud linode-cli neonctl netlify oci pscale railway render scw turso upstash vercel wrangler'.split(
    ' ',
  ),
);

/** Words by which programs for databases take away what is there. */
const losses: Readonly<Record<string, RegExp>> = {
  flyway: /^(?:clean|undo)$/,
  liquibase: /^rollback/,
};
