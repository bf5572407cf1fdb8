import type { StartProblem } from '../../model/exit.ts';

/** One line of what is told in a container; see `keeperScript` and `launcherScript`. */
export type Report =
  | { readonly kind: 'keeper'; readonly pid: number; readonly bash: string }
  | { readonly kind: 'launcher'; readonly number: number; readonly pid: number }
  | { readonly kind: 'refused'; readonly mark: string; readonly code: DirectoryProblem }
  | { readonly kind: 'started'; readonly mark: string; readonly pid: number }
  | { readonly kind: 'change'; readonly pid: number; readonly exitedByItself: boolean }
  | { readonly kind: 'status'; readonly mark: string; readonly status: number }
  | ({ readonly kind: 'process'; readonly look: number } & FoundProcess)
  | { readonly kind: 'looked'; readonly look: number; readonly count: number };

/** A process of a call, by the id that it has in its container. */
export interface FoundProcess {
  readonly pid: number;
  readonly holdsOutput: boolean;
  readonly command: string;
}

export type DirectoryProblem = Extract<StartProblem['code'], `cwd-${string}`>;

const directoryProblems: readonly DirectoryProblem[] = [
  'cwd-not-found',
  'cwd-not-a-directory',
  'cwd-not-accessible',
  'cwd-outside',
];

/** `null` for a line that nobody of ours writes: a command has written it. */
export function parseContainerReport(line: string): Report | null {
  const change = /^\[\d+\].? +(\d+) (.*)$/.exec(line);
  if (change !== null) {
    return { kind: 'change', pid: Number(change[1]), exitedByItself: /^(Exit|Done)\b/.test(change[2] ?? '') };
  }
  const [word, first = '', second = '', third = '', ...rest] = line.split(' ');
  switch (word) {
    case 'keeper':
      return { kind: 'keeper', pid: Number(first), bash: [second, third, ...rest].join(' ').trimEnd() };
    case 'launcher':
      return { kind: 'launcher', number: Number(first), pid: Number(second) };
    case 'refused': {
      const code = directoryProblems.find((known) => known === `cwd-${second}`);
      return code === undefined ? null : { kind: 'refused', mark: first, code };
    }
    case 'started':
      return { kind: 'started', mark: first, pid: Number(second) };
    case 'status':
      return { kind: 'status', mark: first, status: Number(second) };
    case 'process':
      return {
        kind: 'process',
        look: Number(first),
        ...{ pid: Number(second), holdsOutput: third === 'yes', command: unescapeText(rest.join(' ')) },
      };
    case 'looked':
      return { kind: 'looked', look: Number(first), count: Number(second) };
    default:
      return null;
  }
}

function unescapeText(text: string): string {
  return text.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
}
