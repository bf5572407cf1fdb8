import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type BaseSpec, makeBase } from '../../../src/backends/bubblewrap/bases/base.ts';
import { enterFunctions, enterScript } from '../../../src/backends/bubblewrap/bases/enter-script.ts';
import { enterWords } from '../../../src/backends/bubblewrap/bases/enter-words.ts';
import { createNetworks } from '../../../src/backends/bubblewrap/bases/networks.ts';
import { trialScript } from '../../../src/backends/bubblewrap/bases/trial-script.ts';
import { createBubblewrapBackend } from '../../../src/backends/bubblewrap/bubblewrap-backend.ts';
import { findExecutable } from '../../../src/backends/local/find-executable.ts';
import {
  perlFunctions,
  systemCallNames,
  systemCallNumbers,
} from '../../../src/backends/local/helpers/perl-functions.ts';
import { createPipePool } from '../../../src/backends/local/streams/pipes.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { Backend } from '../../../src/model/ports.ts';
import type { SandboxLevel } from '../../../src/model/sandbox.ts';
import { bubblewrapBackend, lacksBubblewrap, pathWith, sandboxFor } from '../../support/bubblewrap.ts';
import { isAlive } from '../../support/is-alive.ts';
import { path, planIn, runPlan } from '../../support/local-backend.ts';
import { temporaryDirectory } from '../../support/temporary.ts';

/** Conversations in one workspace, with one backend. */
function workplace(given: Partial<SandboxLevel> = {}, workspace = temporaryDirectory()) {
  const backend = bubblewrapBackend({ warm: true });
  const run = async (command: string, conversationId = 'a conversation', plan: Partial<Plan> = {}) => {
    const sandbox = { ...sandboxFor(workspace, given), conversationId };
    const { output } = await runPlan(
      backend,
      planIn(workspace, command, { sandbox, streams: 'combined', ...plan }),
    );
    return output;
  };
  return { workspace, backend, run, has: (name: string) => existsSync(join(workspace, name)) };
}

/** Waits in a command until a file is there, which others make. */
const until = (name: string) => `until [ -e ${name} ]; do sleep 0.02; done`;

/** Writes down its port, answers each connection with `here`, and ends when there is a file `over`. */
const server = `${JSON.stringify(process.execPath)} -e '
  const server = require("net").createServer((socket) => socket.end("here\\n"));
  server.listen(0, "127.0.0.1", () => require("fs").writeFileSync("port", String(server.address().port)));
  setInterval(() => { if (require("fs").existsSync("over")) process.exit(); }, 20);
'`;

const ask = 'exec 3<> "/dev/tcp/127.0.0.1/$(< port)" && cat <&3';

/** Runs a command while another one of the conversation goes on, which is told when it can end. */
async function beside(
  { run, workspace, has }: ReturnType<typeof workplace>,
  [long, begun]: readonly [command: string, begun: string],
  command: string,
  conversationId?: string,
  plan: Partial<Plan> = {},
  between = (): unknown => null,
): Promise<string> {
  const other = run(long);
  await expect.poll(() => has(begun)).toBe(true);
  try {
    between();
    return await run(command, conversationId, plan);
  } finally {
    writeFileSync(join(workspace, 'over'), '');
    await other;
  }
}

/** What has been left alone for longer than that is known without another look; see `rememberFiles`. */
const settledMs = 1_100;

/** Commands in a workspace that has been left alone, and how often what their sandboxes are in was made. */
async function countedIn({ warm }: { readonly warm: boolean }) {
  const [workspace, notes] = [temporaryDirectory(), join(temporaryDirectory(), 'notes')];
  const programs = pathWith(`echo made >> '${notes}'`, workspace);
  const backend = createBubblewrapBackend({ bashPath: null, path: programs, warm });
  onTestFinished(() => backend.close());
  await sleep(settledMs);
  const plan = planIn(workspace, 'pwd', { sandbox: sandboxFor(workspace) });
  return {
    shown: `${workspace}\n`,
    run: async () => (await runPlan(backend, plan)).output,
    made: () => readFileSync(notes, 'utf8').split('\n').length - 1,
  };
}

describe.skipIf(lacksBubblewrap)('what the sandbox of a command is in is made once', () => {
  test('for each command, where it does not stay', async () => {
    const { run, shown, made } = await countedIn({ warm: false });
    expect([await run(), await run(), await run()]).toEqual([shown, shown, shown]);
    expect(made()).toBe(3);
  });

  test('for all of them, where it stays', async () => {
    const { run, shown, made } = await countedIn({ warm: true });
    expect([await run(), await run(), await run()]).toEqual([shown, shown, shown]);
    expect(made()).toBe(1);
  });

  test('for several that are the first ones together, where it stays', async () => {
    const { run, shown, made } = await countedIn({ warm: true });
    expect(await Promise.all([run(), run(), run()])).toEqual([shown, shown, shown]);
    expect(made()).toBe(1);
  });

  test('for each of the first ones together, or for some of them, where it does not stay', async () => {
    const { run, shown, made } = await countedIn({ warm: false });
    expect(await Promise.all([run(), run(), run()])).toEqual([shown, shown, shown]);
    expect(made()).toBeLessThanOrEqual(3);
  });
});

describe.skipIf(lacksBubblewrap)('commands of a conversation', () => {
  test.each([
    { what: 'any name', name: 'workspace' },
    { what: 'a line with the id of a process', name: `a\n${process.pid}\nb` },
  ])('are not held up for ever by somebody who has a lock on a workspace with $what', async ({ name }) => {
    const place = workplace({}, join(temporaryDirectory(), name));
    mkdirSync(place.workspace);
    await place.run('true');
    await place.backend.endConversation('a conversation');
    const holder = spawn('flock', ['-x', place.workspace, 'bash', '-c', 'echo begun; read -r']);
    const ended = once(holder, 'exit');
    await once(holder.stdout, 'data');
    const sandbox = sandboxFor(place.workspace);
    const { run } = await runPlan(place.backend, planIn(place.workspace, 'echo ran', { sandbox }));
    holder.stdin.end();
    await ended;
    expect(run).toMatchObject({ kind: 'could_not_start' });
    const shown = place.workspace.replaceAll('\n', ' ');
    expect(JSON.stringify(run)).toContain(`a program has a lock on ${shown} (flock)`);
    expect(await place.run('echo ran')).toBe('ran\n');
  });

  test('reach a server that another one has started', async () => {
    expect(await beside(workplace(), [server, 'port'], ask)).toBe('here\n');
  });

  test('reach it also where each may reach the same hosts', async () => {
    const place = workplace({ network: { hosts: ['example.com'] } });
    expect(await beside(place, [server, 'port'], ask)).toBe('here\n');
  });

  test('reach it also where one of them is shown more, and where a repository has come', async () => {
    const place = workplace();
    const more = temporaryDirectory();
    writeFileSync(join(more, 'more'), 'more\n');
    const sandbox = sandboxFor(place.workspace, { writable: [more] });
    const output = await beside(
      place,
      [server, 'port'],
      `cat ${JSON.stringify(more)}/more; ${ask}`,
      undefined,
      { sandbox },
    );
    expect(output).toBe('more\nhere\n');

    const other = workplace();
    // Made elsewhere: in what stands in for it only root can make one.
    const elsewhere = temporaryDirectory();
    execFileSync('git', ['init', '--quiet', elsewhere]);
    const again = await beside(other, [server, 'port'], `[ -e .git/HEAD ] && ${ask}`, undefined, {}, () =>
      renameSync(join(elsewhere, '.git'), join(other.workspace, '.git')),
    );
    expect(again).toBe('here\n');
  });

  test('reach none that may reach other hosts', async () => {
    const place = workplace();
    const sandbox = sandboxFor(place.workspace, { network: { hosts: ['example.com'] } });
    const output = await beside(place, [server, 'port'], ask, undefined, { sandbox });
    expect(output).toContain('Connection refused');
  });

  test('reach none of another conversation', async () => {
    expect(await beside(workplace(), [server, 'port'], ask, 'another')).toContain('Connection refused');
  });

  test('have processes, shared memory and terminals of their own', async () => {
    const long = `echo x > /dev/shm/x; hostname other 2> /dev/null; touch ready; ${until('over')}`;
    const look =
      'ls /dev/shm; ls /dev/pts; for p in /proc/[0-9]*; do tr "\\0" " " < $p/cmdline; done | grep -c until';
    const output = await beside(workplace(), [long, 'ready'], look);
    expect(output).toBe('ptmx\n1\n'); // itself
  });

  test('have nothing open but what they are given', async () => {
    const look = 'for fd in {3..50}; do [ -e /proc/$$/fd/$fd ] && echo "$fd"; done; ls /proc/1/fd';
    expect(await workplace().run(look)).toBe('');
  });

  test('find nothing in /dev that one before them has left', async () => {
    const { run } = workplace();
    expect(await run('for name in /dev/x /dev/shm/x; do echo x > $name; done; ls /dev/shm')).toMatch(
      /\/dev\/x: Read-only file system\nx\n$/,
    );
    expect(await run('ls /dev/x /dev/shm')).toMatch(/^ls: .*\/dev\/x.*\n\/dev\/shm:\n$/);
  });

  test('see nothing of what is handed in to sessions', async () => {
    const { run } = workplace();
    const session = { session: { id: 's', isNew: false } } as unknown as Partial<Plan>;
    expect(await run('ls /dev/handrail', undefined, session)).not.toBe('');
    expect(await run('ls /dev/handrail')).toContain('Permission denied');
  });

  test('see files that have come in the place of others', async () => {
    const { run, workspace } = workplace();
    writeFileSync(join(workspace, '.bashrc'), 'one');
    expect(await run('cat .bashrc')).toBe('one');
    writeFileSync(join(workspace, 'new'), 'two');
    renameSync(join(workspace, 'new'), join(workspace, '.bashrc'));
    expect(await run('cat .bashrc; echo three > .bashrc')).toMatch(/^two.*Read-only file system\n$/);
  });

  test('keep what stands in for files as long as one of them runs', async () => {
    const place = workplace();
    const { backend, has, run, workspace } = place;
    const long = run(`touch ready; ${until('over')}; echo x > .bashrc`);
    await expect.poll(() => has('ready')).toBe(true);
    await (backend as Required<Backend>).endConversation('a conversation');
    expect(has('.bashrc')).toBe(true);
    writeFileSync(join(workspace, 'over'), '');
    expect(await long).toContain('Is a directory');
    await expect.poll(() => readdirSync(workspace)).toEqual(['over', 'ready']);
  });

  test('get what Perl would go by, and what makes their sandbox does not', async () => {
    const { run } = workplace();
    const env = { PATH: path, PERL5OPT: '-MNothing::Of::This::Name', PERL5LIB: '/nowhere' };
    const output = await run('env | grep -i perl | sort', undefined, { env });
    expect(output).toBe('PERL5LIB=/nowhere\nPERL5OPT=-MNothing::Of::This::Name\n');
  });

  test('start where the desk of a session would be, and find what is private to them', async () => {
    const { run, workspace } = workplace();
    mkdirSync(join(workspace, 'sub'));
    expect(await run('echo kept > /tmp/a; pwd')).toBe(`${workspace}\n`);
    expect(await run('cat /tmp/a')).toBe('kept\n');
    expect(await run('cat /tmp/a', 'another')).toContain('No such file');
  });
});

/** What bases are made with; the pipes are closed when the test is over. */
function baseParts() {
  const pool = createPipePool({ bash: findExecutable('bash', path) ?? '', mkfifo: '' });
  onTestFinished(async () => await pool.close());
  return { perl: findExecutable('perl', path) ?? '', pool, networks: createNetworks(), setns: 0 };
}

/** Of a base that a shell keeps, by this script. */
function specOf(keeping: string, given: Partial<BaseSpec> = {}): BaseSpec {
  return {
    ...{ conversationId: '', key: '', standing: '', networkKey: null, home: '' },
    ...{ mountPoints: [], shown: [], stubs: [] },
    keeperWords: () => ['bash', '-c', keeping, ''],
    putAway: async () => {},
    words: () => ['false'],
    ...given,
  };
}

const wanted = new AbortController().signal;

test.skipIf(lacksBubblewrap)('a base that cannot be made is no base, and is not waited for', async () => {
  const stays = specOf('exec 5<&1 > /dev/null; "$@" & exec 2>&5 3>&-; read -u 5');
  await expect(makeBase(stays, baseParts(), wanted)).rejects.toThrow('could not be made');
});

test.skipIf(lacksBubblewrap)('why a base could not be made is told as it was said', async () => {
  const full = specOf('echo "No space left" >&2; echo "on device" >&2; exit 1');
  await expect(makeBase(full, baseParts(), wanted)).rejects.toThrow(
    'what its sandbox is in could not be made: No space left on device',
  );
});

test.skipIf(lacksBubblewrap)('nothing is left of a base that this process cannot look at', async () => {
  const told = join(temporaryDirectory(), 'told');
  const keeping = `echo $$ > '${told}'; exec 5<&1 > /dev/null; echo "\${@: -1}$$" >&3; exec 2>&5 3>&-; read -r -u 5`;
  // No name is that long: it is not known what is there.
  const stays = specOf(keeping, { stubs: [`/${'x'.repeat(1_000)}`] });
  await expect(makeBase(stays, baseParts(), wanted)).rejects.toThrow('ENAMETOOLONG');
  expect(isAlive(Number(readFileSync(told, 'utf8')))).toBe(false);
});

describe.skipIf(lacksBubblewrap)('a base that waits for the network of another', () => {
  test('has it to make as soon as the other has not made it, and not when that has ended', async () => {
    const [parts, gate] = [baseParts(), join(temporaryDirectory(), 'gate')];
    const slow = `exec 2> /dev/null 3>&-; until [[ -e '${gate}' ]]; do read -t 0.02 <> <(:); done`;
    let isOver = false;
    const other = makeBase(specOf(slow, { networkKey: 'a key' }), parts, wanted);
    other.catch(() => {
      isOver = true;
    });
    const network = await parts.networks.take('a key');
    expect([network.kind, isOver]).toEqual(['new', false]);
    writeFileSync(gate, '');
    await expect(other).rejects.toThrow('could not be made');
    network.release();
  });

  test('is not begun where nobody wants it any more', async () => {
    const parts = baseParts();
    const network = await parts.networks.take('a key');
    const words = vi.fn(() => ['false']);
    const unwanted = new AbortController();
    const base = makeBase(
      specOf('exec 2> /dev/null 3>&-', { networkKey: 'a key', words }),
      parts,
      unwanted.signal,
    );
    unwanted.abort();
    network.release();
    await expect(base).rejects.toThrow('could not be made');
    expect(words).not.toHaveBeenCalled();
  });
});

const numbers = systemCallNumbers[process.arch] ?? [];
const unshareAt = systemCallNames.indexOf('unshare');
/** That of no system call. */
const unknown = 9999;

/** As a security module would have it that lets bubblewrap alone make namespaces: what this does is done outside of all that it has made. */
describe.skipIf(lacksBubblewrap).each([
  ['start', 'exit 1'],
  [
    'make namespaces',
    `for word do shift; [ "$word" = ${numbers[unshareAt]} ] && word=${unknown}; set -- "$@" "$word"; done`,
  ],
])('where Perl may not %s', (_what, done) => {
  test('but in what bubblewrap has made, each sandbox is made as a whole', async () => {
    // Perl is shown in the sandbox, too, which other temporary directories are not.
    const workspace = temporaryDirectory();
    const perl = findExecutable('perl', path) ?? '';
    const outside = readlinkSync('/proc/self/ns/user');
    const script = `#!/bin/sh
if [ "$(readlink /proc/self/ns/user)" = '${outside}' ]; then ${done}; fi
exec ${perl} "$@"
`;
    writeFileSync(join(workspace, 'perl'), script, { mode: 0o755 });
    const backend = createBubblewrapBackend({
      ...{ bashPath: null, path: `${workspace}:${path}`, warm: true },
    });
    onTestFinished(async () => await backend.close());
    for (const text of ['one', 'two']) {
      const plan = planIn(workspace, `echo ${text}; echo x > /etc/x`, {
        ...{ sandbox: sandboxFor(workspace), streams: 'combined' },
      });
      const { run, output } = await runPlan(backend, plan);
      expect([run.kind, output]).toEqual([
        'ended',
        expect.stringMatching(`^${text}\n.*Read-only file system`),
      ]);
    }
  });
});

describe('what enters a base', () => {
  test('has not succeeded where it may make no namespaces', () => {
    const perl = findExecutable('perl', path) ?? '';
    const entry = {
      namespaces: [],
      proc: [],
      groups: [],
      rlimits: [],
      variables: {},
      filter: null,
      desk: '',
    };
    const without = numbers.with(unshareAt, unknown);
    const [program = '', ...words] = enterWords({ perl, numbers: without, setns: 0 }, entry);
    const script = `${perlFunctions}${enterFunctions}take_numbers();\nexit((keep())[0]);\n`;
    const asked = words.map((word) => (word === enterScript ? script : word));
    // Without a base, and several times: what keeps it must not be the one to end it meanwhile, and take that for an end.
    const ends = Array.from({ length: 20 }, () => spawnSync(program, [...asked, 'true'], { cwd: '/' }));
    expect(ends.map(({ status }) => status)).not.toContain(0);
    expect(ends.map(({ stderr }) => String(stderr))).toEqual(
      ends.map(() => 'unshare: Function not implemented\n'),
    );
  });

  test.each(Object.entries({ enterScript, trialScript }))(
    'declares all that it names: %s',
    (_name, script) => {
      const perl = findExecutable('perl', path) ?? '';
      const words = ['-Mstrict', '-wc', '-e', script];
      expect(() => execFileSync(perl, words, { stdio: ['ignore', 'ignore', 'pipe'] })).not.toThrow();
    },
  );
});
