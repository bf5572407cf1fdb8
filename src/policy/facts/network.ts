import type { Invocation, Stdin } from '../../model/analysis.ts';
import type { Code } from '../../model/effect.ts';
import type { Source, Word } from '../../model/word.ts';
import type { Parsed, Subject } from '../subject.ts';

/** Builtins whose words are code, or name it. */
const readers: ReadonlySet<string> = new Set(['eval', 'source', '.']);

/** Whether a shell is given code that came from another host: through a pipe, a substitution, or both. */
export function runsDownload({ invocation, analysis }: Subject): boolean {
  const { name, argv, effects } = invocation;
  if (name !== null && readers.has(name) && argv.some((word) => isFrom(word, analysis, new Set())))
    return true;
  return effects.some(
    (effect) => effect.kind === 'executes' && isDownloaded(effect.code, invocation, analysis),
  );
}

function isDownloaded(code: Code, invocation: Invocation, analysis: Parsed): boolean {
  switch (code.kind) {
    case 'input':
      return code.language === 'shell' && isFed(invocation.stdin, analysis, new Set());
    case 'shell':
      return isFrom(code.text, analysis, new Set());
    case 'file':
      return isFrom(code.path, analysis, new Set()) || isFedThrough(code.path, invocation, analysis);
    case 'command':
    case 'foreign':
      return false;
  }
}

/** `. /dev/stdin` reads what comes in. */
function isFedThrough(path: Word, invocation: Invocation, analysis: Parsed): boolean {
  const isStdin = path.kind === 'known' && /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/.test(path.text);
  return isStdin && isFed(invocation.stdin, analysis, new Set());
}

function isFed(stdin: Stdin, analysis: Parsed, seen: Set<number>): boolean {
  switch (stdin.kind) {
    case 'pipe':
      return stdin.from.some((id) => comesFromNetwork(id, analysis, seen));
    case 'text':
      return isFrom(stdin.text, analysis, seen);
    case 'file':
      return isFrom(stdin.path, analysis, seen);
    case 'inherited':
    case 'nothing':
    case 'unknown':
      return false;
  }
}

function isFrom(word: Word, analysis: Parsed, seen: Set<number>): boolean {
  return word.kind === 'unknown' && word.sources.some((source) => isSourceRemote(source, analysis, seen));
}

function isSourceRemote(source: Source, analysis: Parsed, seen: Set<number>): boolean {
  switch (source.kind) {
    case 'output':
    case 'pipe':
      return source.of.some((id) => comesFromNetwork(id, analysis, seen));
    case 'variable':
    case 'input':
    case 'found':
    case 'number':
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
    isFed(invocation.stdin, analysis, seen) ||
    invocation.argv.some((word) => isFrom(word, analysis, seen)) ||
    analysis.invocations.some((child) => child.parent === id && comesFromNetwork(child.id, analysis, seen))
  );
}
