import { isDeepStrictEqual } from 'node:util';
import { parse } from 'smol-toml';
import { isRecord } from '../core/read.ts';
import { type Edit, edited, isOurs, refused, type SettingsFormat } from './edit.ts';

/**
 * What of a TOML file is ours stands between two comments. The second is on the line of our last key, as comments there stay with it:
 * Codex writes what it keeps of its own before a comment at the end of a file.
 */
const begin = '# handrail: begin. `handrail hook install codex --undo` takes this out.';
const end = ' # handrail: end';

const block = new RegExp(`(?:\\r?\\n)?^${escaped(begin)}$[\\s\\S]*?${escaped(end)}$(?:\\r?\\n)?`, 'gm');

const comments = /^[ \t]*#.*$/gm;

/**
 * Settings of TOML. A table can stand anywhere in such a file, so that ours is added as text at its end and nothing before it is
 * touched; a parser says that it is right before and after.
 */
export function tomlFormat(blockOf: (command: string) => string): SettingsFormat {
  return {
    add(text, command) {
      const problem = problemWith(text ?? '');
      if (problem !== null) return refused(problem);
      const bare = (text ?? '').replace(block, '');
      const eol = bare.includes('\r\n') ? '\r\n' : '\n';
      const gap = bare === '' ? '' : bare.endsWith('\n') ? eol : eol + eol;
      const own = [begin, ...blockOf(command).split('\n')].join(eol);
      const after = `${bare}${gap}${own}${end}${eol}`;
      const clash = syntaxErrorIn(after);
      return clash === null
        ? edited(text, after)
        : refused(`its hooks are written in a form that nothing can be added to (${clash})`);
    },
    remove(text): Edit {
      const problem = problemWith(text);
      return problem === null ? edited(text, text.replace(block, '')) : refused(problem);
    },
    isWithoutOurs(text, { now }) {
      if (problemWith(text) !== null || text.replace(block, '') !== text) return false;
      // The end of the last line is ours only where ours is on it.
      const isEnded = now.trimEnd().endsWith(end) || text.endsWith('\n') === now.endsWith('\n');
      return isEnded && isDeepStrictEqual(parse(text), parse(now.replace(block, '')));
    },
  };
}

/** Why what is ours cannot be taken out of a text: that would take something else along, or leave some of it. `null`: it can. */
function problemWith(text: string): string | null {
  const syntaxError = syntaxErrorIn(text) ?? syntaxErrorIn(text.replace(block, ''));
  if (syntaxError !== null) return syntaxError;
  if (isOurs(text.replace(block, '').replace(comments, '')))
    return 'it has a hook of handrail without the comments around it: take that out by hand';
  const isMore = (text.match(block) ?? []).some((one) => !isHookAlone(parse(one)));
  return isMore ? 'something else was written between the comments of handrail: move that out by hand' : null;
}

function isHookAlone({ hooks, ...others }: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(others).length === 0 && isRecord(hooks) && Object.keys(hooks).join() === 'PreToolUse';
}

/** A text as it stands in TOML. */
export function tomlText(text: string): string {
  return JSON.stringify(text); // A basic string has the escapes of JSON.
}

/** What is wrong with a text of TOML, in a line; `null`: nothing. */
function syntaxErrorIn(text: string): string | null {
  try {
    parse(text);
    return null;
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return first;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
