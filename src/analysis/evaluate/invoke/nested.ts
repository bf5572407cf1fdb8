import type { Code, Effect, Setting } from '../../../model/effect.ts';
import type { Word } from '../../../model/word.ts';
import { parse } from '../../parse.ts';
import { resolvePath } from '../../paths.ts';
import { unknownEffect } from '../../programs/effects.ts';
import { describeWord, textOf, textsOf, unknownWords } from '../../words.ts';
import { spendScript } from '../budget.ts';
import { type Context, type Draft, foundOnce, type Outcome, step, tryOnce } from '../context.ts';
import { forget, fork, type State } from '../state/state.ts';
import { trapSetting } from '../trap-setting.ts';
import { isOnWay } from '../traps-on-way.ts';
import { descriptorNamed, textAt, textsBefore, textsOfInput } from './descriptors.ts';
import { type Expanded, invoke, joinOutcomes, maybe } from './invoke.ts';
import { pipeNamedBy } from './named-pipes.ts';
import { scriptAround } from './partly-known.ts';
import { outputsIn, possibleOutputs } from './possible-outputs.ts';
import { runSourced, runText } from './run-text.ts';
import { contextOf, isOfThisShell, isShell, lookupOf, type Runner, shellFrom, stateFor } from './runner.ts';
import { filesComingIn, scriptsWrittenTo } from './written-files.ts';

/** Code with the variable that it is the value of, if it is. */
interface Found {
  readonly code: Code;
  readonly variable: string | null;
}

/** Goes through all code that an invocation runs in processes of its own: they leave the shell as it is. */
export function runNested(command: Expanded, draft: Draft, state: State): void {
  const codes = codesOf(draft, command.context);
  if (codes.length === 0) return;
  const apart = fork(state);
  for (const found of codes) runApart(command, draft, apart, found);
}

function runApart(command: Expanded, draft: Draft, state: State, { code, variable }: Found): void {
  // A builtin is gone through once, for all directories in which the shell may be.
  const apart = draft.resolution === 'builtin' ? state : { ...state, directories: [draft.cwd] };
  runCode({ command, draft, state: apart, isInPlace: false, variable }, code);
}

/** Goes through the code that the shell runs in itself, one after the other. */
export function runInPlace(command: Expanded, draft: Draft, state: State): Outcome {
  const codes = codesOf(draft, command.context);
  for (const found of codes) if (found.variable !== null) runApart(command, draft, fork(state), found);
  const [only, second] = codes.filter(({ variable }) => variable === null);
  const runner = { command, draft, state, isInPlace: true, variable: null };
  if (only === undefined) return { ok: state, ko: state };
  if (second === undefined) return runCode(runner, only.code);
  return codes
    .map(({ code }) => runCode({ ...runner, state: fork(state) }, code))
    .reduce(joinOutcomes, { ok: state, ko: state });
}

/** All code in the effects. */
function codesOf(draft: Draft, { shell }: Context): readonly Found[] {
  return draft.effects.flatMap((effect): readonly Found[] => {
    if (effect.kind !== 'executes') return [];
    return [{ code: effect.code, variable: shell.codeOfVariables.get(effect) ?? null }];
  });
}

function runCode(runner: Runner, code: Code): Outcome {
  step(runner.command.context);
  switch (code.kind) {
    case 'command':
      return runCommand(runner, code.words, code.hasMore, code.setting);
    case 'shell':
      return runShell(runner, code.text, code.parameters, code.setting);
    case 'input':
      return runInput(runner, code.language, code.setting);
    case 'file':
      return runFile(runner, code.path, code.parameters);
    case 'foreign':
      return unchanged(runner);
  }
}

function unchanged({ state }: Runner): Outcome {
  return { ok: state, ko: state };
}

/** Words for a program. `command` and `builtin` look for builtins too. */
function runCommand(runner: Runner, words: readonly Word[], hasMore: boolean, setting: Setting): Outcome {
  const { command } = runner;
  if (setting.isPossible === true) return runFound(runner, words, setting);
  const context = contextOf(runner, setting);
  const more = hasMore ? [unknownWords('', '', [{ kind: 'input' }])] : [];
  const assignments = setting.assignments ?? [];
  if (setting.isOwnName === true && words[0] !== undefined) context.shell.literals.add(words[0]);
  return invoke({
    state: stateFor(runner, setting),
    context,
    words: [...words, ...more],
    redirects: [],
    assignments,
    declared: [],
    effects: assignments.map(({ name, value }) => ({ kind: 'sets', name, value, scope: 'invocation' })),
    span: command.span,
    stdin: context.stdin,
    lookup: lookupOf(runner),
  });
}

/** Words that may be a program and its words. */
function runFound(runner: Runner, words: readonly Word[], { isPossible: _, ...setting }: Setting): Outcome {
  const { command, draft } = runner;
  foundOnce(command.context, JSON.stringify([draft.cwd, words]), () => {
    const context = maybe(command.context);
    runCommand({ ...runner, command: { ...command, context } }, words, false, setting);
  });
  return unchanged(runner);
}

/** Text for a shell: read like the command itself, in a shell of its own or in this one. */
function runShell(runner: Runner, text: Word, parameters: readonly Word[] | null, setting: Setting): Outcome {
  const source = textOf(text);
  if (source === null) {
    const { ledger } = runner.command.context.shell;
    runPossible(runner, [...textsOf(text), ...outputsIn(text, ledger)], setting);
    return runPartly(runner, text, setting);
  }
  if (setting.isPossible === true) {
    runPossible(runner, [source], setting);
    return unchanged(runner);
  }
  const context = contextOf(runner, setting);
  if (runner.draft.name === 'trap' && runner.isInPlace) {
    spendScript(runner.state.budget, source);
    const problem = parse(source, context.shell.surroundings.maxLength);
    if (problem.kind === 'unparsed') return unreadable(runner, problem.problem.reason);
    noteTrap(runner, text, context);
    return unchanged(runner);
  }
  const state =
    runner.isInPlace && isOfThisShell(runner) ? runner.state : shellFrom(runner, parameters, setting);
  const isSourced = isOfThisShell(runner) && runner.draft.name !== 'eval';
  const result = runText(source, state, context, runner.command.span, isSourced ? runSourced : undefined);
  if (result.kind === 'unparsed') return unreadable(runner, result.reason);
  noteDialect(runner, source);
  return isOfThisShell(runner) ? result.outcome : unchanged(runner);
}

/** Text of which a part is not known. */
function runPartly(runner: Runner, text: Word, setting: Setting): Outcome {
  const { command, state, draft } = runner;
  if (draft.name === 'trap') {
    // It is not run yet.
    noteTrap(runner, text, contextOf(runner, setting));
    add(runner, unknownEffect('unknown-code', describeWord(text)));
    return unchanged(runner);
  }
  const source = scriptAround(text);
  if (source !== null) {
    const start = isOfThisShell(runner) ? fork(state) : shellFrom(runner, null, setting);
    runText(source, { ...start, positional: null }, maybe(contextOf(runner, setting)), command.span);
  }
  return unknownCode(runner, describeWord(text));
}

/** Notes a trap, which is gone through when all else has been. */
function noteTrap({ state, draft: { argv } }: Runner, text: Word, context: Context): void {
  const signals = argv.slice(argv.indexOf(text) + 1);
  const set = trapSetting(state, context);
  const signal = textOf(argv.at(-1)) ?? '';
  context.shell.traps.push({ signal, isOnWay: isOnWay(signals), text, context, set });
}

/** What only other shells have, or read differently than bash. */
const beyondSh = /\$['"]|\{[^}]*(?:,|\.\.)[^}]*\}|\[\[|&>|[<>]\(|<<<|\bfunction\b|=\(|\$\{[^}]*[/^,@!]/;

function noteDialect(runner: Runner, source: string): void {
  const { name } = runner.draft;
  if (name === 'sh' || name === 'dash' || name === 'ash') {
    if (beyondSh.test(source)) add(runner, unknownEffect('unreadable-code', name));
  } else if (name !== null && isShell(name) && name !== 'bash' && name !== 'rbash') {
    add(runner, unknownEffect('unreadable-code', name));
  }
}

/** A program that comes in on the standard input. */
function runInput(runner: Runner, language: string, setting: Setting): Outcome {
  const { stdin } = runner.draft;
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  if (language === 'shell' && stdin.kind === 'unknown') runPossible(runner, textsOfInput(runner), setting);
  const { ledger } = runner.command.context.shell;
  if (language === 'shell') for (const path of filesComingIn(runner.draft, ledger)) runWritten(runner, path);
  if (language === 'shell' && stdin.kind === 'pipe' && text?.kind !== 'known')
    runPossible(runner, possibleOutputs(stdin.from, ledger), { ...setting, losesInput: true });
  if (language !== 'shell' || text === null || isBlank(text))
    return unknownCode(runner, `the ${language} code that it reads`);
  // Words behind the name may be parameters (`bash -s a b`).
  const parameters = runner.draft.argv.length > 1 ? null : [];
  return runShell(runner, text, parameters, { ...setting, losesInput: true });
}

/** Whether nothing of it is known. */
function isBlank(text: Word): boolean {
  return text.kind === 'unknown' && text.prefix + text.suffix === '' && textsOf(text).length === 0;
}

/** Texts of which it is not known whether they are the code, or how much of them has been read before. */
function runPossible(runner: Runner, texts: readonly string[], setting: Setting): void {
  const { context, span } = runner.command;
  for (const text of texts)
    tryOnce(context, text, () => {
      const state = isOfThisShell(runner) ? fork(runner.state) : shellFrom(runner, null, setting);
      runText(text, state, maybe(contextOf(runner, setting)), span);
    });
}

/** A file with a script. The standard input may be one, and the command itself may have written it; others are not looked at. */
function runFile(runner: Runner, path: Word, parameters: readonly Word[]): Outcome {
  const resolved = textOf(resolvePath(runner.draft.cwd, path));
  if (resolved !== null && /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/.test(resolved)) {
    return runInput(runner, 'shell', {});
  }
  const { name } = runner.draft;
  const isScript = isOfThisShell(runner) || (name !== null && isShell(name));
  if (resolved !== null && (isScript || name === null)) runWritten(runner, resolved);
  return isScript ? runScript(runner, path, resolved, parameters) : unchanged(runner);
}

function runScript(
  runner: Runner,
  path: Word,
  resolved: string | null,
  parameters: readonly Word[],
): Outcome {
  const descriptor = descriptorNamed(resolved);
  const { ledger } = runner.command.context.shell;
  const text =
    pipeNamedBy(path, ledger)?.text ?? (descriptor === null ? null : textAt(runner.draft, descriptor));
  if (text !== null) {
    if (isOfThisShell(runner) && parameters.length > 0) runner.state.positional = null;
    return runShell(runner, text, [path, ...parameters], { losesInput: true });
  }
  const [pipe] = path.kind === 'unknown' ? path.sources : [];
  if (pipe?.kind === 'pipe' && pipe.direction === 'from')
    runPossible(runner, possibleOutputs(pipe.of, ledger), { losesInput: true });
  if (descriptor !== null) runPossible(runner, textsBefore(runner, descriptor), { losesInput: true });
  if (!isOfThisShell(runner)) return unchanged(runner);
  if (parameters.length > 0) runner.state.positional = null;
  return unknownCode(runner, describeWord(path));
}

/** What the command has written to a file before it runs it. What is there may be something else by then. */
function runWritten(runner: Runner, path: string): void {
  const { context } = runner.command;
  tryOnce(context, path, () =>
    runPossible(runner, scriptsWrittenTo(path, context.shell.ledger), { losesInput: true }),
  );
}

function unknownCode(runner: Runner, subject: string): Outcome {
  add(runner, unknownEffect('unknown-code', subject));
  if (isOfThisShell(runner)) forget(runner.state);
  return unchanged(runner);
}

function unreadable(runner: Runner, reason: string): Outcome {
  add(runner, unknownEffect('unparsed-code', reason));
  if (isOfThisShell(runner)) forget(runner.state);
  return unchanged(runner);
}

function add({ draft }: Runner, effect: Effect): void {
  draft.effects.push(effect);
}
