import { existsSync, readFileSync } from 'node:fs';
import type { SandboxSupport } from '../../model/sandbox.ts';
import { findExecutable } from '../local/find-executable.ts';
import { type Trial, tryProgram } from '../local/probe.ts';
import { descriptorsHavePaths } from '../local/streams/descriptor-path.ts';
import { baseArguments, bubblewrapArguments } from './arguments.ts';
import { type Entering, findEntering, machineProcWords, trialWords } from './bases/enter-words.ts';
import { residentWords } from './bases/resident.ts';
import { cureOf } from './cure.ts';
import { systemCallFilter } from './filter/system-call-filter.ts';
import { fileView } from './layout/file-view.ts';
import { identitiesOf } from './layout/identities.ts';
import type { OwnMount } from './layout/mounts.ts';
import { findLimitMeans } from './limits/limit-means.ts';
import type { LimitMeans } from './limits/limits.ts';

/** Whether this machine can make sandboxes; if not, why not and what to do about it. */
export type SandboxProbe =
  | ({
      readonly kind: 'available';
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
  readonly chmod: string;
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
  const filter = systemCallFilter(process.arch);
  const entering = descriptorsHavePaths ? findEntering(path, process.arch) : null;
  const proof = await proofOf({ programs, filter, entering });
  if (proof.kind === 'failed') return await unavailableFor(programs, proof.reason);
  const enteringHere = proof.isEntered ? entering : null;
  return { kind: 'available', ...programs, limits: findLimitMeans(), filter, entering: enteringHere };
}

/** What sandboxes are tried with. */
interface TrialParts {
  readonly programs: SandboxPrograms;
  readonly filter: Uint8Array | null;
  readonly entering: Entering | null;
}

/** How a sandbox could be made. */
type Proof =
  | { readonly kind: 'worked'; readonly isEntered: boolean }
  | Extract<Trial, { readonly kind: 'failed' }>;

/**
 * What has worked in this process as well as it can, by what it was tried with: a machine goes on doing what it does. What has failed may
 * work the next time.
 */
const proofs = new Map<string, Promise<Proof>>();

function proofOf(parts: TrialParts): Promise<Proof> {
  const { programs, entering } = parts;
  const files = entering === null ? [programs.bwrap] : [programs.bwrap, entering.perl];
  // What is put in their place, as by an upgrade, has not worked yet.
  const key = JSON.stringify([
    programs,
    entering,
    identitiesOf(files.map((file) => fileView.realPath(file) ?? file)),
  ]);
  const known = proofs.get(key);
  if (known !== undefined) return known;
  const proof = prove(parts).then((proved) => {
    const isBest = proved.kind === 'worked' && proved.isEntered === (entering !== null);
    if (!isBest) proofs.delete(key);
    return proved;
  });
  proofs.set(key, proof);
  return proof;
}

async function prove({ programs, filter, entering }: TrialParts): Promise<Proof> {
  if (entering !== null && (await tryToEnter(programs, filter, entering)).kind === 'worked')
    return { kind: 'worked', isEntered: true };
  const whole = await tryWhole(programs, filter);
  return whole.kind === 'worked' ? { kind: 'worked', isEntered: false } : whole;
}

async function unavailableFor({ bwrap }: SandboxPrograms, reason: string): Promise<SandboxProbe> {
  const version = await tryProgram([bwrap, '--version']);
  return version.kind === 'failed'
    ? unavailable(`${bwrap} cannot be run: ${version.reason}`, 'install bubblewrap again')
    : unavailable(`${bwrap} cannot make a sandbox: ${reason}`, cureOf(reason, machine));
}

/** Each kind of layer whose words not every bubblewrap knows; what is laid over is in every sandbox. */
const everything = {
  mounts: [
    { kind: 'shown', path: '/', access: 'read-only' },
    { kind: 'empty', path: '/dev/shm', access: 'closed' },
  ],
  network: 'none',
  ownSource: ({ path }: OwnMount) => path,
} as const;

async function tryWhole({ bwrap }: SandboxPrograms, filter: Uint8Array | null): Promise<Trial> {
  const words = bubblewrapArguments({ ...everything, desk: null, variables: {} });
  const filtered = filter === null ? [] : ['--seccomp', '0'];
  return await tryProgram([bwrap, ...filtered, ...words, bwrap, '--version'], filter ?? undefined);
}

/** From outside of a base, as the sandboxes of commands are made: a security module may let bubblewrap make namespaces, and not Perl. */
async function tryToEnter(
  { bwrap }: SandboxPrograms,
  filter: Uint8Array | null,
  entering: Entering,
): Promise<Trial> {
  const base = [
    ...[bwrap, ...baseArguments({ ...everything, desk: '/', hasNewNetwork: true })],
    ...residentWords(entering.perl, 'base'),
  ];
  const words = trialWords(entering, base, {
    ...{ proc: machineProcWords, groups: [], rlimits: [], variables: {}, filter, desk: '' },
  });
  return await tryProgram([...words, bwrap, '--version']);
}

function unavailable(reason: string, cure: string): SandboxProbe {
  return { kind: 'unavailable', reason, cure };
}

/** The packages that the programs come from, as most distributions have them. */
const packages: Readonly<Record<keyof SandboxPrograms, string>> = {
  ...{ bwrap: 'bubblewrap', flock: 'util-linux', prlimit: 'util-linux', setsid: 'util-linux' },
  ...{ chmod: 'coreutils', mkdir: 'coreutils', rm: 'coreutils', rmdir: 'coreutils' },
};

function findSandboxPrograms(
  path: string | undefined,
): SandboxPrograms | { readonly missing: readonly [name: string, from: string] } {
  const find = (name: string): string => findExecutable(name, path) ?? '';
  const found: SandboxPrograms = {
    bwrap: find('bwrap'),
    chmod: find('chmod'),
    flock: find('flock'),
    prlimit: find('prlimit'),
    setsid: find('setsid'),
    mkdir: find('mkdir'),
    rm: find('rm'),
    rmdir: find('rmdir'),
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
