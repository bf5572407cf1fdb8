import { join } from 'node:path';
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

/** What has npm try a request once, where it would try for 70 s and say nothing meanwhile; see `fetch-retries` of npm-config(7). */
const npmRetries = 'npm_config_fetch_retries';

/**
 * An environment in which temporary files and caches are where a sandbox lets them be written: many a program ends without. Where there is no network,
 * trying again is of no use.
 */
export function sandboxEnvironment(env: Environment, { places, network }: SandboxPlan): Environment {
  return made(env, places, network === 'none');
}

/** As many as there are environments; see `environment`. */
const mostRemembered = 16;

const made = rememberLast(
  mostRemembered,
  (env: Environment, places: SandboxPlan['places'], isCutOff: boolean): Environment => {
    const moved = redirections.flatMap(({ variable, otherwise, to }) => {
      const usual = otherwise !== null && env.HOME !== undefined ? join(env.HOME, otherwise) : null;
      const path = env[variable] ?? usual;
      if (path === null || isWritable(accessTo(path, places))) return [];
      return [[variable, to]];
    });
    const tries = isCutOff && env[npmRetries] === undefined ? { [npmRetries]: '0' } : {};
    return { ...env, ...Object.fromEntries(moved), ...tries };
  },
);

function isWritable(access: ReturnType<typeof accessTo>): boolean {
  return access === 'writable' || access === 'private';
}
