import { homedir, userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Environment variables, without those that are not set. */
export type Environment = Readonly<Record<string, string>>;

/**
 * The environment of this process, as it is now. A HOME that is empty or relative is left out: it would be another directory for each
 * command, and the one of the user is known without it.
 */
export function hostEnvironment(): Environment {
  const { HOME: home, ...others } = withoutUnset(process.env);
  return home !== undefined && isAbsolute(home) ? { ...others, HOME: home } : others;
}

/** The variables that are set. */
export function withoutUnset(variables: Readonly<Record<string, string | undefined>>): Environment {
  return Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/**
 * Has what draws on the terminal do so also where `CI` is set, and leaves out what is for its developers. Only for a process
 * that is a screen and nothing else: what it reads of the environment, it reads when it is loaded.
 */
export function prepareForScreen(): void {
  for (const name of ['CI', 'CONTINUOUS_INTEGRATION', 'DEV', 'INK_SCREEN_READER']) delete process.env[name];
  process.env.NODE_ENV = 'production';
}

/**
 * Has Node start one thread for what it does in the background, instead of four, the first time that there is something. For a process
 * that reads its input so and does nothing else meanwhile.
 */
export function keepToOneThread(): void {
  process.env.UV_THREADPOOL_SIZE = '1';
}

/** The user's home directory, absolute. Of a user whom this machine does not know, as in a container, it is the root, as bash has it. */
export function homeDirectory({ HOME: home }: Environment): string {
  if (home !== undefined && isAbsolute(home)) return home;
  try {
    const asked = homedir(); // which is what HOME has, whatever that is
    return isAbsolute(asked) ? asked : userInfo().homedir;
  } catch {
    return '/';
  }
}

/** Where Handrail keeps its state for a user: `handrail` in the XDG state directory. */
export function defaultStateDir(env: Environment): string {
  return join(baseDirectory(env.XDG_STATE_HOME, env, '.local/state'), 'handrail');
}

/** Where what V8 has made of the guard's code is kept, absolute: in the state directory, if that is where the user has it. */
export function codeDirectory(env: Environment): string {
  return `${env.HANDRAIL_STATE_DIR ?? defaultStateDir(env)}/code`;
}

/** The user's own settings file: `handrail/handrail.json` in the XDG configuration directory. */
export function userSettingsFile(env: Environment): string {
  return join(baseDirectory(env.XDG_CONFIG_HOME, env, '.config'), 'handrail', 'handrail.json');
}

/** The XDG base directory specification has relative values ignored. */
function baseDirectory(given: string | undefined, env: Environment, underHome: string): string {
  return given !== undefined && isAbsolute(given) ? given : join(homeDirectory(env), underHome);
}

/** Has the bearer token that `handrail mcp --http` wants of its clients. It is no setting: nothing shows it. */
export const mcpTokenVariable = 'HANDRAIL_MCP_TOKEN';
