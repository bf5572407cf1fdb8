import { fold, widthOf } from '../contracts/columns.ts';
import type { Decision, Finding, Verdict } from '../model/decision.ts';
import type { Explained, Explanation } from '../model/explanation.ts';
import { drawCommand, type Paint } from './draw-command.ts';
import { visible } from './visible.ts';

/** What is drawn on. */
export interface Screen {
  readonly hasColours: boolean;
  /** `null` where lines may be of any length: in a pipe. */
  readonly columns: number | null;
}

const colours: Readonly<Record<Verdict | 'dim', string>> = { deny: '31', ask: '33', allow: '32', dim: '2' };

/** The narrowest that anything is broken to: what is less is not legible. */
const minColumns = 20;

/** An explanation as text: the verdict, the command with its findings underlined, the tree of what would run. */
export function draw(explanation: Explanation, screen: Screen): string {
  const pen = penFor(screen);
  const { verdict, findings, invocations } = explanation;
  const below = [
    ...findings.flatMap((finding) => drawFinding(finding, '', pen)),
    ...invocations.flatMap((one) => drawInvocation(one, '', pen)),
  ];
  return [
    pen.paint(verdict, verdict),
    '',
    ...drawCommand(explanation, pen.columns, pen.paint),
    ...(below.length === 0 ? [] : ['', ...below]),
  ].join('\n');
}

/** What is said of a text that no bash could be given; it may hold anything, so it is not shown. */
export function drawUnrunnable({ verdict, findings }: Decision, screen: Screen): string {
  const pen = penFor(screen);
  const lines = findings.flatMap((finding) => drawFinding(finding, '', pen));
  return [pen.paint(verdict, verdict), '', ...lines].join('\n');
}

function penFor({ hasColours, columns }: Screen): Pen {
  return {
    paint: (colour, text) => (hasColours ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text),
    columns: columns === null ? null : Math.max(columns, minColumns),
  };
}

interface Pen {
  readonly paint: Paint;
  readonly columns: number | null;
}

function drawInvocation(one: Explained, indent: string, pen: Pen): readonly string[] {
  const { effects, findings, runs } = one;
  const inner = `${indent}  `;
  return [
    ...drawWords(one, indent, pen),
    ...effects.flatMap((effect) => drawItem({ indent: inner, head: '· ', colour: 'dim' }, effect, pen)),
    ...findings.flatMap((finding) => drawFinding(finding, inner, pen)),
    ...runs.flatMap((run) => drawInvocation(run, inner, pen)),
  ];
}

/** The words, with the way there and the directory behind them if there is room, else below. */
function drawWords({ words, via, cwd }: Explained, indent: string, pen: Pen): readonly string[] {
  const where = cwd === null ? 'in a directory that is not known' : `in ${cwd}`;
  const note = visible([via.join(', '), where].filter((text) => text !== '').join('; '));
  const lines = drawItem({ indent, head: '', colour: 'dim' }, words, pen);
  const last = lines.at(-1) ?? '';
  const fits = pen.columns === null || widthOf(`${last}  ${note}`) <= pen.columns;
  if (fits) return [...lines.slice(0, -1), `${last}  ${pen.paint('dim', note)}`];
  const below = `${indent}    `;
  return [...lines, ...folded(note, below, pen).map((line) => `${below}${pen.paint('dim', line)}`)];
}

function drawFinding({ id, verdict, reason, instead }: Finding, indent: string, pen: Pen): readonly string[] {
  const lines = drawItem({ indent, head: `${verdict} ${id}: `, colour: verdict }, reason, pen);
  if (instead === null) return lines;
  return [...lines, ...drawItem({ indent: `${indent}  `, head: 'instead: ', colour: 'dim' }, instead, pen)];
}

/** What a line begins with. */
interface Start {
  readonly indent: string;
  readonly head: string;
  readonly colour: Verdict | 'dim';
}

/** A text behind its head; its further lines stand a little to the right. */
function drawItem({ indent, head, colour }: Start, text: string, pen: Pen): readonly string[] {
  const hanging = `${indent}    `;
  const [first = '', ...others] = folded(visible(text), hanging, pen, widthOf(head) - 4);
  const start = head === '' ? '' : pen.paint(colour, head);
  return [`${indent}${start}${first}`, ...others.map((line) => `${hanging}${line}`)];
}

/** The lines of a text behind an indentation that they all have; on the first, some of the room may be taken, or left. */
function folded(text: string, indent: string, { columns }: Pen, taken = 0): readonly string[] {
  return fold(text, columns === null ? null : Math.max(columns - indent.length, minColumns), taken);
}
