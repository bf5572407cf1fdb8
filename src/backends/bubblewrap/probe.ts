import { existsSync, readFileSync } from 'node:fs';
import type { SandboxSupport } from '../../model/sandbox.ts';
import { findExecutable } from '../local/find-executable.ts';
import { type Trial, tryProgram } from '../local/probe.ts';
import { baseArguments, bubblewrapArguments } from './arguments.ts';
import { cureOf } from './cure.ts';
import { type Entering, enterWords, findEntering, machineProcWords } from './enter-words.ts';
import { findLimitMeans } from './limit-means.ts';
import type { LimitMeans } from './limits.ts';
import { systemCallFilter } from './system-call-filter.ts';

/** Whether this machine can make sandboxes; if not, why not and what to do about it. */
export type SandboxProbe =
  | ({
      readonly kind: 'available';
      readonly version: string;
      readonly limits: LimitMeans;
      /** The system calls that are refused, as a program for the kernel; `null`: none are, on this kind of processor. */
      readonly filter: Uint8Array | null;
      /** `null`: each sandbox is made as a whole. */
      readonly entering: Entering | null;
    } & SandboxPrograms)
  | Extract<SandboxSupport, { kind: 'unavailable' }>;

/** What sandboxes are made with, by absolute path. */
export interface SandboxPrograms {
  readonly bwrap: string;
  readonly flock: string;
  readonly mkdir: string;
  readonly prlimit: string;
  readonly rm: string;
  readonly rmdir: string;
  readonly setsid: string;
}

/** Looks for the programs, and makes a sandbox with everything that any of them has: only that tells. */
export async function probeSandbox(path: string | undefined): Promise<SandboxProbe> {
  const programs = findSandboxPrograms(path);
  if ('missing' in programs) {
    const { missing } = programs;
    const [name, from] = missing;
    return unavailable(`no ${name} on PATH (${path ?? 'not set'})`, `install ${from}`);
  }
  const version = await tryProgram([programs.bwrap, '--version']);
  if (version.kind === 'failed') {
    return unavailable(`${programs.bwrap} cannot be run: ${version.reason}`, 'install bubblewrap again');
  }
  const filter = systemCallFilter(process.arch);
  const found = { ...programs, version: version.output.trim(), limits: findLimitMeans(), filter };
  const entering = findEntering(path, process.arch);
  if (entering !== null && (await tryToEnter(programs, filter, entering)).kind === 'worked')
    return { kind: 'available', ...found, entering };
  const trial = await tryWhole(programs, filter);
  if (trial.kind === 'worked') return { kind: 'available', ...found, entering: null };
  const { reason } = trial;
  return unavailable(`${programs.bwrap} cannot make a sandbox: ${reason}`, cureOf(reason, machine));
}

const everything = {
  mounts: [{ kind: 'shown', path: '/', access: 'read-only' }],
  network: 'none',
  privateSource: (path: string) => path,
} as const;

async function tryWhole({ bwrap }: SandboxPrograms, filter: Uint8Array | null): Promise<Trial> {
  const words = bubblewrapArguments({ ...everything, desk: null, variables: {} });
  const filtered = filter === null ? [] : ['--seccomp', '0'];
  return await tryProgram([bwrap, ...filtered, ...words, bwrap, '--version'], filter ?? undefined);
}

/** In a base that ends with it; what enters one from outside differs only in that it has to be let in first. */
async function tryToEnter(
  { bwrap }: SandboxPrograms,
  filter: Uint8Array | null,
  entering: Entering,
): Promise<Trial> {
  const base = baseArguments({ ...everything, desk: '/' });
  const enter = enterWords(entering, {
    ...{ namespaces: [], proc: machineProcWords, groups: [], rlimits: [], variables: {} },
    ...{ filter, desk: '' },
  });
  return await tryProgram([bwrap, ...base, ...enter, bwrap, '--version']);
}

function unavailable(reason: string, cure: string): SandboxProbe {
  return { kind: 'unavailable', reason, cure };
}

/** The packages that the programs come from, as most distributions have them. */
const packages: Readonly<Record<keyof SandboxPrograms, string>> = {
  ...{ bwrap: 'bubblewrap', flock: 'util-linux', prlimit: 'util-linux', setsid: 'util-linux' },
  ...{ mkdir: 'coreutils', rm: 'coreutils', rmdir: 'coreutils' },
};

function findSandboxPrograms(
  path: string | undefined,
): SandboxPrograms | { readonly missing: readonly [name: string, from: string] } {
  const find = (name: string): string => findExecutable(name, path) ?? '';
  const found: SandboxPrograms = {
    ...{
      bwrap: find('bwrap'),
      flock: find('flock'),
      prlimit: find('prlimit'),
      setsid: find('setsid'),
      mkdir: find('mkdir'),
      rm: find('rm'),
      rmdir: find('rmdir'),
    },
  };
  const missing = Object.entries(packages).find(([name]) => find(name) === '');
  return missing === undefined ? found : { missing };
}

/** What is known of this machine. */
const machine = {
  read(path: string): string | null {
    try {
      return readFileSync(path, 'utf8').trim();
    } catch {
      return null; // A kernel without this setting does not have the file.
    }
  },
  exists: (path: string): boolean => existsSync(path),
};
