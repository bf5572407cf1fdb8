import type { Finding, Verdict } from '../model/decision.ts';
import type { Explained, Explanation } from '../policy/explain.ts';
import { visible } from './visible.ts';

const colours: Readonly<Record<Verdict | 'dim', string>> = { deny: '31', ask: '33', allow: '32', dim: '2' };

/** Puts a text into a colour, or leaves it. */
type Paint = (colour: Verdict | 'dim', text: string) => string;

/** An explanation as text: the verdict, the command with its findings underlined, the tree of what would run. */
export function draw(explanation: Explanation, hasColours: boolean): string {
  const paint: Paint = (colour, text) => (hasColours ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text);
  const { verdict, findings, invocations } = explanation;
  return [
    paint(verdict, verdict),
    '',
    ...drawCommand(explanation, paint),
    '',
    ...findings.flatMap((finding) => drawFinding(finding, '', paint)),
    ...invocations.flatMap((one) => drawInvocation(one, '', paint)),
  ].join('\n');
}

/** The lines of the command; below each, what the findings are about is underlined. */
function drawCommand({ command, invocations, unparsed }: Explanation, paint: Paint): readonly string[] {
  const marks = Array.from({ length: command.length + 1 }, (): Verdict | null => null);
  for (const { verdict, place } of allFindings(invocations)) {
    if (place !== undefined && verdict !== 'allow') mark(marks, place.span.start, place.span.end, verdict);
  }
  if (unparsed !== null) mark(marks, unparsed.at, unparsed.at + 1, 'ask');
  let start = 0;
  return command.split('\n').flatMap((line) => {
    const under = underline(line, marks.slice(start, start + line.length + 1), paint);
    start += line.length + 1;
    return under === '' ? [`  ${visible(line)}`] : [`  ${visible(line)}`, `  ${under}`];
  });
}

function mark(marks: (Verdict | null)[], start: number, end: number, verdict: Verdict): void {
  for (let at = start; at < Math.max(end, start + 1); at++) if (marks[at] !== 'deny') marks[at] = verdict;
}

/** Every character is as wide below as it is shown above. */
function underline(line: string, marks: readonly (Verdict | null)[], paint: Paint): string {
  const cells = [...line, ' '].map((character, at) => {
    const verdict = marks[at] ?? null;
    const width = visible(character).length;
    return verdict === null
      ? ' '.repeat(width)
      : paint(verdict, (verdict === 'deny' ? '^' : '~').repeat(width));
  });
  return cells.join('').trimEnd();
}

function allFindings(invocations: readonly Explained[]): readonly Finding[] {
  return invocations.flatMap(({ findings, runs }) => [...findings, ...allFindings(runs)]);
}

function drawInvocation(one: Explained, indent: string, paint: Paint): readonly string[] {
  const notes = [one.via.join(', '), one.cwd === null ? 'in a directory that is not known' : `in ${one.cwd}`];
  const inner = `${indent}  `;
  return [
    `${indent}${visible(one.words)}  ${paint('dim', visible(notes.filter((note) => note !== '').join('; ')))}`,
    ...one.effects.map((effect) => `${inner}${paint('dim', '·')} ${visible(effect)}`),
    ...one.findings.flatMap((finding) => drawFinding(finding, inner, paint)),
    ...one.runs.flatMap((run) => drawInvocation(run, `${inner}`, paint)),
  ];
}

function drawFinding(
  { id, verdict, reason, instead }: Finding,
  indent: string,
  paint: Paint,
): readonly string[] {
  const first = `${indent}${paint(verdict, `${verdict} ${id}`)}: ${visible(reason)}`;
  return instead === null ? [first] : [first, `${indent}  instead: ${visible(instead)}`];
}
