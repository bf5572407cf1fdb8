import { resolvePath } from '../../paths.ts';
import { has } from '../../programs/options.ts';
import { parsedCall } from '../../programs/parsed-call.ts';
import { textOf } from '../../words.ts';
import type { Draft, Ledger } from '../context.ts';

/** How many invocations of a substitution are looked at. */
const maxPrinters = 20;

/**
 * Paths that some of these invocations may print: the directory where `pwd` is called, and what `realpath` and `readlink -f`
 * are given, which is what they print where there is no link on the way.
 */
export function pathsPrinted(ids: readonly number[], { drafts }: Pick<Ledger, 'drafts'>): readonly string[] {
  if (ids.length > maxPrinters) return [];
  const paths = ids.flatMap((id) => {
    const draft = drafts[id];
    return draft === undefined ? [] : pathsOf(draft);
  });
  return [...new Set(paths)];
}

const followers: ReadonlySet<string> = new Set(['realpath', 'grealpath', 'readlink', 'greadlink']);

function pathsOf(draft: Draft): readonly string[] {
  const { name, cwd } = draft;
  if (name === 'pwd') return cwd.kind === 'known' ? [cwd.text] : [];
  if (name === null || !followers.has(name)) return [];
  const call = parsedCall(draft)?.call;
  if (call === undefined || (name.endsWith('readlink') && !canonicalizes.some((option) => has(call, option))))
    return [];
  return call.operands.map((word) => textOf(resolvePath(cwd, word))).filter((path) => path !== null);
}

const canonicalizes = ['--canonicalize', '--canonicalize-existing', '--canonicalize-missing'];
