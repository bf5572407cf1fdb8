import { parse } from 'smol-toml';
import { type Edit, edited, refused, type SettingsFormat } from './edit.ts';

/** What of a TOML file is ours stands between two comments at its end. */
const begin = '# handrail: begin. `handrail hook install codex --undo` takes this out.';
const end = '# handrail: end';

const block = new RegExp(`(?:\\r?\\n)?^${escaped(begin)}$[\\s\\S]*?^${escaped(end)}$(?:\\r?\\n)?`, 'gm');

/**
 * Settings of TOML. A table can stand anywhere in such a file, so that ours is added as text at its end and nothing before it is
 * touched; a parser says that it is right before and after.
 */
export function tomlFormat(blockOf: (command: string) => string): SettingsFormat {
  return {
    add(text, command) {
      const before = text ?? '';
      const problem = problemOf(before);
      if (problem !== null) return refused(problem);
      const bare = before.replace(block, '');
      const eol = bare.includes('\r\n') ? '\r\n' : '\n';
      const gap = bare === '' ? '' : bare.endsWith('\n') ? eol : eol + eol;
      const own = [begin, ...blockOf(command).split('\n'), end].join(eol);
      const after = `${bare}${gap}${own}${eol}`;
      const clash = problemOf(after);
      return clash === null
        ? edited(text, after)
        : refused(`its hooks are written in a form that nothing can be added to (${clash})`);
    },
    remove(text): Edit {
      const after = text.replace(block, '');
      const problem = problemOf(after);
      return problem === null ? edited(text, after) : refused(problem);
    },
  };
}

/** A text as it stands in TOML. */
export function tomlText(text: string): string {
  return JSON.stringify(text); // A basic string has the escapes of JSON.
}

/** What is wrong with a text of TOML, in a line; `null`: nothing. */
function problemOf(text: string): string | null {
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
