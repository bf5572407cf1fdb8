import type { CommandNode, CompoundList, PipelineNode, Statement } from '../../parse.ts';
import { known } from '../../words.ts';
import {
  type Context,
  type Definition,
  framesLeft,
  inBackground,
  isOfFirstShell,
  nextId,
  type Outcome,
  record,
  step,
  through,
} from '../context.ts';
import { invoke, unlessRedirectFails } from '../invoke/invoke.ts';
import { expandRedirects } from '../invoke/redirects.ts';
import { runSimple } from '../invoke/simple.ts';
import { isSame, join } from '../state/join.ts';
import { fork, type State } from '../state/state.ts';
import { definedBehindTrap } from '../trap-setting.ts';
import { forgetForTraps } from '../traps-on-way.ts';
import { runCase, runIf } from './branches.ts';
import { runArithmeticCommand, runTest } from './conditions.ts';
import { noteCoprocess, setDescriptors } from './coprocesses.ts';
import { runArithmeticFor, runFor, runWhile } from './loops.ts';
import { runPipeline } from './pipelines.ts';

/** The statements of a script. Behind each line, the shell may be as it was where an expansion in it failed: bash gives up all of the line. */
export function runScript(statements: readonly Statement[], state: State, context: Context): Outcome {
  let outcome: Outcome = { ok: state, ko: state };
  let { length } = state.failures;
  for (const [at, statement] of statements.entries()) {
    outcome = runStatement(statement, join(outcome.ok, outcome.ko), context);
    if (isInLineOf(statement, statements[at + 1], context)) continue;
    for (const failure of state.failures.slice(length))
      outcome = { ok: outcome.ok, ko: join(fork(failure), outcome.ko) };
    ({ length } = state.failures);
  }
  return outcome;
}

function isInLineOf(statement: Statement, next: Statement | undefined, { place }: Context): boolean {
  return next !== undefined && !place.source.slice(statement.end, next.pos).includes('\n');
}

/** The statements of a list, one after the other. */
function runStatements(statements: readonly Statement[], state: State, context: Context): Outcome {
  let outcome: Outcome = { ok: state, ko: state };
  for (const statement of statements)
    outcome = runStatement(statement, join(outcome.ok, outcome.ko), context);
  return outcome;
}

function runList(list: CompoundList, state: State, context: Context): Outcome {
  return runStatements(list.commands, state, context);
}

/** What is in the background has a shell of its own. */
function runStatement(statement: Statement, state: State, context: Context): Outcome {
  // A coprocess is in the background anyway, and its array in the shell itself.
  if (statement.background !== true || statement.command.type === 'Coproc')
    return runAndOr(statement, state, context);
  const stdin = { kind: 'nothing' } as const;
  runAndOr(statement, fork(state), { ...context, ...inBackground(context), stdin, frames: [] });
  return { ok: state, ko: state };
}

function runAndOr(statement: Statement, state: State, context: Context): Outcome {
  const { command } = statement;
  if (command.type !== 'AndOr') return runPipelineNode(command, state, context);
  let outcome: Outcome = { ok: state, ko: state };
  let inner = context;
  command.commands.forEach((part, index) => {
    if (index === 0) outcome = runPipelineNode(part, state, context);
    else outcome = runNext(part, command.operators[index - 1] ?? '&&', outcome, inner);
    if (outcome.isOpen === true && inner === context) inner = through(context, { kind: 'branch' });
  });
  return outcome;
}

/** The right side of `&&` and `||`: it may be passed over. */
function runNext(node: PipelineNode, operator: '&&' | '||', left: Outcome, context: Context): Outcome {
  const inner = { ...context, isConditional: true };
  if (operator === '&&') {
    const right = runPipelineNode(node, fork(left.ok), inner);
    return { ...right, ko: join(left.ko, right.ko) };
  }
  const right = runPipelineNode(node, fork(left.ko), inner);
  return { ...right, ok: join(left.ok, right.ok) };
}

function runPipelineNode(node: PipelineNode, state: State, context: Context): Outcome {
  return node.type === 'Pipeline'
    ? runPipeline(node, state, context, runCommand)
    : runCommand(node, state, context);
}

/** Any command. A kind that is not known stops everything: to pass over it would be to hide what it runs. */
function runCommand(node: CommandNode, state: State, context: Context): Outcome {
  step(context);
  const { mayBeGivenUp, leftIn, leftByTraps } = context.shell;
  if (mayBeGivenUp && isOfFirstShell(context)) noteLeft(leftIn, state);
  for (const kind of leftByTraps)
    for (const { escapes } of framesLeft(context, kind)) noteLeft(escapes, state);
  switch (node.type) {
    case 'Command':
      return runSimple(node, state, context);
    case 'Redirected':
      return runRedirected(node, state, context);
    case 'If':
      return runIf(node, state, context, runList);
    case 'Case':
      return runCase(node, state, context, runList);
    case 'For':
    case 'Select':
      return runFor(node, state, context, runList);
    case 'While':
      return runWhile(node, state, context, runList);
    case 'ArithmeticFor':
      return runArithmeticFor(node, state, context, runList);
    case 'ArithmeticCommand':
      return runArithmeticCommand(node, state, context);
    case 'TestCommand':
      return runTest(node, state, context);
    case 'BraceGroup':
      return runList(node.body, state, context);
    case 'Subshell':
      runList(node.body, fork(state), through(context, { kind: 'subshell' }, { frames: [] }));
      return { ok: state, ko: state };
    case 'Function':
      return define(node, state, context);
    case 'Coproc': {
      noteCoprocess(node, state, context);
      const inner = through(
        context,
        { kind: 'coprocess' },
        { ...inBackground(context), stdin: { kind: 'unknown' }, frames: [] },
      );
      runBody(node.body, fork(state), inner);
      setDescriptors(node, state);
      return { ok: state, ko: state };
    }
    default:
      return unknownCommand(node);
  }
}

/** The script, a function or a loop may have been left here. Most commands change nothing of the shell. */
function noteLeft(leftIn: State[], state: State): void {
  const last = leftIn.at(-1);
  const isNoted =
    last?.aliases.isCopyOf(state.aliases) === true && last.stdin === state.stdin && isSame(last, state);
  if (!isNoted) leftIn.push(fork(state));
}

function unknownCommand(node: never): never {
  throw new TypeError(`a command that is not known: ${JSON.stringify(node)}`);
}

/** The body of a function or a coprocess. */
export function runBody(
  body: Definition['body'] | Extract<CommandNode, { readonly type: 'Command' }>,
  state: State,
  context: Context,
): Outcome {
  return body.type === 'CompoundList' ? runList(body, state, context) : runCommand(body, state, context);
}

/** A compound command with redirects: they are an invocation without words, and hold for all within. */
function runRedirected(
  node: Extract<CommandNode, { readonly type: 'Redirected' }>,
  state: State,
  context: Context,
): Outcome {
  const scope = { state, context, effects: [] };
  const redirects = expandRedirects(scope, node.redirects);
  const span = context.place.spanOf(node.pos, node.end);
  const stdin = state.stdin ?? context.stdin;
  const { length } = context.shell.ledger.drafts;
  invoke({
    state,
    context,
    words: [],
    redirects,
    assignments: [],
    declared: [],
    effects: scope.effects,
    span,
    stdin,
    lookup: 'shell',
  });
  const draft = context.shell.ledger.drafts[length];
  const changed = redirects.some(({ node: { descriptor, operator } }) =>
    descriptor === undefined ? operator.startsWith('<') : true,
  );
  const inner =
    changed && draft !== undefined
      ? { ...context, stdin: draft.stdin }
      : changed
        ? { ...context, stdin: { kind: 'unknown' } as const }
        : context;
  return unlessRedirectFails({ state, context }, draft, (start) =>
    runCommand(node.command, changed ? { ...start, stdin: null } : start, inner),
  );
}

type FunctionNode = Extract<CommandNode, { readonly type: 'Function' }>;

function define(node: FunctionNode, state: State, context: Context): Outcome {
  const name = node.name.value;
  const definition: Definition = { body: node.body, place: context.place };
  const { functions, fixedFunctions } = context.shell;
  const former = fixedFunctions.has(name) ? state.functions.get(name) : undefined;
  state.functions.set(name, {
    definitions: [...(former?.definitions ?? []), definition],
    isCertain: former?.isCertain ?? true,
  });
  functions.set(name, [...(functions.get(name) ?? []), definition]);
  definedBehindTrap(state, context, () => recordDefinition(node, name, state, context));
  forgetForTraps(state, context);
  return { ok: state, ko: state };
}

function recordDefinition(node: FunctionNode, name: string, state: State, context: Context): void {
  record(context, {
    id: nextId(context),
    parent: context.parent,
    resolution: 'nothing',
    name: null,
    nameIsLiteral: false,
    argv: [],
    span: context.place.spanOf(node.pos, node.end),
    cwd: state.directories[0] ?? known('/'),
    isHere: context.isHere,
    via: context.via,
    assignments: [],
    redirects: [],
    stdin: context.stdin,
    isBackground: context.isBackground,
    isBackgroundInLoop: context.isBackgroundInLoop,
    isConditional: context.isConditional,
    effects: [{ kind: 'changes', subject: 'shell', isDestructive: false, target: known(name) }],
  });
}
