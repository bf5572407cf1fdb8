import type { Code, Effect, Setting } from '../../model/effect.ts';
import type { Path } from '../../model/word.ts';
import { resolvePath } from '../paths.ts';
import { type Circumstances, parseCall } from './parse-call.ts';
import type { Call, Program } from './program.ts';

/** What a call of this program does: the effects of its options, of its operands, and what could not be made out. */
export function effectsOf(program: Program, circumstances: Circumstances): readonly Effect[] {
  const { call, command, problems } = parseCall(program, circumstances);
  const effects = [
    ...call.given.flatMap((given) => given.rule.effects?.(given, call) ?? []),
    ...(onlyTellsAboutItself(call) ? [] : (command.effects?.(call) ?? [])),
    ...problems,
  ];
  const directory = directoryOf(call);
  return effects.map((effect) => located(effect, directory, directory !== call.cwd));
}

/** `--help` or `--version` and nothing else: the program does not come to do anything. */
function onlyTellsAboutItself({ given, operands, subcommands }: Call): boolean {
  if (given.length === 0 || operands.length > 0 || subcommands.length > 0) return false;
  return given.every(
    ({ names, values }) => values.length === 0 && names.some((name) => /^--(?:help|version)$/.test(name)),
  );
}

/** The directory in which the program works, after all options that change it. */
function directoryOf(call: Call): Path {
  return call.given
    .filter(({ rule }) => rule.isDirectory)
    .reduce((directory, { value }) => resolvePath(directory, value), call.cwd);
}

/** The effect with its paths resolved. */
function located(effect: Effect, directory: Path, hasMoved: boolean): Effect {
  switch (effect.kind) {
    case 'reads':
    case 'writes':
    case 'deletes':
    case 'changes-directory':
      return { ...effect, path: resolvePath(directory, effect.path) };
    case 'executes':
      return { ...effect, code: locatedCode(effect.code, directory, hasMoved) };
    case 'network':
    case 'privilege':
    case 'discloses':
    case 'changes':
    case 'sets':
    case 'interactive':
    case 'background':
    case 'unknown':
      return effect;
  }
}

function locatedCode(code: Code, directory: Path, hasMoved: boolean): Code {
  switch (code.kind) {
    case 'command':
    case 'shell':
    case 'input':
      return { ...code, setting: locatedSetting(code.setting, directory, hasMoved) };
    case 'file':
      return { ...code, path: resolvePath(directory, code.path) };
    case 'foreign':
      return code;
  }
}

function locatedSetting(setting: Setting, directory: Path, hasMoved: boolean): Setting {
  if (setting.cwd !== undefined) return { ...setting, cwd: resolvePath(directory, setting.cwd) };
  return hasMoved ? { ...setting, cwd: directory } : setting;
}
