import { staysOn } from '../../analysis/programs/options.ts';
import type { Invocation } from '../../model/analysis.ts';
import type { FactName } from '../../model/decision.ts';
import type { UnknownCode } from '../../model/effect.ts';
import type { Subject } from '../subject.ts';
import { answersByFile } from './approvals.ts';
import {
  deletesIndexLock,
  deletesOwnTemporary,
  deletesPrivateTemporary,
  keepsContent,
  mayDeleteRoot,
} from './deletion.ts';
import { entersNewLink, leavesRoot } from './directories.ts';
import { callsOwnCommand, definesOwnCommand, multiplies } from './functions.ts';
import {
  deletesRemoteBranch,
  forcesPush,
  namesSecretInCommit,
  removesCommitted,
  renamesInGit,
  stagesEverything,
  worksElsewhere,
} from './git.ts';
import { changesKeptSettings } from './git-settings.ts';
import { movesAway } from './moving.ts';
import { isNamedByProject } from './named-programs.ts';
import { narrowsSearch } from './narrowing.ts';
import { runsDownload, runsFetchedFile } from './network.ts';
import { onlyTests } from './only-tests.ts';
import { runsInstalledModule, takesModuleHere } from './python-modules.ts';
import { deletesRegenerable } from './regenerable.ts';
import { replacesMany } from './replacing.ts';
import { readsSecretDirectory, readsSecretFound } from './secrets-found.ts';
import { showsNone } from './shows-none.ts';
import { splitsInTest, splitsInWait } from './split-tests.ts';
import { isTraced } from './tracing.ts';
import { unsetsPlainVariables } from './unset-variables.ts';

/** Whether a fact is true of an invocation. */
export const facts: Readonly<Record<FactName, (subject: Subject) => boolean>> = {
  'runs-download': runsDownload,
  'runs-fetched-file': runsFetchedFile,
  multiplies,
  'name-is-not-literal': ({ invocation }) => invocation.argv.length > 0 && !invocation.nameIsLiteral,
  'name-is-unknown': ({ invocation }) => isUnnamed(invocation),
  'is-named-file': ({ invocation }) => isNamedFile(invocation),
  'is-function': ({ invocation }) => invocation.resolution === 'function',
  'calls-own-command': callsOwnCommand,
  'defines-own-command': definesOwnCommand,
  'answers-by-file': answersByFile,
  'narrows-search': narrowsSearch,
  'other-repository': worksElsewhere,
  'changes-kept-settings': changesKeptSettings,
  'names-secret': namesSecretInCommit,
  'reads-secret-found': readsSecretFound,
  'reads-secret-directory': readsSecretDirectory,
  'stages-everything': stagesEverything,
  'forces-push': forcesPush,
  'deletes-remote-branch': deletesRemoteBranch,
  'background-in-loop': ({ invocation }) => invocation.isBackgroundInLoop,
  'leaves-root': leavesRoot,
  'enters-new-link': entersNewLink,
  'may-delete-root': mayDeleteRoot,
  'moves-away': movesAway,
  'replaces-many': replacesMany,
  'deletes-own-temporary': deletesOwnTemporary,
  'deletes-private-temporary': deletesPrivateTemporary,
  'deletes-index-lock': deletesIndexLock,
  'deletes-regenerable': deletesRegenerable,
  'keeps-content': keepsContent,
  'removes-committed': removesCommitted,
  'renames-in-git': renamesInGit,
  'asks-for-help': asksForHelp,
  'is-dry-run': isDryRun,
  'is-traced': isTraced,
  'unsets-plain-variables': unsetsPlainVariables,
  'only-tests': onlyTests,
  'shows-none': showsNone,
  'runs-installed-module': runsInstalledModule,
  'takes-module-here': takesModuleHere,
  'is-named-by-project': isNamedByProject,
  'splits-in-test': splitsInTest,
  'splits-in-wait': splitsInWait,
};

/** It has a name that cannot be known, or one that is that of a file somewhere. */
function isUnnamed({ resolution, argv, name, effects }: Invocation): boolean {
  if (resolution === 'unknown' || (argv.length > 0 && name === null)) return true;
  return effects.some((effect) => effect.kind === 'unknown' && nameCodes.includes(effect.code));
}

/** It is run by the path of a file, and that is known: what runs is told by that. */
function isNamedFile({ argv, effects }: Invocation): boolean {
  const runsFile = effects.some((effect) => effect.kind === 'executes' && effect.code.kind === 'file');
  return runsFile && argv[0]?.kind === 'known';
}

const nameCodes: readonly UnknownCode[] = ['unknown-name', 'program-by-path'];

function asksForHelp({ invocation }: Subject): boolean {
  const [, ...words] = invocation.argv;
  return (
    words.length > 0 &&
    words.every((word) => word.kind === 'known' && /^(?:--help|--version|-V|-\?)$/.test(word.text))
  );
}

function isDryRun({ call }: Subject): boolean {
  const parsed = call()?.call;
  return parsed !== undefined && staysOn(parsed, '--dry-run');
}
