import type { Span } from '../model/analysis.ts';
import { wordsOf } from './negative-answers.ts';
import { type CommandNode, type PipelineNode, parse, type Statement } from './parse.ts';

/** A part of a pipeline, how it reads, and where it stands in the command. */
export interface Part {
  readonly node: CommandNode;
  readonly text: string;
  readonly span: Span;
  /** The chain that gives it its status, of a group or a loop; empty for all else. */
  readonly within: () => Chain;
}

/** The pipelines of a statement, in the order in which `&&` joins them; empty when it is anything else. */
export type Chain = readonly (readonly Part[])[];

type ToPart = (node: CommandNode) => Part;

/** The chain that the last statement of a command is. */
export function lastChain(command: string): Chain {
  const read = readParts(command);
  return read === null ? [] : chainOf(read.statements, read.toPart);
}

/**
 * All that a command comes to, up to where it is not known what that is: one chain where `set -e` is first, as whatever
 * fails ends it then. Empty where it is not.
 */
export function wholeChain(command: string): Chain {
  const read = readParts(command);
  if (read === null) return [];
  const chains = read.statements.map((statement) => chainOf([statement], read.toPart));
  const first = chains[0]?.[0]?.[0];
  if (first === undefined || !setsErrexit(first.node)) return [];
  const end = chains.findIndex((chain) => chain.length === 0);
  return chains.slice(0, end === -1 ? chains.length : end).flat();
}

function setsErrexit(node: CommandNode): boolean {
  const [name, ...words] = node.type === 'Command' ? wordsOf(node) : [];
  return name === 'set' && words.some((word) => word === 'errexit' || /^-[a-z]*e/.test(word));
}

function readParts(
  command: string,
): { readonly statements: readonly Statement[]; readonly toPart: ToPart } | null {
  const parsed = parse(command);
  if (parsed.kind === 'unparsed') return null;
  const { script, source, origin } = parsed;
  const toPart: ToPart = (node) => ({
    node,
    text: source.slice(node.pos, node.end),
    span: { start: origin(node.pos), end: origin(node.end) },
    within: () => chainOf(statementsOf(node), toPart),
  });
  return { statements: script.commands, toPart };
}

/** The statements of a node whose status is that of the last one that ran. */
function statementsOf(node: CommandNode): readonly Statement[] {
  switch (node.type) {
    case 'Redirected':
      return statementsOf(node.command);
    case 'Subshell':
    case 'BraceGroup':
    case 'For':
    case 'ArithmeticFor':
    case 'While':
      return node.body.commands;
    default:
      return []; // A simple command, or a branch: which was taken is not known.
  }
}

function chainOf(statements: readonly Statement[], toPart: ToPart): Chain {
  const statement = statements.at(-1);
  if (statement === undefined || statement.background) return [];
  const { command: node } = statement;
  if (node.type !== 'AndOr') return [partsOf(node, toPart)];
  if (node.operators.includes('||')) return [];
  return node.commands.map((one) => partsOf(one, toPart));
}

/** Empty for what `!` makes the opposite of. */
function partsOf(node: PipelineNode, toPart: ToPart): readonly Part[] {
  if (node.type === 'Pipeline' && node.prefixes.some(({ type }) => type === 'Negation')) return [];
  return (node.type === 'Pipeline' ? node.commands : [node]).map(toPart);
}
