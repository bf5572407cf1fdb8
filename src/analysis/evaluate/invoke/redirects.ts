import type { Redirect, RedirectTarget, Stdin } from '../../../model/analysis.ts';
import type { Effect } from '../../../model/effect.ts';
import type { Path, Word } from '../../../model/word.ts';
import type { Redirection } from '../../parse.ts';
import { resolvePath } from '../../paths.ts';
import {
  altersFile,
  appendsToFile,
  readsFile,
  replacesFile,
  sendsTo,
  unknownEffect,
} from '../../programs/effects.ts';
import {
  describeWord,
  isOneWord,
  known,
  prefixOf,
  sourcesAlone,
  textOf,
  unknown,
  unknownNumber,
} from '../../words.ts';
import { spendRedirects } from '../budget.ts';
import type { Context, Ledger } from '../context.ts';
import { expandDocument, expandWord } from '../expand/expand.ts';
import { note, type Scope } from '../expand/scope.ts';
import { assignMaybe } from '../state/assign.ts';

/** A redirect whose words are expanded, before it is known in which directory it is. */
export interface ExpandedRedirect {
  readonly node: Redirection;
  /** The target, or the text. */
  readonly word: Word;
}

/** Redirects as they are in one directory. */
export interface Redirects {
  readonly redirects: readonly Redirect[];
  readonly effects: readonly Effect[];
  /** What they put on the standard input; `null` if they leave it. */
  readonly stdin: Stdin | null;
}

export function expandRedirects(scope: Scope, nodes: readonly Redirection[]): readonly ExpandedRedirect[] {
  spendRedirects(scope.state.budget, nodes.length);
  return nodes.map((node) => {
    if (node.descriptor?.type === 'FileDescriptorVariable') setsVariable(scope, node.descriptor.name);
    const word = wordOf(scope, node);
    if (isExpandedTwice(node, word)) note(scope, unknownEffect('unknown-code', describeWord(word)));
    return { node, word };
  });
}

/** `{name}> file`: bash puts the number of the descriptor there, if the file can be opened. */
function setsVariable(scope: Scope, name: string): void {
  assignMaybe(scope.state, name, { kind: 'text', word: unknownNumber() });
  note(scope, { kind: 'sets', name, value: unknownNumber(), scope: 'shell' });
}

/** Bash expands the target of `>&` to see whether it is a descriptor, and what came of that again to open the file. */
function isExpandedTwice({ operator }: Redirection, word: Word): boolean {
  return (operator === '>&' || operator === '<&') && !/^[\w.,:@%+=/-]*$/.test(textOf(word) ?? '$');
}

function wordOf(scope: Scope, node: Redirection): Word {
  switch (node.type) {
    case 'HereDoc': {
      const text = expandDocument(scope, node.body, node.delimiter?.quoted === true);
      // Where it goes to the end, bash ends the last line itself.
      const isOpen = node.closing === undefined && !node.body.text.endsWith('\n');
      return withoutTabs(node.operator, isOpen && text.kind === 'known' ? withNewline(text) : text);
    }
    case 'HereString':
    case 'Redirect': {
      const words = node.target === undefined ? [] : expandWord(scope, node.target);
      const [word, second] = words;
      if (word === undefined || second !== undefined) return unknown();
      return node.type === 'HereString' ? withNewline(word) : word;
    }
    default:
      return unknownRedirect(node);
  }
}

function unknownRedirect(node: never): never {
  throw new TypeError(`a redirect that is not known: ${JSON.stringify(node)}`);
}

/** `<<-` takes the tabs at the start of each line away. */
function withoutTabs(operator: '<<' | '<<-', word: Word): Word {
  if (operator === '<<') return word;
  return word.kind === 'known' ? known(word.text.replace(/^\t+/gm, '')) : unknown();
}

function withNewline(word: Word): Word {
  return word.kind === 'known' ? known(`${word.text}\n`) : unknown('', '', sourcesAlone(word));
}

const noRedirects: Redirects = { redirects: [], effects: [], stdin: null };

export function redirectsIn(
  command: { readonly redirects: readonly ExpandedRedirect[]; readonly context: Context },
  cwd: Path,
): Redirects {
  if (command.redirects.length === 0) return noRedirects;
  const redirects = command.redirects.map(({ node, word }) => {
    const span = command.context.place.spanOf(node.pos, node.end);
    const target = targetOf(node, word, cwd);
    if (target.kind === 'file' && isPipe(node)) command.context.shell.literals.add(target.path);
    return { descriptor: descriptorOf(node), operator: operatorOf(node), target, span };
  });
  const last = openedAs(0, redirects);
  return {
    redirects,
    effects: redirects.flatMap(effectsOfRedirect),
    stdin: last === null || isInputItself(last) ? null : stdinOf(last, command.context.shell.ledger),
  };
}

/** What redirects make of a descriptor, one after the other: of `3<<<a <&3` the text. `null`: they leave it as it is. */
export function openedAs(number: number, redirects: readonly Redirect[]): RedirectTarget | null {
  const at = redirects.findLastIndex(({ descriptor }) => descriptor === number);
  const redirect = redirects[at];
  if (redirect === undefined) return null;
  const target = asDescriptor(redirect);
  return target.kind === 'descriptor' ? (openedAs(target.number, redirects.slice(0, at)) ?? target) : target;
}

/** `</dev/stdin` is `<&0`. */
function asDescriptor({ operator, target }: Redirect): RedirectTarget {
  if (operator !== '<' || target.kind !== 'file') return target;
  const path = textOf(target.path) ?? '';
  if (path === '/dev/stdin') return { kind: 'descriptor', number: 0 };
  const [, number] = /^(?:\/dev|\/proc\/(?:thread-)?self)\/fd\/([0-9]{1,9})$/.exec(path) ?? [];
  return number === undefined ? target : { kind: 'descriptor', number: Number(number) };
}

/** `<&0`, by whatever way: the input stays what it is. */
function isInputItself(target: RedirectTarget): boolean {
  return target.kind === 'descriptor' && target.number === 0;
}

/** Whether a redirect could fail, so that what it is for is not run: all but those that are always possible. */
export function mayFail(redirects: readonly Redirect[], { shell }: Context): boolean {
  return redirects.some(({ target }) => mayFailOn(target, shell.literals));
}

function mayFailOn(target: RedirectTarget, literals: ReadonlySet<Word>): boolean {
  switch (target.kind) {
    case 'file':
      return !isAlwaysThere.test(textOf(target.path) ?? '') && !literals.has(target.path);
    case 'unknown':
      return true;
    case 'descriptor':
      return target.number > 2;
    case 'closed':
    case 'text':
      return false;
  }
}

const isAlwaysThere = /^\/dev\/(?:null|stdin|stdout|stderr|zero)$/;

/** `< <(…)`: the pipe is open as long as the command that it stands at. */
function isPipe(node: Redirection): boolean {
  const [only, second] = node.type === 'Redirect' ? (node.target?.parts ?? []) : [];
  return only?.type === 'ProcessSubstitution' && second === undefined;
}

function operatorOf(node: Redirection): Redirect['operator'] {
  return node.operator === '<<-' ? '<<' : node.operator;
}

/** The descriptor that is redirected; `null` if bash chooses it. */
function descriptorOf(node: Redirection): number | null {
  if (node.descriptor?.type === 'FileDescriptorVariable') return null;
  if (node.descriptor !== undefined) return node.descriptor.value;
  return node.operator.startsWith('<') ? 0 : 1;
}

function targetOf(node: Redirection, word: Word, cwd: Path): RedirectTarget {
  if (node.type !== 'Redirect') return { kind: 'text', text: word };
  const text = textOf(word);
  if (node.operator === '>&' || node.operator === '<&') {
    if (text === '-') return { kind: 'closed' };
    if (text !== null && /^[0-9]+-?$/.test(text))
      return { kind: 'descriptor', number: Number.parseInt(text, 10) };
    if (text === null && prefixOf(word) === '') return { kind: 'unknown' };
  }
  return isOneWord(word) || word.kind === 'pattern' || word.kind === 'unknown'
    ? { kind: 'file', path: resolvePath(cwd, word) }
    : { kind: 'unknown' };
}

function effectsOfRedirect({ operator, target }: Redirect): readonly Effect[] {
  switch (target.kind) {
    case 'file':
      return fileEffects(operator, target.path);
    case 'unknown':
      return [unknownEffect('unknown-redirect', operator)];
    case 'descriptor':
    case 'closed':
    case 'text':
      return [];
  }
}

function fileEffects(operator: Redirect['operator'], path: Path): readonly Effect[] {
  const [, host] = /^\/dev\/(?:tcp|udp)\/([^/]*)/.exec(prefixOf(path)) ?? [];
  if (host !== undefined) return [sendsTo(path.kind === 'known' ? known(host) : null)];
  switch (operator) {
    case '<':
    case '<&':
      return [readsFile(path)];
    case '>':
    case '>|':
    case '&>':
    case '>&':
      return [replacesFile(path)];
    case '>>':
    case '&>>':
      return [appendsToFile(path)];
    case '<>':
      return [readsFile(path), altersFile(path)];
    case '<<':
    case '<<<':
      return [unknownEffect('unknown-redirect', describeWord(path))];
  }
}

function stdinOf(target: RedirectTarget, ledger: Ledger): Stdin {
  switch (target.kind) {
    case 'file':
      return stdinFrom(target.path, ledger);
    case 'text':
      return { kind: 'text', text: target.text };
    case 'closed':
      return { kind: 'nothing' };
    case 'descriptor':
    case 'unknown':
      return { kind: 'unknown' };
  }
}

/** `< <(…)` is a pipe from what is in it. */
function stdinFrom(path: Path, { outputsOfPipes }: Ledger): Stdin {
  if (textOf(path) === '/dev/null') return { kind: 'nothing' };
  const pipe = path.kind === 'unknown' ? path.sources.find((source) => source.kind === 'pipe') : undefined;
  if (pipe === undefined) return { kind: 'file', path };
  return { kind: 'pipe', from: pipe.of, text: outputsOfPipes.get(pipe.of.join()) ?? unknown() };
}
