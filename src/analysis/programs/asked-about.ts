import { textOf } from '../words.ts';
import type { Call } from './program.ts';

/** To these, or to some of these names, `--version` is no option, or one among others: the `sh` of BusyBox runs its input all the same. */
const goOn: ReadonlySet<string> = new Set(['sh', 'ash', 'tclsh', 'wish', 'expect', 'racket']);

/** Whether a program that is asked for its version, or for help, runs what it is given all the same. */
export function goesOnWhenAsked({ name, operands, stdin }: Call): boolean {
  if (!goOn.has(name)) return false;
  return operands.length > 0 || (stdin.kind !== 'inherited' && stdin.kind !== 'nothing');
}

/**
 * The words with which these show how they are used, where `--help` is all that stands behind. Others can be scripts of the project, or are given
 * to a program that they run: `pdm test --help`, `git submodule foreach make --help`. A verb that only some versions have is a script to the
 * others: `yarn up`, `yarn rm`.
 */
const explained: Readonly<Record<string, RegExp>> = {
  git: /^[a-z][a-z-]*$/,
  ...namesWith(
    /^(?!(?:run|exec|shell|enter)\b)[a-z][a-z-]*(?: [a-z0-9][\w+.-]*)*$/,
    'apt apt-get aptitude nala brew dnf yum zypper apk snap flatpak',
  ),
  ...namesWith(/^[a-z][a-z-]*(?: [a-z][a-z-]*)*$/, 'gcloud az'),
  ...namesWith(/^(?:add|install|remove|link|unlink|why|pack|init|info)$/, 'yarn'),
  ...namesWith(
    /^(?:add|install|i|remove|rm|uninstall|update|upgrade|up|link|unlink|audit|outdated|why|publish|pack|init|list|ls|prune)$/,
    'pnpm',
  ),
  ...namesWith(/^(?:add|install|i|remove|rm|update|link|unlink|init)$/, 'bun'),
  ...namesWith(/^(?:add|install|remove|update|lock|sync|show|list|build|publish|config|init|export)$/, 'pdm'),
  ...namesWith(
    /^(?:add|install|remove|update|lock|show|search|build|publish|version|config|env|init|new|check|export|cache|self)$/,
    'poetry',
  ),
  ...namesWith(/^(?:build|publish|version|config|env|new)$/, 'hatch'),
  ...namesWith(/^(?:add|remove|lock|sync|show|list|build|publish|version|config|init|self)$/, 'rye'),
  ...namesWith(
    /^(?:require|install|remove|update|show|search|outdated|audit|config|init|validate)$/,
    'composer',
  ),
};

function namesWith(words: RegExp, names: string): Readonly<Record<string, RegExp>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, words]));
}

/** `git clean --help`, `gcloud compute instances delete --help`. */
export function asksHowItIsUsed({ name, argv }: Call): boolean {
  const words = argv.slice(1).map(textOf);
  if (!Object.hasOwn(explained, name) || words.includes(null) || words.pop() !== '--help') return false;
  return explained[name]?.test(words.join(' ')) === true;
}
