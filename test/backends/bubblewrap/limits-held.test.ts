import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findLimitMeans } from '../../../src/backends/bubblewrap/limits/limit-means.ts';
import { limitSupport } from '../../../src/backends/bubblewrap/limits/limits.ts';
import type { SandboxLimits } from '../../../src/model/sandbox.ts';
import { lacksBubblewrap, sandboxFor } from '../../support/bubblewrap.ts';
import { planIn } from '../../support/local-backend.ts';
import {
  directoryOf,
  runAs,
  type SandboxHost,
  sandboxUsers,
  startSandboxHost,
} from '../../support/sandbox-user.ts';

const none: SandboxLimits = { processes: null, memory: null, fileBytes: null, cpuSeconds: null };
const megabyte = 1024 ** 2;
const small: SandboxLimits = { ...none, processes: 64, memory: { kind: 'bytes', bytes: 64 * megabyte } };

/** Prints what holds for the command: the files of its control groups, and what the kernel counts for each process. */
const readBack = `
while IFS= read -r -d "" procs; do
  group=\${procs%/*}
  grep -qsx "$$" "$procs" && grep -sH . "$group"/{pids.max,memory.max,memory.limit_in_bytes}
done < <(find /sys/fs/cgroup -path "*/handrail.*/cgroup.procs" -print0 2> /dev/null)
echo "ulimit: $(ulimit -u) $(ulimit -d)"`;

/** Goes on with what could do harm only when the limits that keep it from that have been seen. */
const onlyWithin = (limit: RegExp) => `
held=$(${readBack})
[[ $held =~ ${limit.source} ]] || { echo "not limited: $held"; exit 3; }
`;

const processesHeld = /(pids\.max:64|ulimit: 64)/;
const memoryHeld = /(memory[a-z_.]*:67108864|ulimit: [a-z0-9]+ 65536)/;

/** Forks 500 times at most, and waits with all children until it is let go. */
const forks = `perl -e '
  pipe(R, W); $n = 0;
  for (1 .. 500) {
    $p = fork;
    if (!defined $p) { $refused = $!; last }
    if (!$p) { close W; sysread R, $b, 1; exit }
    $n++;
  }
  open F, ">", "held"; close F;
  select undef, undef, undef, 0.01 until -e "go";
  close W; 1 while wait > 0;
  print $n < 64 && $refused ? "refused: $refused\n" : "all $n\n";
'`;

/** Takes 300 MB at most. */
const hogs = `perl -e 'push @a, "x" x 1048576 for 1 .. 300; print "had all\n"'; echo "status $?"`;
/** Six processes that take 40 MB each, and hold it until all have. */
const hogsTogether = `
for i in {1..6}; do perl -e 'push @a, "x" x 1048576 for 1 .. 40; print "had 40\n"; sysread STDIN, $b, 1' <&9 & done 9< <(sleep 600)
wait -n; echo "status $?"`;

describe.skipIf(lacksBubblewrap).each(sandboxUsers)('with limits, as $name, in a sandbox', (user) => {
  let host: SandboxHost;
  beforeAll(() => {
    host = startSandboxHost(user);
  });
  afterAll(async () => {
    await host.close();
    host.remove();
  });

  /** Runs a command in a sandbox with these limits. */
  async function limited(command: string, limits: SandboxLimits, workspace = directoryOf(user)) {
    const sandbox = sandboxFor(workspace, { limits });
    return await host.run(planIn(workspace, command, { sandbox, streams: 'combined' }));
  }

  test('a fork bomb is stopped, and all others go on', async () => {
    const workspace = directoryOf(user);
    const bomb = limited(onlyWithin(processesHeld) + forks, small, workspace);
    await Promise.race([bomb, expect.poll(() => existsSync(join(workspace, 'held'))).toBe(true)]);
    const beside = await limited('(echo beside)', small);
    const outside = runAs(user, ['bash', '-c', '(echo outside)']);
    writeFileSync(join(workspace, 'go'), '');
    expect([beside.output, outside]).toEqual(['beside\n', 'outside\n']);
    expect((await bomb).output).toBe('refused: Resource temporarily unavailable\n');
  });

  test('what takes too much memory is ended, and that is told where the sandbox has it as a whole', async () => {
    const { output, run } = await limited(onlyWithin(memoryHeld) + hogs, small);
    expect(output).toMatch(/^(.*Killed(.*\n)+status 137\n|Out of memory.*\nstatus 1\n)$/);
    const ended = { processes: 1, limitBytes: 64 * megabyte };
    expect(run).toMatchObject({ kind: 'ended', exit: { kind: 'exited', code: 0 } });
    expect(run.kind === 'ended' && run.outOfMemory).toEqual(output.includes('137') ? ended : undefined);
  });

  test('a file grows as far as it may', async () => {
    const workspace = directoryOf(user);
    const command = 'ulimit -f; head -c 3000000 /dev/zero > big; echo "status $?"';
    const { output } = await limited(command, { ...none, fileBytes: megabyte }, workspace);
    expect(output).toMatch(/^1024\n.*File size limit exceeded.*\nstatus 153\n$/);
    expect(statSync(join(workspace, 'big')).size).toBe(megabyte);
  });

  test('a process that has had its time is ended', async () => {
    const command = 'ulimit -t; (for ((i = 0; i < 100000000; i++)); do :; done); echo "status $?"';
    const { output } = await limited(command, { ...none, cpuSeconds: 1 });
    expect(output).toMatch(/^1\n.*CPU time limit exceeded(.*\n)+status 152\n$/);
  });

  test.each([
    ['a process', { ...none, processes: 1 }, 'processes 1'],
    ['memory', { ...none, memory: { kind: 'bytes', bytes: 1 } as const }, 'memory 1 bytes'],
  ])('too little %s for a shell is said to be that', async (_, limits, told) => {
    const { run } = await limited('true', limits);
    const message = `bash could not be started: the process that was to start it has ended; its sandbox may leave it too little, with the limits of the level "workspace": ${told}`;
    expect(run).toEqual({ kind: 'could_not_start', problem: { code: 'spawn-failed', message } });
  });

  test('nothing is limited that is not to be', async () => {
    const { output } = await limited(`${readBack}; ulimit -f; ulimit -t`, none);
    expect(output).toBe(
      `ulimit: ${runAs(user, ['bash', '-c', 'echo "$(ulimit -u) $(ulimit -d)"'])}unlimited\nunlimited\n`,
    );
  });

  const { memory } = limitSupport(findLimitMeans());
  test.skipIf(memory !== 'cgroup' || user.words.length > 0)(
    'processes share what they may take',
    async () => {
      const { output } = await limited(onlyWithin(memoryHeld) + hogsTogether, small);
      expect(output).toMatch(/^status 137$/m);
    },
  );

  test('a control group is gone with its sandbox', async () => {
    const { output } = await limited(readBack, small);
    const groups = [...output.matchAll(/^(\/sys\/.*)\/[^/]*:\d+$/gm)].map(([, group]) => group ?? '');
    expect(groups.length > 0 || /ulimit: 64 65536\n/.test(output)).toBe(true);
    expect(groups.filter((group) => existsSync(group))).toEqual([]);
  });
});
