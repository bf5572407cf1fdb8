import { levelsNamed, sandboxLevels, unconfined } from '../confine/sandbox-levels.ts';
import type { SandboxLevel, SandboxNetwork, SandboxRule } from '../model/sandbox.ts';
import { suggestion } from '../model/suggestion.ts';
import { invalid } from './files.ts';
import type { SandboxLevelsFile } from './sandbox-schema.ts';

/** A value and the source that it comes from. */
interface Named<Value> {
  readonly value: Value;
  readonly from: string;
}

/** What sources say of the sandbox, the one that goes first in front. */
export interface SandboxSettings {
  /** Of those that belong to the user: flags, variables, the user's file, what is built in. */
  readonly level: Named<string>;
  /** Of the project; `null` when it says nothing. */
  readonly projectLevel: Named<string> | null;
  readonly required: boolean;
  readonly own: readonly Named<SandboxLevelsFile>[];
}

/** The rule that settings come to. A project's level is held beside the user's, so that it can only forbid more. */
export function sandboxRule({ level, projectLevel, required, own }: SandboxSettings): SandboxRule {
  const known = ownLevels(own);
  const named = [level, ...(projectLevel === null ? [] : [projectLevel])];
  const levels = named.flatMap(({ value, from }) => {
    const found = levelsNamed(value, known);
    if (found === undefined) throw unknownLevel(value, from, known);
    return found;
  });
  return { levels: [...new Set(levels)], required };
}

/** Of several of one name the first is meant. */
function ownLevels(own: readonly Named<SandboxLevelsFile>[]): readonly SandboxLevel[] {
  const taken = namesOf(sandboxLevels);
  return own.flatMap(({ value, from }) =>
    Object.entries(value).map(([name, level]) => {
      if (name === '') throw invalid(from, 'sandboxLevels: expected names that are not empty, got ""');
      if (taken.includes(name))
        throw invalid(from, `sandboxLevels: expected names other than ${taken.join(', ')}, got "${name}"`);
      return { name, ...level, network: networkOf(level.network) };
    }),
  );
}

function networkOf(given: SandboxLevelsFile[string]['network']): SandboxNetwork {
  return typeof given === 'string' ? given : { hosts: given };
}

function unknownLevel(name: string, from: string, own: readonly SandboxLevel[]) {
  const known = namesOf([...sandboxLevels, ...own]);
  const hint = suggestion(name, known);
  const expected = `sandbox: expected one of ${known.join(', ')}, got ${JSON.stringify(name)}`;
  return invalid(from, `${expected}${hint === null ? '' : ` — ${hint}`}`);
}

function namesOf(levels: readonly SandboxLevel[]): readonly string[] {
  return [unconfined, ...levels.map(({ name }) => name)];
}
