import { fold, shortenText, widthOf } from '../../columns.ts';
import { visible } from './visible.ts';

/** A call as it is to be shown. */
export interface ShownCall {
  /** Left out: `Bash`. */
  readonly title?: string;
  readonly command: string;
  /** Empty when the model gave none. */
  readonly description: string;
  readonly state: CallState;
}

/** How far a call is. `asking`: its permission is waited for. */
export type CallState = 'asking' | 'running' | 'done' | 'failed' | 'refused';

/** What a part of a line is; how that looks is up to the screen. */
export type SegmentStyle = 'title' | 'description' | 'command' | 'status';

/** A part of a line. Its text has nothing in it that a terminal would obey. */
export interface Segment {
  readonly style: SegmentStyle;
  readonly text: string;
}

/** One line of a screen. */
export type StyledLine = readonly Segment[];

/** The most that is shown of a description, in characters, with the ellipsis. */
const descriptionCharacters = 80;

/** The most lines that a command is given; a longer one says that there is more. */
const commandLines = 20;

/** The narrowest that anything is made for: what is less is not legible. */
const minColumns = 20;

/** No character that is in use takes more UTF-16 units for each column: what is beyond is not even looked at. */
const unitsPerColumn = 32;

/**
 * A call of the tool as lines for a terminal: the title, the description over the command, and, as long as the call is
 * under way, a line that says so and names the description. No line is wider than `columns`, or than 20.
 */
export function renderCall(call: ShownCall, columns: number): readonly StyledLine[] {
  const room = Math.max(minColumns, Math.floor(columns));
  const description = oneLine(call.description, room);
  return [
    line('title', oneLine(call.title ?? 'Bash', room)),
    ...(description === '' ? [] : [line('description', description)]),
    ...renderCommand(call.command, room),
    ...renderState(call, room),
  ];
}

function line(style: SegmentStyle, text: string): StyledLine {
  return [{ style, text }];
}

/** A text on one line, cut to the screen and to 80 characters. */
function oneLine(text: string, columns: number): string {
  const looked = text.slice(0, descriptionCharacters * unitsPerColumn);
  const shown = visible(looked.replace(/\s*[\n\r]\s*/g, ' ').trim());
  return shortenText(shown, { columns, characters: descriptionCharacters });
}

function renderCommand(command: string, columns: number): readonly StyledLine[] {
  const most = commandLines * columns * unitsPerColumn;
  const looked = command.slice(0, most).trimEnd();
  const lines = looked.split('\n').flatMap((text) => fold(visible(text), columns));
  const shown = lines.slice(0, commandLines).map((text) => line('command', text));
  const isWhole = lines.length <= commandLines && command.length <= most;
  return isWhole ? shown : [...shown, line('status', '… the command goes on')];
}

/** Said of a call; with a description where there is one. */
const states: Readonly<Record<CallState, string | null>> = {
  asking: 'Asking for permission',
  running: 'Running',
  done: null,
  failed: 'Failed',
  refused: 'Not permitted',
};

const underWay: readonly CallState[] = ['asking', 'running'];

function renderState({ state, description }: ShownCall, columns: number): readonly StyledLine[] {
  const said = states[state];
  if (said === null) return [];
  if (!underWay.includes(state)) return [line('status', said)];
  const named = description.trim() === '' ? '' : `: ${oneLine(description, columns)}`;
  const text = `${said}${named}`;
  if (text.endsWith('…')) return [line('status', shortenTo(text, columns))];
  return [line('status', widthOf(text) < columns ? `${text}…` : shortenTo(text, columns))];
}

function shortenTo(text: string, columns: number): string {
  return shortenText(text, { columns, characters: Number.POSITIVE_INFINITY });
}
