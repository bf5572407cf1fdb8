import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { createTwoFilesPatch } from 'diff';
import { agentNamed, agents } from '../../adapters/hooks/agents/agents.ts';
import type { Agent } from '../../adapters/hooks/core/agent.ts';
import type { AnswerOptions, Reply } from '../../adapters/hooks/core/question.ts';
import { quoted } from '../../adapters/hooks/core/quoted.ts';
import type { Edit, SettingsFormat } from '../../adapters/hooks/install/edit.ts';
import { settingsPlaces } from '../../adapters/hooks/install/places.ts';
import { takeOut } from '../../adapters/hooks/install/take-out.ts';
import { tryProgram } from '../../backends/local/probe.ts';
import { homeDirectory } from '../../settings/host.ts';
import { resolveSettings } from '../../settings/resolve.ts';
import { approveStatus } from '../exit-status.ts';
import { refusedToAgents } from '../person.ts';
import { gotName, misuse, type Terminal } from '../terminal.ts';
import { visible } from '../visible.ts';
import { type Backup, backupsIn } from './backup.ts';
import { type FoundFile, findFile, firstMissing, removeMade, replaceFile } from './settings-file.ts';

/** The options of `handrail hook install`. */
export interface InstallFlags {
  readonly project?: boolean;
  readonly undo?: boolean;
  readonly yes?: boolean;
  readonly approve?: boolean;
  readonly ask?: boolean;
}

/** A change of a file that is to be shown before it is made. */
interface Change extends FoundFile {
  readonly after: string | null;
  /** What undoing it goes back to. */
  readonly before: string | null;
  /** What to say of it, and nothing where it is the change that was asked for. */
  readonly remark: string | null;
}

/**
 * Writes the hook of an agent into its settings, or takes it out again. The exit status is 1 where a person did not want it, or none is
 * there, and 126 where a command of an agent has called it.
 */
export async function install(terminal: Terminal, name: string, flags: InstallFlags): Promise<number> {
  const agent = agentNamed(name);
  const place = settingsPlaces[name];
  if (agent === null || place === undefined)
    throw misuse(`hook install: expected one of ${names.join(', ')}, got ${gotName(name, names)}`);
  refuseInVain(agent, flags);
  const { cwd, env, stdout } = terminal;
  const scope = { home: homeDirectory(env), env, project: flags.project === true ? resolve(cwd) : null };
  if (refusedToAgents(terminal, 'to change what watches over an agent')) return approveStatus.refused;
  const { files, notes } = place(scope);
  const { stateDir } = resolveSettings({ directory: cwd, env, flags: {} }).settings;

  const changes =
    flags.undo === true ? undoing(files, stateDir) : adding(files, commandOf(name, flags), stateDir);
  if (changes.length === 0) {
    stdout.write(
      flags.undo === true ? `${agent.title} has no hook of handrail.\n` : alreadyThere(agent.title),
    );
    return 0;
  }
  for (const change of changes) stdout.write(shown(change));
  if (flags.yes !== true && !(await agreed(terminal))) {
    stdout.write('Nothing was changed.\n');
    return 1;
  }
  for (const change of changes) make(change, stateDir, flags.undo === true);
  // What the first question would wait for: asked nothing, it refuses, records nothing, and keeps what V8 has made of the guard.
  if (flags.undo !== true) await tryProgram([process.execPath, programHere(), 'hook', name], undefined, env);
  const told = flags.project === true ? [...notes, ofThisMachine] : notes;
  stdout.write(
    flags.undo === true ? 'The hook is taken out.\n' : `The hook is written.\n${told.join('\n')}\n`,
  );
  return 0;
}

const names = agents.map((one) => one.name);

/** Who gives an option that changes nothing for the agent would wait for what never comes. */
function refuseInVain(agent: Agent, flags: InstallFlags): void {
  for (const option of ['approve', 'ask'] as const) {
    if (flags.undo === true || flags[option] !== true || changesAnswers(agent, option)) continue;
    const others = agents.filter((one) => changesAnswers(one, option)).map(({ name }) => name);
    throw misuse(
      `hook install: expected --${option} for ${oneOf(others)} alone, got it for ${agent.name}, whose answers are the same without it`,
    );
  }
}

const replies: readonly Reply[] = [{ kind: 'allowed' }, { kind: 'asked', reason: 'it is asked about.' }];

function changesAnswers({ write }: Agent, option: keyof AnswerOptions): boolean {
  const none = { approve: false, ask: false };
  return replies.some(
    (reply) => write(reply, none).stdout !== write(reply, { ...none, [option]: true }).stdout,
  );
}

function oneOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ');
}

const ofThisMachine =
  'It names Node and handrail by their paths on this machine. Where these files are shared, others have every command blocked until they install it themselves: keep them out of the repository, or install it for the user.';

function alreadyThere(title: string): string {
  return `${title} has the hook already.\n`;
}

type Files = readonly { readonly path: string; readonly format: SettingsFormat }[];

/** The first file that is there, or the last one. */
function adding(files: Files, command: string, stateDir: string): readonly Change[] {
  const chosen = files.find(({ path }) => findFile(path).text !== null) ?? files.at(-1);
  if (chosen === undefined) return [];
  const found = findFile(chosen.path);
  const after = resultOf(chosen.format.add(found.text, command), found.path);
  if (after === undefined) return [];
  const backups = backupsIn(stateDir);
  const remark =
    found.text === null ? null : `What it holds now will be kept in ${backups.fileFor(found.path)}.`;
  return [{ ...found, after, before: beforeOurs(chosen.format, found, backups.find(found.path)), remark }];
}

/** What undoing goes back to: what a file was before our first hook, which may be in it already. */
function beforeOurs(format: SettingsFormat, { path, text }: FoundFile, backup: Backup | null): string | null {
  const bare = text === null ? null : resultOf(takeOut(format, text, backup), path);
  return bare === undefined ? text : bare;
}

/** Every file that has a hook of ours: as it was before, or, where more was changed since, without what is ours. */
function undoing(files: Files, stateDir: string): readonly Change[] {
  return files.flatMap(({ path, format }): readonly Change[] => {
    const found = findFile(path);
    if (found.text === null) return [];
    const backup = backupsIn(stateDir).find(found.path);
    const after = resultOf(takeOut(format, found.text, backup), found.path);
    if (after === undefined) return [];
    const remark = remarkOn(found, backup);
    return [{ ...found, after, before: after, remark }];
  });
}

/** Why a file does not become what it was, letter for letter; `null`: it does. */
function remarkOn({ text }: FoundFile, backup: Backup | null): string | null {
  if (backup?.after === text) return null;
  const why =
    backup === null
      ? 'What it was before is not known any more'
      : 'It was changed since the hook was installed';
  return `${why}: only what is ours is taken out, and all else stays.`;
}

/** `undefined`: nothing is to be done. */
function resultOf(edit: Edit, path: string): string | null | undefined {
  switch (edit.kind) {
    case 'edited':
      return edit.text;
    case 'unchanged':
      return undefined;
    case 'refused':
      throw misuse(`${path}: ${edit.problem}; nothing was changed`);
  }
}

function make({ path, text, after, before }: Change, stateDir: string, isUndo: boolean): void {
  // Agents write to their settings too, also while somebody reads what would be changed.
  if (findFile(path).text !== text)
    throw misuse(`${path}: it was changed by somebody else meanwhile, and is left as it is; try again`);
  const backups = backupsIn(stateDir);
  const earlier = backups.find(path);
  const made = earlier?.made ?? firstMissing(path);
  if (!isUndo && after !== null) backups.keep({ path, before, after, made });
  replaceFile(path, after);
  if (after === null && earlier?.made) removeMade(path, earlier.made);
  if (isUndo) backups.drop(path);
}

function shown({ path, text, after, remark }: Change): string {
  const patch = createTwoFilesPatch(
    path,
    path,
    text ?? '',
    after ?? '',
    text === null ? 'new' : '',
    after === null ? 'removed' : '',
  );
  const lines = patch
    .split('\n')
    .slice(1)
    .map((line) => visible(line.replaceAll('\t', '  ').replace(/\r$/, '')));
  return `${lines.join('\n')}${remark === null ? '' : `${remark}\n`}`;
}

async function agreed({ stdin, stdout, interrupted }: Terminal): Promise<boolean> {
  if (stdin.isTTY !== true) {
    stdout.write('Say --yes to have it written: there is nobody here to ask.\n');
    return false;
  }
  const asking = createInterface({ input: stdin, output: stdout });
  try {
    const answer = await asking.question('Write this? [y/N] ', { signal: interrupted });
    return /^y(?:es)?$/i.test(answer.trim());
  } catch {
    return false; // Ctrl-C is a no.
  } finally {
    asking.close();
  }
}

/**
 * The command that the agent runs: this very program, by its path, as the agent may know another `PATH`. Any other end than an
 * answer, a program that is gone too, becomes the exit status that blocks, with words: Codex lets a command run where a hook blocks it
 * without any. `sh` sees to that, as agents go by the shell of their user: fish stops at a program that is gone, and neither fish nor zsh
 * says of one that it was killed.
 */
function commandOf(agent: string, { approve, ask }: InstallFlags): string {
  const options = [approve === true ? ' --approve' : '', ask === true ? ' --ask' : ''].join('');
  const asking = `${word(process.execPath)} ${word(programHere())} hook ${agent}${options}`;
  return `/bin/sh -c ${quoted(`${asking} || { echo ${nothingRun} >&2; exit 2; }`)} || exit 2`;
}

/** Said without quotes, which settings would have to escape. */
const nothingRun = 'Handrail has let nothing run.';

/** Absolute path of the program that this process is of. */
function programHere(): string {
  const program = join(dirname(realpathSync(process.argv[1] ?? '')), 'handrail.cjs');
  if (!existsSync(program))
    throw misuse(
      `expected the installed program at ${program}, got no file of that name; install the package handrail first`,
    );
  return program;
}

function word(path: string): string {
  return /^[\w/.@+-]+$/.test(path) ? path : quoted(path);
}
