import { describe, expect, test } from 'vitest';
import { blocklist } from '../../src/contracts/workspace/rules.ts';
import { checkExamples } from '../../src/policy/check-examples.ts';
import { createAuditLog } from '../../src/state/audit-log.ts';
import { readState } from '../../src/state/read-state.ts';
import { places } from '../policy/shipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { harmlessBackend, ran, resultOf, verdictOn, workspaceBash } from '../support/workspace.ts';

/** No backend is behind any of these that could do anything. */
const blocked: Readonly<Record<string, readonly string[]>> = {
  'blocked-delete-root': [
    'echo / | xargs rm -rf',
    'rm -rf /',
    'rm -fr /',
    'rm -r -f /',
    'rm  -rf  "/"',
    "rm -rf '/'",
    'rm --recursive --force /',
    'rm -rf --no-preserve-root /',
    'rm -rf -- /',
    'rm -rf / subdir',
    'rm -rf subdir /',
    'rm / -rf',
    'rm -r /',
    'rm -rf //',
    'rm -rf /.',
    'rm -rf /tmp/..',
    'rm -rf /*',
    'set -euo pipefail; rm -rf /*',
    'shopt -s nullglob; rm -rf /*',
    'rm -rf {/,x}',
    '\\rm -rf /',
    '/bin/rm -rf /',
    'r""m -rf /',
    '"rm" -rf /',
    "$'\\x72m' -rf /",
    'x=rm; $x -rf /',
    'd=/; rm -rf $d',
    'd=/; rm -rf "${d}"',
    'rm -rf "${DIRECTORY:-/}"',
    'rm -rf "$(echo Lwo= | base64 -d)"',
    'f=-rf; rm $f /',
    'rm -rf $(echo /)',
    'cd / && rm -rf *',
    'cd /; rm -rf .',
    'true; rm -rf /',
    'false || rm -rf /',
    'true | rm -rf /',
    'if true; then rm -rf /; fi',
    'while true; do rm -rf /; done',
    'case x in x) rm -rf /;; esac',
    'f() { rm -rf /; }; f',
    '(rm -rf /)',
    'echo $(rm -rf /)',
    'cat <(rm -rf /)',
    'sudo rm -rf /',
    'env X=1 rm -rf /',
    'nohup rm -rf / &',
    'timeout 5 rm -rf /',
    'command rm -rf /',
    'exec rm -rf /',
    'busybox rm -rf /',
    "bash -c 'rm -rf /'",
    'sh -c \'sh -c "rm -rf /"\'',
    "eval 'rm -rf /'",
    "echo 'rm -rf /' | bash",
    'bash <<< "rm -rf /"',
    'bash <<E\nrm -rf /\nE',
    "trap 'rm -rf /' EXIT",
    'find / -delete',
    'find / -exec rm -rf {} +',
    'echo ok\nrm -rf /',
    'rm -rf /\n',
    'rm -rf \\\n/',
  ],
  'blocked-fork-bomb': [
    ':(){ :|:& };:',
    ':() { : | : & } ; :',
    'function bomb { bomb | bomb & }; bomb',
    'bomb() { bomb & bomb & }; bomb',
    "bash -c ':(){ :|:& };:'",
    'x() (x|x)\nx',
  ],
  'blocked-endless-copy': [
    'dd if=/dev/zero of=disk.img',
    'dd of=disk.img if=/dev/zero',
    'dd  if=/dev/random of=x',
    'dd if=/dev/urandom of=x bs=1M count=1',
    "dd 'if=/dev/zero' of=x",
    'dd if=//dev/../dev/zero of=x',
    'dd </dev/zero of=x',
    'sudo dd if=/dev/zero of=x',
    '/usr/bin/dd if=/dev/zero of=x',
    's=/dev/zero; dd if=$s of=x',
  ],
  'blocked-make-filesystem': [
    'mkfs /dev/nothing',
    'mkfs.ext4 /dev/nothing',
    'mkfs -t ext4 nothing.img',
    '/sbin/mkfs.xfs nothing.img',
    'sudo mkfs.vfat nothing.img',
    'mke2fs nothing.img',
    'm=mkfs; $m.ext4 nothing.img',
  ],
  'blocked-write-disk': [
    'echo x > /dev/sda',
    'echo x >/dev/sdb1',
    'echo x >> /dev/sdc',
    'echo x >| /dev/sdz',
    'echo x &> /dev/sda',
    'echo x > "/dev/sda"',
    'd=sda; echo x > /dev/$d',
    'cat image > /dev/nvme0n1',
    'echo x | tee /dev/sda',
    'cp image /dev/sda',
    'dd if=image of=/dev/sda',
    '> /dev/sda',
    'exec > /dev/sda',
  ],
};

const harmless = [
  'echo "rm -rf /"',
  "echo 'rm -rf /' > notes.txt",
  'printf "%s\\n" "rm -rf /"',
  'grep -r "rm -rf /" .',
  'git commit -m "never rm -rf /"',
  'cat <<E\nrm -rf /\nE',
  '# rm -rf /',
  'rm notes.txt',
  'rm -f notes.txt',
  'rm -rf subdir',
  'rm -rf ./subdir',
  'rm -rf subdir/',
  'rm -rf subdir/*',
  'rm -r subdir',
  'cd subdir && rm -rf *',
  'rm -rf "$PWD/subdir"',
  'd=subdir; rm -rf "$d"',
  'for d in a b; do rm -rf "$d"; done',
  'd=$(mktemp -d) && rm -rf "$d"',
  'rm -rf /tmp/handrail-nothing',
  'find . -name "*.o" -delete',
  'find . -name x -exec rm -rf {} +',
  'echo ":(){ :|:& };:"',
  'greet() { echo hi; }; greet',
  'down() { [ "$1" -gt 0 ] && down 0; }; down 3',
  'sleep 1 & sleep 1 & wait',
  'dd if=notes.txt of=copy.txt',
  'echo dd if=/dev/zero',
  'head -c 10 /dev/zero',
  'echo mkfs',
  'which mkfs.ext4',
  'cat mkfs.c',
  'echo x > /dev/null',
  'ls 2>/dev/null',
  'echo x > dev-sda',
  'echo "> /dev/sda"',
  'ls -l /dev/sda',
];

const cases = Object.entries(blocked).flatMap(([id, commands]) =>
  commands.map((command) => ({ id, command })),
);

describe('the blocklist of workspace', () => {
  test.each(cases)('C-8: $id holds for $command', async ({ id, command }) => {
    const { result, started } = await verdictOn(command);
    expect(result).toEqual({
      decision: 'deny',
      action: `tool:bash:${command}`,
      reason: expect.stringContaining(`${id}: `),
    });
    expect(started).toBe(false);
  });

  test.each(harmless)('C-8: nothing is said against %j', async (command) => {
    const { result, started } = await verdictOn(command);
    expect(result).toEqual(ran(command));
    expect(started).toBe(true);
  });

  test.each([
    'rm -rf "$DIRECTORY/"',
    'rm -rf $DIRECTORY/*',
    'rm -rf "$(cat list)"',
    'cat list | xargs rm -rf',
  ])('C-8: %j could delete everything, and is asked about', async (command) => {
    const { result, started } = await verdictOn(command);
    expect(result).toEqual({
      decision: 'ask',
      action: `tool:bash:${command}`,
      reason:
        'blocked-perhaps-root: what it would delete is not known, and could be everything on this machine. Write the path out.',
    });
    expect(started).toBe(false);
  });

  test.each(['rm -rf /\n(', 'echo "', 'if true; then'])(
    'C-8: what %j would run is not known, and is asked about',
    async (command) => {
      const { result, started } = await verdictOn(command);
      expect(result).toMatchObject({
        decision: 'ask',
        reason: expect.stringMatching(/^blocked-perhaps-unread: it is not known what it would run, /),
      });
      expect(started).toBe(false);
    },
  );

  test('C-8: a long command is looked into to its end', async () => {
    const long = `echo ${'x'.repeat(2_000_000)}`;
    expect((await verdictOn(long)).started).toBe(true);
    expect((await verdictOn(`${long}; rm -rf /`)).result).toMatchObject({ decision: 'deny' });
    expect((await verdictOn(`echo ${'x'.repeat(5_000_000)}; rm -rf /`)).result).toMatchObject({
      decision: 'ask',
    });
  });

  test('C-8: ordinary rm really runs', async () => {
    const command = 'rm notes.txt; rm -rf subdir; ls -A';
    expect(await resultOf(command)).toEqual(ran(command));
  });

  test('C-8: what is blocked is in the audit log with the rule', async () => {
    const stateDir = temporaryDirectory();
    const { bash } = workspaceBash({}, { backend: harmlessBackend(), stateDir });
    await bash.run({ command: 'rm -rf /' });
    const [entry] = readState(stateDir, (database) => [
      ...createAuditLog(database).list({ since: null, status: null, grep: null, limit: 10 }),
    ]);
    expect(entry).toMatchObject({ closed: { status: 'denied', command: 'rm -rf /' } });
    expect(JSON.stringify(entry)).toContain('blocked-delete-root');
  });

  test('C-8: the rules hold for their examples', () => {
    const rules = blocklist.filter((rule) => rule.kind === 'invocation');
    expect(rules.flatMap((rule) => checkExamples(rule, places))).toEqual([]);
    expect(rules.length).toBeGreaterThan(5);
  });
});
