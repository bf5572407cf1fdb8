import type { Invocation } from '../../model/analysis.ts';
import type { Code } from '../../model/effect.ts';
import type { Path, Source, Word } from '../../model/word.ts';
import type { Parsed, Subject } from '../subject.ts';
import { shells } from './shells.ts';

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

/** What runs a file as the commands of a shell, and what has no name because it is named by its path. */
const runners: ReadonlySet<string | null> = new Set([null, 'source', '.', ...shells]);

/** Whether a file is run that the command itself has fetched from another host before. */
export function runsFetchedFile({ invocation, analysis }: Subject): boolean {
  return (
    runners.has(invocation.name) &&
    invocation.effects.some(
      (effect) =>
        effect.kind === 'executes' &&
        effect.code.kind === 'file' &&
        isFetched(effect.code.path, invocation, analysis, new Set()),
    )
  );
}

/** Whether something before an invocation has written to the file what came from another host. */
function isFetched(path: Path, { id }: Invocation, analysis: Parsed, seen: Set<number>): boolean {
  return (
    path.kind === 'known' &&
    analysis.invocations
      .slice(0, id)
      .some((writer) => writesAsItCame(writer, path.text) && comesFromNetwork(writer.id, analysis, seen))
  );
}

/** What is built out of the project's code is none of what was fetched for that. */
function writesAsItCame({ effects }: Invocation, file: string): boolean {
  return effects.some(
    (effect) =>
      effect.kind === 'writes' &&
      effect.isBuilt !== true &&
      effect.path.kind === 'known' &&
      effect.path.text === file,
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

/** `. /dev/stdin` reads what comes in, `. /dev/fd/3` what has been opened. */
function isFedThrough(path: Word, invocation: Invocation, analysis: Parsed): boolean {
  if (path.kind !== 'known') return false;
  const [, digits] = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path.text) ?? [];
  if (path.text === '/dev/stdin' || digits === '0') return isFed(invocation, analysis, new Set());
  return digits !== undefined && isOpenToHost(Number(digits), invocation, analysis, new Set());
}

/** Whether a descriptor was opened for another host, or for what came from one: `exec 3<>/dev/tcp/host/80`. */
function isOpenToHost(number: number, { id }: Invocation, analysis: Parsed, seen: Set<number>): boolean {
  return analysis.invocations
    .slice(0, id + 1)
    .some((opener) =>
      opener.redirects.some(
        ({ descriptor, target }) =>
          descriptor === number &&
          target.kind === 'file' &&
          (isSocket(target.path) || isFetched(target.path, opener, analysis, seen)),
      ),
    );
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
      return (
        isSocket(stdin.path) ||
        isFrom(stdin.path, invocation, analysis, seen) ||
        isFetched(stdin.path, invocation, analysis, seen)
      );
    case 'unknown':
      return (
        writersTo(invocation, analysis).some((id) => comesFromNetwork(id, analysis, seen)) ||
        invocation.redirects.some(
          ({ descriptor, target }) =>
            descriptor === 0 &&
            target.kind === 'descriptor' &&
            isOpenToHost(target.number, invocation, analysis, seen),
        )
      );
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
    case 'one-of':
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
    invocation.effects.some(
      (effect) =>
        (effect.kind === 'network' && effect.direction !== 'listens') ||
        (effect.kind === 'executes' && fetches(effect.code)),
    ) ||
    isFed(invocation, analysis, seen) ||
    invocation.effects.some(
      (effect) => effect.kind === 'reads' && isFetched(effect.path, invocation, analysis, seen),
    ) ||
    invocation.argv.some((word) => isFrom(word, invocation, analysis, seen)) ||
    analysis.invocations.some((child) => child.parent === id && comesFromNetwork(child.id, analysis, seen))
  );
}

/** What fetches in the languages that one line is written in: Python, Ruby, Perl, JavaScript, PHP. */
const fetching =
  /\b(?:urlopen|urlretrieve|requests\.\w+|httpx\.\w+|HTTPS?Connection|open-uri|Net::HTTP|LWP::\w+|HTTP::Tiny|fetch|https?\.get|axios|file_get_contents|curl_exec)\b/;

/** Whether code in another language, which is not read, names both what fetches and an address. */
function fetches(code: Code): boolean {
  return (
    code.kind === 'foreign' &&
    code.text.kind === 'known' &&
    /\bhttps?:\/\//.test(code.text.text) &&
    fetching.test(code.text.text)
  );
}
