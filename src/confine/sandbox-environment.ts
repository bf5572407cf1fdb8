import { join } from 'node:path';
import type { SandboxPlan } from '../model/sandbox.ts';
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

/** An environment in which temporary files and caches are where a sandbox lets them be written: many a program ends without. */
export function sandboxEnvironment(env: Environment, { places }: SandboxPlan): Environment {
  const moved = redirections.flatMap(({ variable, otherwise, to }) => {
    const usual = otherwise !== null && env.HOME !== undefined ? join(env.HOME, otherwise) : null;
    const path = env[variable] ?? usual;
    if (path === null || isWritable(accessTo(path, places))) return [];
    return [[variable, to]];
  });
  return { ...env, ...Object.fromEntries(moved) };
}

function isWritable(access: ReturnType<typeof accessTo>): boolean {
  return access === 'writable' || access === 'private';
}
