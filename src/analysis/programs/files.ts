import type { Effect } from '../../model/effect.ts';
import type { Word } from '../../model/word.ts';
import {
  createsFile,
  deletesFile,
  deletesTree,
  readsFile,
  readsTree,
  replacesFile,
  replacesTree,
} from './effects.ts';
import { each, flag, has, lastValue, optional, value } from './options.ts';
import type { Call, Program } from './program.ts';

/** Programs that copy, make and remove files. */
export const programs: readonly Program[] = [
  {
    names: ['rm'],
    options: {
      ...each(flag, '-f --force', '-r -R --recursive', '-d --dir', '-v --verbose', '-i', '-I'),
      ...each(flag, '--one-file-system', '--no-preserve-root', '--help', '--version'),
      ...each(optional, '--interactive', '--preserve-root'),
    },
    effects: (call) => call.operands.map(has(call, '--recursive') ? deletesTree : deletesFile),
  },
  {
    names: ['cp'],
    options: {
      ...each(flag, '-a --archive', '-b', '-d', '-f --force', '-H', '-i --interactive', '-l --link'),
      ...each(flag, '-L --dereference', '-n --no-clobber', '-P --no-dereference', '-p', '-R -r --recursive'),
      ...each(
        flag,
        '-s --symbolic-link',
        '-T --no-target-directory',
        '-u',
        '-v --verbose',
        '-x --one-file-system',
      ),
      ...each(flag, '-Z', '--attributes-only', '--copy-contents', '--debug', '--keep-directory-symlink'),
      ...each(flag, '--parents', '--remove-destination', '--strip-trailing-slashes', '--help', '--version'),
      ...each(optional, '--backup', '--context', '--preserve', '--reflink', '--sparse', '--update'),
      ...each(value, '-S --suffix', '-t --target-directory', '--no-preserve'),
    },
    effects: copies,
  },
];

/** The sources are read, what the last operand or `-t` names is written. */
function copies(call: Call): readonly Effect[] {
  const isRecursive = has(call, '--recursive') || has(call, '--archive');
  const { sources, target } = sourcesAndTarget(call);
  const written = has(call, '--no-clobber') ? createsFile : isRecursive ? replacesTree : replacesFile;
  return [...sources.map(isRecursive ? readsTree : readsFile), ...(target === null ? [] : [written(target)])];
}

function sourcesAndTarget(call: Call): { sources: readonly Word[]; target: Word | null } {
  const target = lastValue(call, '--target-directory');
  if (target !== null) return { sources: call.operands, target };
  return { sources: call.operands.slice(0, -1), target: call.operands.at(-1) ?? null };
}
