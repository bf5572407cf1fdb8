import type { Invocation } from '../../model/analysis.ts';
import type { Code } from '../../model/effect.ts';
import type { Source, Word } from '../../model/word.ts';
import type { Parsed, Subject } from '../subject.ts';

/** Builtins whose words are code, or name it. */
const readers: ReadonlySet<string> = new Set(['eval', 'source', '.']);

/** Whether a shell is given code that came from another host: through a pipe, a substitution, or both. */
export function runsDownload({ invocation, analysis }: Subject): boolean {
  const { name, argv, effects } = invocation;
  if (
    name !== null &&
    readers.has(name) &&
    argv.some((word) => isFrom(word, invocation, analysis, new Set()))
  )
    return true;
  return effects.some(
    (effect) => effect.kind === 'executes' && isDownloaded(effect.code, invocation, analysis),
  );
}

function isDownloaded(code: Code, invocation: Invocation, analysis: Parsed): boolean {
  switch (code.kind) {
    case 'input':
      return code.language === 'shell' && isFed(invocation, analysis, new Set());
    case 'shell':
      return isFrom(code.text, invocation, analysis, new Set());
    case 'file':
      return (
        isSocket(code.path) ||
        isFrom(code.path, invocation, analysis, new Set()) ||
        isFedThrough(code.path, invocation, analysis)
      );
    case 'command':
    case 'foreign':
      return false;
  }
}

/** `. /dev/stdin` reads what comes in. */
function isFedThrough(path: Word, invocation: Invocation, analysis: Parsed): boolean {
  const isStdin = path.kind === 'known' && /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/.test(path.text);
  return isStdin && isFed(invocation, analysis, new Set());
}

/** What bash opens a connection for. */
function isSocket(path: Word): boolean {
  return (
    path.kind !== 'pattern' && /^\/dev\/(?:tcp|udp)\//.test(path.kind === 'known' ? path.text : path.prefix)
  );
}

function isFed(invocation: Invocation, analysis: Parsed, seen: Set<number>): boolean {
  const { stdin } = invocation;
  switch (stdin.kind) {
    case 'pipe':
      return stdin.from.some((id) => comesFromNetwork(id, analysis, seen));
    case 'text':
      return isFrom(stdin.text, invocation, analysis, seen);
    case 'file':
      return isSocket(stdin.path) || isFrom(stdin.path, invocation, analysis, seen);
    case 'unknown':
      return writersTo(invocation, analysis).some((id) => comesFromNetwork(id, analysis, seen));
    case 'inherited':
    case 'nothing':
      return false;
  }
}

/** The invocations that write into the `>(…)` that this one stands in. */
function writersTo({ id }: Invocation, { invocations }: Parsed): readonly number[] {
  const isPipe = (source: Source) =>
    source.kind === 'pipe' && source.direction === 'to' && source.of.includes(id);
  return invocations
    .filter(({ argv, redirects }) =>
      [...argv, ...redirects.flatMap(({ target }) => (target.kind === 'file' ? [target.path] : []))].some(
        (word) => word.kind === 'unknown' && word.sources.some(isPipe),
      ),
    )
    .map((writer) => writer.id);
}

function isFrom(word: Word, invocation: Invocation, analysis: Parsed, seen: Set<number>): boolean {
  return (
    word.kind === 'unknown' &&
    word.sources.some((source) => isSourceRemote(source, invocation, analysis, seen))
  );
}

function isSourceRemote(
  source: Source,
  invocation: Invocation,
  analysis: Parsed,
  seen: Set<number>,
): boolean {
  switch (source.kind) {
    case 'output':
    case 'pipe':
      return source.of.some((id) => comesFromNetwork(id, analysis, seen));
    case 'input':
      // A `read` before it has had the same input.
      return invocation.stdin.kind === 'pipe' && isFed(invocation, analysis, seen);
    case 'variable':
    case 'found':
    case 'matched':
    case 'matches':
    case 'number':
    case 'other':
      return false;
  }
}

/** Whether what an invocation writes may have come from another host: it fetches, or it passes on what was fetched. */
function comesFromNetwork(id: number, analysis: Parsed, seen: Set<number>): boolean {
  const invocation = analysis.invocations[id];
  if (invocation === undefined || seen.has(id)) return false;
  seen.add(id);
  return (
    invocation.effects.some((effect) => effect.kind === 'network' && effect.direction !== 'listens') ||
    isFed(invocation, analysis, seen) ||
    invocation.argv.some((word) => isFrom(word, invocation, analysis, seen)) ||
    analysis.invocations.some((child) => child.parent === id && comesFromNetwork(child.id, analysis, seen))
  );
}
