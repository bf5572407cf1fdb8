import type { Subject } from '../subject.ts';

/** What the program is called where it is a file: its name on PATH, and that of its script and of what that loads. */
const handrailFile = /(?:^|\/)handrail(?:\.[cm]?[jt]s|\/dist\/cli\/main\.c?js)?$/;

/** Programs that run a script, and those of packages, by a name among their words. */
const runners = /^(?:node|nodejs|bun|deno|tsx|ts-node|yarn|pnpm|npm)$/;

/**
 * Whether Handrail is called by a file of it, to answer for the user or to undo what they have answered: there its words are those
 * of a file that nothing is known of.
 */
export function answersByFile({ invocation: { argv, name } }: Subject): boolean {
  const words = argv.map((word) => (word.kind === 'known' ? word.text : null));
  const isFile = (word: string | null): boolean => word !== null && handrailFile.test(word);
  const isRun = runners.test(name ?? '');
  const at = words.findIndex(
    (word, index) => isFile(word) && (isRun || (index === 0 && word !== 'handrail')),
  );
  return at !== -1 && answers(words.slice(at + 1));
}

/** A word that is not known could be an id. */
function answers([what, ...words]: readonly (string | null)[]): boolean {
  switch (what) {
    case 'approve':
      return words.some((word) => word !== '--json' && word !== '--help' && word !== '-h');
    case 'grants':
      return words.includes('revoke');
    case 'hook':
      return words.includes('install') || words.includes('uninstall');
    case 'watch':
      return true;
    default:
      return false;
  }
}
