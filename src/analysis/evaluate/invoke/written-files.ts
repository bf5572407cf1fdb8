import type { Redirect } from '../../../model/analysis.ts';
import type { Path } from '../../../model/word.ts';
import { textOf } from '../../words.ts';
import type { Draft, Ledger } from '../context.ts';
import { openedAs } from './redirects.ts';

/** How many texts of one file are followed. */
const maxTexts = 8;

/** The first line of a script that is none for a shell. */
const ofOtherLanguage = /^#!(?!.*sh\b)/;

/**
 * What the command itself may have written to a file so far, as the script of a shell: by redirects of a known output, and by `tee`.
 * It is what is there only if nobody else writes to it.
 */
export function scriptsWrittenTo(path: string, ledger: Ledger): readonly string[] {
  return textsWrittenTo(path, ledger).filter((text) => !ofOtherLanguage.test(text));
}

/** The files that come in on the standard input, by themselves or by a `cat`. */
export function filesComingIn({ stdin }: Draft, { drafts }: Pick<Ledger, 'drafts'>): readonly string[] {
  if (stdin.kind === 'file') return knownAmong([stdin.path]);
  const from = stdin.kind === 'pipe' ? stdin.from.map((id) => drafts[id]) : [];
  const effects = from.flatMap((draft) => (draft?.name === 'cat' ? draft.effects : []));
  return knownAmong(effects.flatMap((effect) => (effect.kind === 'reads' ? [effect.path] : [])));
}

function knownAmong(paths: readonly Path[]): readonly string[] {
  return paths.map(textOf).filter((path) => path !== null);
}

function textsWrittenTo(path: string, ledger: Ledger): readonly string[] {
  let texts: readonly string[] = [];
  for (const draft of ledger.drafts) {
    const written = writtenBy(draft, path, ledger);
    if (written === null) continue;
    const { text, appends } = written;
    const now = text === null ? [] : appends ? texts.map((before) => before + text) : [text];
    texts = draft.isConditional || draft.isBackground ? [...new Set([...texts, ...now])] : now;
    if (texts.length > maxTexts) return [];
  }
  return texts;
}

/** What an invocation writes to a file: `text` is `null` where that is not known. `null`: it writes nothing there. */
interface Written {
  readonly text: string | null;
  readonly appends: boolean;
}

function writtenBy(draft: Draft, path: string, ledger: Ledger): Written | null {
  const redirect = redirectTo(draft, path);
  if (redirect !== null) {
    const isOutput = openedAs(1, draft.redirects) === redirect.target && draft.argv.length > 0;
    const text = isOutput ? textOf(ledger.redirectedOutputs.get(draft.id)) : null;
    return { text, appends: redirect.operator.endsWith('>>') };
  }
  const effect = draft.effects.find((each) => each.kind === 'writes' && textOf(each.path) === path);
  if (effect?.kind !== 'writes' || effect.how === 'alters') return null;
  const { stdin } = draft;
  const isCopied = draft.name === 'tee' && (stdin.kind === 'text' || stdin.kind === 'pipe');
  return { text: isCopied ? textOf(stdin.text) : null, appends: effect.how === 'appends' };
}

function redirectTo({ redirects }: Draft, path: string): Redirect | null {
  const isOfFile = ({ operator, target }: Redirect) =>
    operator.includes('>') && target.kind === 'file' && textOf(target.path) === path;
  return redirects.find(isOfFile) ?? null;
}
