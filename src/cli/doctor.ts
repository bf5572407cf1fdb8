import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeMeans } from '../backends/bubblewrap/describe-means.ts';
import { outOfReach } from '../backends/bubblewrap/layout/out-of-reach.ts';
import { type LimitMeans, uncountedBy } from '../backends/bubblewrap/limits/limits.ts';
import { probeListener } from '../backends/bubblewrap/network/filtered-network.ts';
import { probeSandbox, type SandboxProbe } from '../backends/bubblewrap/probe.ts';
import { probeDocker } from '../backends/docker/probe.ts';
import { findExecutable } from '../backends/local/find-executable.ts';
import { probeOrphanCare } from '../backends/local/helpers/orphans.ts';
import { probeProgram, whyNoBash } from '../backends/local/probe.ts';
import { terminalSupport } from '../backends/local/streams/terminal.ts';
import { unconfined } from '../confine/sandbox-levels.ts';
import { hiddenOfHome } from '../confine/sandbox-places.ts';
import { tightenLimits } from '../confine/tighten.ts';
import { tightenNetwork } from '../confine/tighten-network.ts';
import { unheldLimits } from '../confine/unheld-limits.ts';
import { messageOf } from '../model/errors.ts';
import type { SandboxRule, Shortcoming } from '../model/sandbox.ts';
import { homeDirectory } from '../settings/host.ts';
import { resolveSettings, type Settings } from '../settings/resolve.ts';
import { createAuditLog } from '../state/audit-log.ts';
import { type Database, openDatabase } from '../state/database.ts';
import { inStateWords } from '../state/state-directory.ts';
import { passedOver } from './passed-over.ts';
import type { Terminal } from './terminal.ts';
import { unknownOff } from './unknown-off.ts';
import { jsonText, table, visible } from './visible.ts';

/** What is said of one machine can be held against what is said of another: as wide as the longest status. */
const statusWidth = 'missing'.length;

/** One thing that Handrail needs or can use. */
interface Check {
  readonly name: string;
  /** `missing` stops Handrail from working; `limited` only leaves something out. */
  readonly status: 'ok' | 'limited' | 'missing';
  readonly found: string;
  /** What to do about it. */
  readonly advice: string | null;
}

/** Prints what this machine has and what to do about what is missing; exit status 1 if anything needed is. */
export async function doctor(terminal: Terminal, flags: { readonly json?: boolean }): Promise<number> {
  const checks = await examine(terminal);
  const lines = flags.json
    ? [jsonText(checks, 2)]
    : checks.flatMap(({ advice }, index) => [
        table(
          checks.map(({ name, status, found }) => [
            status.padEnd(statusWidth),
            visible(name),
            visible(found),
          ]),
        )[index] ?? '',
        ...(advice === null ? [] : [`         → ${visible(advice)}`]),
      ]);
  terminal.stdout.write(`${lines.join('\n')}\n`);
  return checks.some(({ status }) => status === 'missing') ? 1 : 0;
}

async function examine({ env, cwd }: Terminal): Promise<readonly Check[]> {
  const node: Check = { name: 'node', status: 'ok', found: process.version, advice: null };
  let settings: Settings;
  try {
    ({ settings } = resolveSettings({ directory: cwd, env, flags: {} }));
  } catch (error) {
    return [
      node,
      {
        name: 'settings',
        status: 'missing',
        // Of a file of rules a line for each.
        found: messageOf(error).split('\n').join('; '),
        advice: 'correct them and run this again',
      },
    ];
  }
  return [
    node,
    { name: 'settings', status: 'ok', found: `contract ${settings.contract.name}`, advice: null },
    ...[...passedOver(settings.rules), ...unknownOff(settings.rules)].map(
      (one) => ({ name: 'rules', status: 'limited', ...one }) as const,
    ),
    await checkBash(settings.bash ?? 'bash', env.PATH),
    checkCoreutil('mkfifo', 'the output of commands is read through FIFOs', env.PATH),
    checkCoreutil('cat', 'jobs and terminals are read with it', env.PATH),
    checkState(settings.stateDir),
    checkProcesses(),
    checkOrphans(env.PATH),
    await checkTerminals(),
    await checkSandbox(settings.sandbox, env.PATH, placesOf(cwd, settings.stateDir, homeDirectory(env))),
    checkHosts(settings.sandbox, env.PATH),
    await checkContainers(),
  ];
}

async function checkBash(program: string, path: string | undefined): Promise<Check> {
  const name = program.split('/').at(-1) ?? program;
  const advice = 'install bash, or set "bash" to its path';
  const probe = await probeProgram(program, path);
  switch (probe.kind) {
    case 'found': {
      const found = `${probe.path} (${probe.version})`;
      const why = await whyNoBash(probe.path);
      return why === null
        ? { name, status: 'ok', found, advice: null }
        : { name, status: 'missing', found, advice: why };
    }
    case 'broken':
      return { name, status: 'missing', found: `${probe.path} cannot be run: ${probe.reason}`, advice };
    case 'missing':
      return { name, status: 'missing', found: `none on PATH (${path ?? 'not set'})`, advice };
  }
}

/** Looked for and not run: on macOS these have no option that does nothing. */
function checkCoreutil(name: 'mkfifo' | 'cat', use: string, path: string | undefined): Check {
  const found = findExecutable(name, path);
  if (found !== null) return { name, status: 'ok', found, advice: null };
  const advice = `install coreutils: ${use}`;
  return { name, status: 'missing', found: `none on PATH (${path ?? 'not set'})`, advice };
}

function checkState(stateDir: string): Check {
  const name = 'state directory';
  try {
    const { check, unknown } = lookInto(stateDir);
    if (check.kind === 'intact' && check.rows === 0 && unknown > 0)
      return {
        name,
        status: 'limited',
        found: `${stateDir}: state.db is new, and knows nothing of ${unknown} ${unknown === 1 ? 'job that is' : 'jobs that are'} in jobs beside it`,
        advice:
          'somebody removed or emptied it, with the record of what has run: put a copy of it back, if there is one',
      };
    if (check.kind === 'intact')
      return { name, status: 'ok', found: `${stateDir} (${check.rows} audit rows)`, advice: null };
    return {
      name,
      status: 'limited',
      found: `${stateDir}: the audit log is broken at row ${check.seq}, ${check.reason}`,
      advice: 'somebody changed the record; keep a copy of the directory and find out who',
    };
  } catch (error) {
    // What to do is in the message.
    const advice = 'do one of these: nothing runs without a record of it';
    return { name, status: 'missing', found: inStateWords(stateDir, error).message, advice };
  }
}

function lookInto(stateDir: string) {
  const database = openDatabase(stateDir);
  try {
    return { check: createAuditLog(database).verify(), unknown: jobsBeside(database, stateDir) };
  } finally {
    database.close();
  }
}

/** Of how many jobs there is a directory, and no row where none is of any. */
function jobsBeside(database: Database, stateDir: string): number {
  if (database.all('SELECT id FROM jobs LIMIT 1').length > 0) return 0;
  const directory = join(stateDir, 'jobs');
  if (!existsSync(directory)) return 0;
  return readdirSync(directory).filter((name) => /^[0-9a-f]{16}$/.test(name)).length;
}

function checkProcesses(): Check {
  const name = 'process table';
  const found = readOrNull('/proc/self/stat') === null ? 'no /proc' : '/proc';
  if (found === '/proc') return { name, status: 'ok', found, advice: null };
  return {
    name,
    status: 'limited',
    found,
    advice: 'mount /proc: zombies cannot be told from living processes without it',
  };
}

/** Processes whose parent has ended. */
function checkOrphans(path: string | undefined): Check {
  const name = 'orphans';
  const care = probeOrphanCare(path, process.arch);
  switch (care.kind) {
    case 'first-process':
      return { name, status: 'ok', found: 'left to process 1, which is not Node', advice: null };
    case 'reaper': {
      const found = `waited for by ${care.means.perl}, as process 1 is Node`;
      return { name, status: 'ok', found, advice: null };
    }
    case 'nobody':
      return { name, status: 'limited', found: care.reason, advice: care.cure };
  }
}

async function checkTerminals(): Promise<Check> {
  const name = 'terminals';
  const support = await terminalSupport();
  if (support.kind === 'available') return { name, status: 'ok', found: '@lydell/node-pty', advice: null };
  return { name, status: 'limited', found: `none: ${support.reason}`, advice: support.advice };
}

/** What is in every sandbox, and need not be the system's. */
function placesOf(cwd: string, stateDir: string, home: string): readonly string[] {
  const hidden = hiddenOfHome.map((name) => join(home, name)).filter((one) => existsSync(one));
  return [cwd, join(stateDir, 'jobs'), ...hidden];
}

/** How far commands are confined, and whether this machine can. */
async function checkSandbox(
  { levels, required }: SandboxRule,
  path: string | undefined,
  places: readonly string[],
): Promise<Check> {
  const level = levels.map((one) => one.name).join('+') || unconfined;
  const wish = `level ${level}${required ? ', required' : ''}`;
  const probe = await probeSandbox(path);
  if (probe.kind === 'available') {
    const check = levels.length === 0 ? null : await whatIsNotHeld(levels, probe, places);
    if (check !== null) return { name: 'sandbox', ...check, found: `${wish}: ${check.found}` };
    const bwrap = await probeProgram(probe.bwrap, path);
    const version = bwrap.kind === 'found' ? ` (${bwrap.version})` : '';
    const found = `${wish}; ${probe.bwrap}${version}: ${describeMeans(probe)}`;
    return { name: 'sandbox', status: 'ok', found, advice: null };
  }
  const { reason, cure } = probe;
  const status = required && levels.length > 0 ? 'missing' : 'limited';
  const result = levels.length === 0 ? '' : required ? ': nothing runs' : ': commands run unconfined';
  return { name: 'sandbox', status, found: `${wish}${result}; ${reason}`, advice: cure };
}

/** `null`: all that the levels have, as far as anybody has set it. */
async function whatIsNotHeld(
  levels: SandboxRule['levels'],
  { bwrap, limits }: Extract<SandboxProbe, { kind: 'available' }>,
  places: readonly string[],
): Promise<Omit<Check, 'name'> | null> {
  const unreached = await outOfReach(places, bwrap);
  if (unreached !== null)
    return { status: 'missing', found: `nothing runs; ${unreached.reason}`, advice: unreached.cure };
  const unheld = unheldOf(levels, limits);
  return unheld && { status: 'limited', found: unheld.reason, advice: unheld.cure };
}

/** What the levels have of limits that nothing here holds; `null`: nothing that somebody has set. */
function unheldOf(levels: SandboxRule['levels'], means: LimitMeans): Shortcoming | null {
  const [first, ...others] = levels.map(({ limits }) => limits);
  if (first === undefined) return null;
  return unheldLimits({ limits: others.reduce(tightenLimits, first) }, uncountedBy(means) ?? undefined);
}

/** Whether sandboxes can have a list of hosts; where one is wanted, nothing runs without. */
function checkHosts({ levels }: SandboxRule, path: string | undefined): Check {
  const name = 'sandbox hosts';
  const probe = probeListener(path, process.arch);
  if (probe.kind === 'available') return { name, status: 'ok', found: probe.perl, advice: null };
  const network = levels.map((level) => level.network).reduce(tightenNetwork, 'host');
  const isWanted = typeof network !== 'string';
  const found = `${isWanted ? 'nothing runs' : 'none'}: ${probe.reason}`;
  return { name, status: isWanted ? 'missing' : 'limited', found, advice: probe.cure };
}

/** For those who give a bash the Docker backend. */
async function checkContainers(): Promise<Check> {
  const name = 'containers';
  const support = await probeDocker(null);
  if (support.kind === 'available') {
    return { name, status: 'ok', found: `Docker ${support.version}`, advice: null };
  }
  return { name, status: 'limited', found: `none: ${support.reason}`, advice: support.advice };
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null; // A machine without /proc does not have the file.
  }
}
