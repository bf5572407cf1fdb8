import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { claudePermissions } from '../../adapters/hooks/import/claude-permissions.ts';
import { opencodePermissions } from '../../adapters/hooks/import/opencode-permissions.ts';
import { type Permissions, UnknownForm } from '../../adapters/hooks/import/permission.ts';
import { rulesOf } from '../../adapters/hooks/import/rules-of.ts';
import { agentDirectory, xdgDirectory } from '../../adapters/hooks/install/agent-directory.ts';
import { parseOnce } from '../../adapters/hooks/install/read-json.ts';
import { placesOf } from '../../policy/paths/places.ts';
import { homeDirectory } from '../../settings/host.ts';
import { whereOf } from '../policy.ts';
import { fileOf, gotName, misuse, type Terminal } from '../terminal.ts';
import { jsonText, visible } from '../visible.ts';
import { readSettings } from './settings-file.ts';

/** An agent whose permissions can be read. */
interface Source {
  /** Where its users have them, the first that is there. */
  readonly files: (home: string, env: Readonly<Record<string, string>>) => readonly string[];
  readonly read: (settings: unknown) => Permissions;
}

const sources: Readonly<Record<string, Source>> = {
  claude: {
    files: (home, env) => {
      const usual = join(home, '.claude');
      return [join(agentDirectory({ env, variable: 'CLAUDE_CONFIG_DIR', usual }), 'settings.json')];
    },
    read: claudePermissions,
  },
  opencode: {
    files: (home, env) => {
      const base = xdgDirectory({ env, variable: 'XDG_CONFIG_HOME', usual: join(home, '.config') });
      return ['opencode.jsonc', 'opencode.json'].map((name) => join(base, 'opencode', name));
    },
    read: opencodePermissions,
  },
};

/** Prints a file of rules on standard output, and on standard error what is not in it. */
export function importRules(terminal: Terminal, agent: string, file: string | undefined): number {
  const source = sources[agent];
  if (source === undefined)
    throw misuse(
      `import: expected ${Object.keys(sources).join(' or ')}, got ${gotName(agent, Object.keys(sources))}`,
    );
  const path = file === undefined ? ownFile(terminal, source) : fileOf(terminal, 'import', file);
  const { rules, notTaken, inPart } = rulesOf(
    permissionsIn(path, agent, source),
    placesOf(whereOf(terminal, {})),
  );
  terminal.stdout.write(`${jsonText({ rules }, 2)}\n`);
  const lines = [
    ...notTaken.map(({ name, why }) => `not taken: ${visible(name)}: ${why}`),
    ...inPart.map(({ name, why }) => `taken in part: ${visible(name)}: ${why}`),
  ];
  terminal.stderr.write([...lines, ...stricter, ''].join('\n'));
  return 0;
}

/** That of the user: the first that is there, or the last one. */
function ownFile({ env }: Terminal, source: Source): string {
  const own = source.files(homeDirectory(env), env);
  return own.find((one) => existsSync(one)) ?? own.at(-1) ?? '';
}

/** What is to be known of every import. */
const stricter = [
  'What these rules allow is stricter than it was: a call with options that are not named is held against all other rules,',
  'and what is denied by a shipped rule stays denied. Each part of a compound command is held against them by itself.',
];

function permissionsIn(path: string, agent: string, { read }: Source): Permissions {
  const { text } = readSettings(path);
  if (text === null)
    throw misuse(
      `import: expected the settings of ${agent}, got no file at ${path}; name another one: handrail import ${agent} FILE`,
    );
  const parsed = parseOnce(text.replace(/^\uFEFF/, ''));
  if ('problem' in parsed) {
    const { problem, isJson } = parsed;
    throw misuse(`${path}: ${isJson ? problem : `expected JSON, got text that is none (${problem})`}`);
  }
  try {
    return read(parsed.value);
  } catch (error) {
    if (error instanceof UnknownForm) throw misuse(`${path}: ${error.message}`);
    throw error;
  }
}
