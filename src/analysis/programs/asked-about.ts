import { textOf } from '../words.ts';
import type { Call } from './program.ts';

/** To these, or to some of these names, `--version` is no option, or one among others: the `sh` of BusyBox runs its input all the same. */
const goOn: ReadonlySet<string> = new Set(['sh', 'ash', 'tclsh', 'wish', 'expect', 'racket']);

/** Whether a program that is asked for its version, or for help, runs what it is given all the same. */
export function goesOnWhenAsked({ name, operands, stdin }: Call): boolean {
  if (!goOn.has(name)) return false;
  return operands.length > 0 || (stdin.kind !== 'inherited' && stdin.kind !== 'nothing');
}

const ofPackages =
  /^(?:add|install|i|remove|rm|uninstall|update|upgrade|up|link|unlink|audit|outdated|why|publish|pack|init|info|list|ls|patch|prune|dedupe)$/;
const anyVerb = /^[a-z][a-z-]*$/;

/** The verbs with which these show how they are used, where `--help` is all that stands behind. Other words of a package manager can be scripts. */
const explained: Readonly<Record<string, RegExp>> = {
  ...namesWith(anyVerb, 'git apt apt-get aptitude nala brew dnf yum zypper apk snap flatpak'),
  ...namesWith(anyVerb, 'gcloud az poetry pdm hatch rye composer'),
  ...namesWith(ofPackages, 'yarn pnpm bun'),
};

function namesWith(verbs: RegExp, names: string): Readonly<Record<string, RegExp>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, verbs]));
}

/** `git clean --help`, `gcloud compute instances delete --help`: nothing but verbs, and the question. */
export function asksHowItIsUsed({ name, argv }: Call): boolean {
  const verbs = Object.hasOwn(explained, name) ? explained[name] : undefined;
  const words = argv.slice(1).map(textOf);
  if (verbs === undefined || words.length < 2 || words.pop() !== '--help') return false;
  return words.every((word) => word !== null && verbs.test(word));
}
