import type { Effect } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { known, prefixOf, textOf, unknown } from '../../words.ts';
import { runsCommandWithMore, runsShell, unknownEffect } from '../effects.ts';
import type { Call, Given } from '../program.ts';
import { asksForSignatures } from './signatures.ts';

/** Settings of git that neither run anything, nor lead it to other files or hosts, whatever their value is. */
const harmless = new RegExp(
  `^(?:${[
    'user\\.(name|email|useconfigonly|signingkey)|author\\..*|committer\\..*|color\\..*|column\\..*|advice\\..*|i18n\\..*',
    'core\\.(quotepath|autocrlf|abbrev|ignorecase|filemode|safecrlf|eol|longpaths|preloadindex|untrackedcache|splitindex)',
    'core\\.(precomposeunicode|commitgraph|multipackindex|logallrefupdates|whitespace|compression|commentchar|commentstring)',
    'core\\.(symlinks|trustctime|checkstat|bigfilethreshold|protectntfs|protecthfs|looseCompression|optionallocks)',
    'log\\..*|grep\\.(linenumber|column|patterntype|extendedregexp|threads|fullname)|status\\..*|versionsort\\..*',
    'diff\\.(renames|renamelimit|algorithm|context|interhunkcontext|mnemonicprefix|noprefix|colormoved|colormovedws)',
    'diff\\.(wordregex|statgraphwidth|statnamewidth|submodule|ignoresubmodules|indentheuristic|suppressblankempty|relative)',
    'diff\\.(srcprefix|dstprefix|dirstat|wserrorhighlight|autorefreshindex)|blame\\..*|shortlog\\..*|tag\\.sort|show\\..*',
    'branch\\.(sort|autosetupmerge|autosetuprebase)|init\\.defaultbranch|pull\\.(rebase|ff)|push\\.(default|followtags)',
    'push\\.autosetupremote|merge\\.(conflictstyle|ff|renames|renamelimit|directoryrenames|stat|log|verbosity|autostash)',
    'rebase\\.(autosquash|autostash|stat|updaterefs|missingcommitscheck|abbreviatecommands|backend)|rerere\\..*|stash\\..*',
    'fetch\\.(prune|prunetags|parallel|output|writecommitgraph|showforcedupdates)|format\\.pretty|feature\\..*|index\\..*',
    'pack\\.(threads|windowmemory|window|depth|compression)|gc\\.auto|maintenance\\.auto|checkout\\..*|commit\\.verbose',
    'commit\\.(status|cleanup)|help\\.autocorrect|http\\.(postbuffer|version|lowspeedlimit|lowspeedtime)|safe\\.barerepository',
    'clone\\.(defaultremotename|rejectshallow)|apply\\..*|receive\\.denycurrentbranch|transfer\\.fsckobjects|fsck\\..*',
  ].join('|')})$`,
  'i',
);

/** Settings whose value a shell runs. */
const shells = new RegExp(
  `^(?:${[
    'core\\.(pager|editor|sshcommand|gitproxy|askpass|fsmonitor|alternaterefscommand)|sequence\\.editor|pager\\..*',
    'diff\\.external|diff\\..*\\.(command|textconv)|filter\\..*\\.(clean|smudge|process)|merge\\..*\\.driver',
    '(merge|diff)tool\\..*\\.(cmd|path)|(browser|man)\\..*\\.(cmd|path)|trailer\\..*\\.(command|cmd)|interactive\\.difffilter',
    'gpg\\.program|gpg\\..*\\.(program|defaultkeycommand)|uploadpack\\.packobjectshook|remote\\..*\\.(uploadpack|receivepack|vcs)',
    'sendemail\\..*(cmd|server)|instaweb\\.httpd|gc\\.recentobjectshook|web\\.browser|help\\.browser|credential.*\\.helper',
  ].join('|')})$`,
  'i',
);

/** Settings that are switches of something that runs a program: off is harmless. */
const offIsHarmless =
  /^(commit\.gpgsign|tag\.gpgsign|tag\.forcesignannotated|push\.gpgsign|core\.fsmonitor|pager\..*|credential.*\.(helper|interactive)|gc\.autodetach|submodule\.recurse|core\.hookspath)$/i;

/** `-c name=value`: what this setting makes git do. */
export function appliesSetting({ value }: Given): readonly Effect[] {
  const start = prefixOf(value);
  const equals = start.indexOf('=');
  if (equals === -1) {
    return value.kind === 'known' ? setting(start, known('true')) : [tells(`${start}…`)];
  }
  return setting(start.slice(0, equals), valueBehind(value, equals + 1));
}

/** `--config-env=name=VARIABLE`: the value is not in the arguments. The name itself may have `=` in it. */
export function appliesSettingFrom({ value }: Given, { variable }: Call): readonly Effect[] {
  const text = prefixOf(value);
  const equals = text.lastIndexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  return setting(name, variable(text.slice(equals + 1)) ?? unknown());
}

function valueBehind(word: Word, length: number): Word {
  const text = textOf(word);
  return text === null ? unknown(prefixOf(word).slice(length)) : known(text.slice(length));
}

function setting(name: string, value: Word): readonly Effect[] {
  const text = textOf(value);
  if (isOdd(name, text)) return [tells(name)];
  if (harmless.test(name)) return [];
  if (offIsHarmless.test(name) && text !== null && isOff(text)) return [];
  if (/^pager\./i.test(name) && text === 'true') return [tells(name)];
  if (/^alias\./i.test(name))
    return text?.startsWith('!') ? [runsShell(known(text.slice(1)))] : [tells(name)];
  if (/^credential.*\.helper$/i.test(name)) return [runsHelper(value)];
  if (shells.test(name)) return isPlainPager(name, text) ? [] : [tells(name), runsShell(value)];
  return [tells(name)];
}

/** Settings of harmless groups that read a file, whose lines would be told as mistakes, or run what checks signatures. */
function isOdd(name: string, text: string | null): boolean {
  if (/^(?:blame\.ignorerevsfile|fsck\.(?:.*\.)?skiplist)$/i.test(name)) return true;
  if (/^log\.showsignature$/i.test(name)) return text === null || !isOff(text);
  return /^format\.pretty$/i.test(name) && (text === null || asksForSignatures(text));
}

function isPlainPager(name: string, text: string | null): boolean {
  return /pager/i.test(name) && (text === 'cat' || text === '');
}

function isOff(text: string): boolean {
  return ['', 'false', 'no', 'off', '0', '/dev/null'].includes(text);
}

/** A credential helper: `!text` for a shell, a program by its path, or the end of a name `git-credential-…`. */
function runsHelper(value: Word): Effect {
  const text = textOf(value);
  if (text?.startsWith('!')) return runsShell(known(text.slice(1)));
  if (text?.startsWith('/')) return runsShell(value);
  return text === null ? runsShell(value) : runsCommandWithMore([known(`git-credential-${text}`)]);
}

function tells(name: string): Effect {
  return unknownEffect('program-specific', `the git setting ${name}`);
}

/** Whether the value of this setting may be a secret: a header with a token, a password. */
export function isSecretSetting(name: string): boolean {
  return /extraheader|token|password|secret|credential|smtppass|proxyauth|cookie/i.test(name);
}
