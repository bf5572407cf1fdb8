import { type FunctionComponent, type ReactElement, useEffect, useReducer } from 'react';
import type { App } from './app.ts';
import type { Line, Look, Size, Span } from './frame.ts';

type Ink = typeof import('ink');

/** Has the screen drawn anew whenever `listen` calls back. */
export interface ScreenProps {
  readonly app: App;
  readonly hasColours: boolean;
  /** The returned function ends that. */
  readonly listen: (changed: () => void) => () => void;
}

/** The frames of an app on the terminal. The package is handed in by whoever has loaded it, when a screen is wanted. */
export function screenOf({ Box, Text, useCursor, useStdout }: Ink): FunctionComponent<ScreenProps> {
  return function Screen({ app, hasColours, listen }) {
    const { stdout } = useStdout();
    const [, redraw] = useReducer((count: number) => count + 1, 0);
    useEffect(() => listen(redraw), [listen]);
    useEffect(() => {
      stdout.on('resize', redraw);
      return () => void stdout.off('resize', redraw);
    }, [stdout]);
    const { setCursorPosition } = useCursor();
    const { lines, cursor } = app.frame(sizeOf(stdout));
    setCursorPosition(cursor === null ? undefined : { x: cursor.column, y: cursor.row });
    return (
      <Box flexDirection="column">
        {lines.map((spans, row) => (
          <Text key={`row ${row.toString()}`} wrap="truncate">
            {isEmpty(spans) ? ' ' : spans.map((span, at) => styled(Text, span, `${at}`, hasColours))}
          </Text>
        ))}
      </Box>
    );
  };
}

/** What has no text would have no line of the screen. */
function isEmpty(spans: Line): boolean {
  return spans.every(({ text }) => text === '');
}

function sizeOf({ columns, rows }: NodeJS.WriteStream): Size {
  return { columns: columns || 80, rows: rows || 24 };
}

function styled(Text: Ink['Text'], { text, look }: Span, key: string, hasColours: boolean): ReactElement {
  const { colour, ...style } = styles[look];
  return (
    <Text key={key} {...style} {...(hasColours && colour !== undefined ? { color: colour } : {})}>
      {text}
    </Text>
  );
}

interface Style {
  readonly colour?: string;
  readonly bold?: true;
  readonly dimColor?: true;
  readonly inverse?: true;
}

/** Blue and yellow are told apart by nearly everybody, and each has a sign and a word beside it. */
const styles: Readonly<Record<Look, Style>> = {
  normal: {},
  strong: { bold: true },
  faint: { dimColor: true },
  selected: { inverse: true },
  good: { colour: 'cyan' },
  bad: { colour: 'red', bold: true },
  attention: { colour: 'yellow', bold: true },
};
