import { dirname, join } from 'node:path';
import type { SandboxPlan } from '../model/sandbox.ts';
import { rememberLast } from './remember.ts';
import { accessTo } from './tighten.ts';

type Environment = Readonly<Record<string, string>>;

/** A variable that says where programs keep what can be lost, where that is when it is not set, and where else it can be. */
interface Redirection {
  readonly variable: string;
  /** In the home directory; `null`: where it can be anyway. */
  readonly otherwise: string | null;
  readonly to: string;
}

const redirections: readonly Redirection[] = [
  { variable: 'TMPDIR', otherwise: null, to: '/tmp' },
  { variable: 'XDG_CACHE_HOME', otherwise: '.cache', to: '/tmp/.cache' },
  { variable: 'npm_config_cache', otherwise: '.npm', to: '/tmp/.npm' },
];

/**
 * What has programs not try a request again and again, with pauses of seconds between, of which they say little or nothing meanwhile: npm for 70 s, cargo for
 * 11 s, pip and yarn for 8 s. Pip tries once more, without a pause, as it says nothing of the network where it does not. See `fetch-retries` of
 * npm-config(7), `net.retry` of cargo, `--retries` of pip, `httpRetry` of yarn, and the environment variables of uv.
 */
const tries: Environment = {
  npm_config_fetch_retries: '0',
  YARN_HTTP_RETRY: '0',
  PIP_RETRIES: '1',
  UV_HTTP_RETRIES: '0',
  CARGO_NET_RETRY: '0',
};

/**
 * An environment in which temporary files and caches are where a sandbox lets them be written: many a program ends without. Where there is no network,
 * trying again is of no use, and where something stands in for a repository, asking Git.
 */
export function sandboxEnvironment(
  env: Environment,
  { places, network }: SandboxPlan,
  isThere: (path: string) => boolean,
): Environment {
  const goFlags = standsForRepository(places, isThere) ? flagsWithoutGit(env, isThere) : null;
  return made(env, places, network === 'none', goFlags);
}

/** Whether a workspace that is in no repository has something in the place of one. */
function standsForRepository(places: SandboxPlan['places'], isThere: (path: string) => boolean): boolean {
  return places.some(({ path, access }) => {
    if (access !== 'kept' || !path.endsWith('/.git/hooks')) return false;
    const workspace = dirname(dirname(path));
    return !directoriesTo(workspace).some((directory) => isThere(join(directory, '.git')));
  });
}

function directoriesTo(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...directoriesTo(above)];
}

/**
 * The flags with which Go, from 1.18 on, does not ask Git for the state of what it builds: where it finds a `.git` that is none it ends. `null`: they
 * are left as they are; its own settings can have some, too, and those of the environment go before. See `go help environment`.
 */
function flagsWithoutGit(env: Environment, isThere: (path: string) => boolean): string | null {
  const { GOFLAGS: flags = '', GOENV, XDG_CONFIG_HOME, HOME } = env;
  if (flags !== '') return flags.includes('-buildvcs') ? null : `${flags} ${withoutGit}`;
  const config = XDG_CONFIG_HOME ?? (HOME === undefined ? null : join(HOME, '.config'));
  const settings = GOENV ?? (config === null ? null : join(config, 'go/env'));
  return settings !== null && isThere(settings) ? null : withoutGit;
}

const withoutGit = '-buildvcs=false';

/** As many as there are environments; see `environment`. */
const mostRemembered = 16;

const made = rememberLast(
  mostRemembered,
  (
    env: Environment,
    places: SandboxPlan['places'],
    isCutOff: boolean,
    goFlags: string | null,
  ): Environment => {
    const moved = redirections.flatMap(({ variable, otherwise, to }) => {
      const usual = otherwise !== null && env.HOME !== undefined ? join(env.HOME, otherwise) : null;
      const path = env[variable] ?? usual;
      if (path === null || isWritable(accessTo(path, places))) return [];
      return [[variable, to]];
    });
    const flags = goFlags === null ? {} : { GOFLAGS: goFlags };
    return { ...(isCutOff ? tries : {}), ...env, ...Object.fromEntries(moved), ...flags };
  },
);

function isWritable(access: ReturnType<typeof accessTo>): boolean {
  return access === 'writable' || access === 'private';
}
