import type { Invocation } from '../../model/analysis.ts';
import type { Word } from '../../model/word.ts';
import { isWithin } from '../paths/places.ts';
import { allComesFrom, sendingErrors } from './listers.ts';
import { inputOf, type Surroundings } from './listing.ts';
import { namesSecret } from './secret-words.ts';

/** Subcommands of git that print names of commits and branches, which never begin with a dash. */
const printers: ReadonlySet<string> = new Set(
  'merge-base rev-parse rev-list describe branch tag for-each-ref symbolic-ref name-rev show-ref log'.split(
    ' ',
  ),
);

/** What `git rev-parse` takes for itself; what it does not know it prints as it is. */
const asked =
  /^--(?:short(?:=\d+)?|abbrev-ref|verify|quiet|symbolic|symbolic-full-name|revs-only|show-toplevel|show-prefix|git-dir|all)$|^-q$/;

/** Formats of a log that are names alone. */
const names = /^--(?:pretty|format)=(?:format:|tformat:)?%[hHtTpP]$/;

/** Options with which names are still all that is printed. */
const plain =
  /^(?:-[alrq]|-\d+|-n\d*|--(?:all|list|remotes|branches|tags|always|long|show-current|fork-point|octopus|reverse|merges|no-merges|first-parent|short|heads|count|exact-match)|--(?:merged|no-merged|contains|points-at|sort|count|max-count|abbrev|match|exclude|since|until|author|skip|short)(?:=.*)?|--(?:pretty|format)=(?:format:|tformat:)?(?:%[hHtTpP]|%\((?:refname|objectname)(?::[a-z]+(?:=-?\d+)?)*\)|%0a|%n| )+)$/;

/** Whether a word can only be a revision: what git has printed as such. */
export function isRevision(word: Word, { invocation, analysis, places }: Surroundings): boolean {
  if (word.kind !== 'unknown' || word.sources.length === 0 || namesSecret(word)) return false;
  const isPlain = !word.prefix.startsWith('/') || isWithin(word.prefix, places.workspace);
  if (!isPlain || /(?:^|\/)\.\.(?:\/|$)/.test(word.prefix)) return false;
  const { invocations } = analysis;
  const sendsErrors = sendingErrors(invocations);
  const isSource = (one: Invocation) => printsRevisions(one) && !(sendsErrors(one) && one.argv.some(isOdd));
  return word.sources.every((source) => {
    if (source.kind !== 'output' && source.kind !== 'input') return false;
    const stdin = source.kind === 'input' ? inputOf(invocation, analysis) : null;
    const ids = source.kind === 'output' ? source.of : stdin?.kind === 'pipe' ? stdin.from : [];
    return allComesFrom(ids, invocations, { isSource });
  });
}

/** Whether a word is more than a revision or an option, so that bash may make several of it. */
function isOdd(word: Word): boolean {
  return !/^[\w./~^@{}:+=%*-]*$/.test(word.kind === 'known' ? word.text : ' ');
}

function printsRevisions(invocation: Invocation): boolean {
  const [, subcommand, ...others] = invocation.argv.map((word) => (word.kind === 'known' ? word.text : null));
  if (invocation.name !== 'git' || !printers.has(subcommand ?? '')) return false;
  if (subcommand === 'rev-parse') {
    // What it cannot make anything of it prints before it fails.
    return (
      others.every((text) => text !== null && (!text.startsWith('-') || asked.test(text))) &&
      !invocation.argv.some(isOdd)
    );
  }
  // The messages of tags.
  if (subcommand === 'tag' && others.some((text) => text?.startsWith('-n'))) return false;
  if (subcommand === 'log' && !others.some((text) => text !== null && names.test(text))) return false;
  return others.every((text) => text !== null && (!text.startsWith('-') || plain.test(text)));
}
