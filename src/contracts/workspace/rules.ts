import type { Policy, Rule } from '../../model/decision.ts';
import { type Permission, type Profile, permit } from '../../policy/profile.ts';
import { ask, deny, fact, program } from '../../policy/rules/make.ts';

/** What the ids of the blocklist begin with: its findings are told before all others. */
export const blockedPrefix = 'blocked-';

/**
 * Commands that no profile can allow. They are rules over what would run, and not over the text: a net under the profile,
 * which knows nothing of quoting, and no wall.
 */
export const blocklist: readonly Rule[] = [
  deny('blocked-delete-root', {
    does: [{ kind: 'deletes', path: ['root'], isRecursive: true }],
    unless: [fact('narrows-search'), fact('asks-for-help')],
    because: 'it would delete everything on this machine',
    instead: 'Name the directory that is to go.',
    match: ['rm -rf /', 'rm -r -f /', 'rm -rf "/"', "bash -c 'rm -rf /*'", 'cd / && rm -rf *'],
    notMatch: ['rm notes.txt', 'rm -rf subdir', 'rm -rf ./', 'echo "rm -rf /"', 'rm -rf /tmp/x'],
  }),
  deny('blocked-fork-bomb', {
    when: [fact('multiplies')],
    because: 'a function that starts itself more than once fills the machine with processes',
    match: [':(){ :|:& };:', 'bomb() { bomb | bomb & }; bomb'],
    notMatch: ['build() { make; }; build', 'echo ":(){ :|:& };:"', 'a | a &'],
  }),
  deny('blocked-endless-copy', {
    when: [program('dd')],
    does: [{ kind: 'reads', path: ['endless'] }],
    because: 'dd from {subject} fills a disk',
    instead: 'Make a file of a given size with truncate or head -c.',
    match: ['dd if=/dev/zero of=x', 'dd of=x bs=1M </dev/urandom', 'cd /dev && dd if=random of=/tmp/x'],
    notMatch: ['dd if=a of=b', 'dd if=/dev/null of=x', 'head -c 10 /dev/zero', 'echo dd if=/dev/zero'],
  }),
  deny('blocked-make-filesystem', {
    when: [program('mkfs', 'mkfs.*', 'mke2fs', 'mkdosfs', 'mkntfs', 'newfs', 'newfs_*')],
    unless: [fact('asks-for-help')],
    because: '{program} would overwrite what is there with a new file system',
    instead: 'Have a person do it.',
    match: ['mkfs /dev/sdb', 'mkfs.ext4 disk.img', 'sudo mkfs -t vfat /dev/sdb1'],
    notMatch: ['man mkfs', 'which mkfs.ext4', 'echo mkfs', 'mkfs --help'],
  }),
  deny('blocked-write-disk', {
    does: [{ kind: 'writes', path: ['block-device'] }],
    because: 'it would write over the disk {subject}',
    instead: 'Write to an image file, or have a person do it.',
    match: ['echo x > /dev/sda', 'cat image >> /dev/nvme0n1', 'dd if=image of=/dev/sdb', 'x | tee /dev/vda1'],
    notMatch: ['echo x > /dev/null', 'echo x > dev/sda', 'echo "> /dev/sda"', 'ls /dev/sda'],
  }),
  ask('blocked-perhaps-root', {
    when: [fact('may-delete-root')],
    because: 'what it would delete is not known, and could be everything on this machine',
    instead: 'Write the path out.',
    match: ['rm -rf "$DIRECTORY/"', 'rm -rf $(cat list)', 'rm -rf -- "$DIRECTORY"/*'],
    notMatch: ['rm -rf "$DIRECTORY/build"', 'd=$(mktemp -d); rm -rf "$d"', 'find . -exec rm -rf {} +'],
  }),
  {
    kind: 'unparsed',
    finding: {
      id: 'blocked-perhaps-unread',
      verdict: 'ask',
      reason: 'it is not known what it would run, which could be a command of the blocklist: {subject}',
      instead: 'Write it in a simpler way.',
    },
  },
];

/** The name of the action that running a command is. */
export function actionOf(command: string): string {
  return `tool:bash:${command}`;
}

/** The blocklist, and what the profile says of the command as a whole. */
export function policyFor(profile: Profile | undefined, command: string): Policy {
  const rule = permissionRule(profile, command);
  return { rules: rule === null ? blocklist : [...blocklist, rule] };
}

function permissionRule(profile: Profile | undefined, command: string): Rule | null {
  if (profile === undefined) return everyCommand('ask', 'no profile was given, so everything is asked about');
  const permission = permit(profile, actionOf(command));
  if (permission.verdict === 'allow') return null;
  return everyCommand(permission.verdict, reasonOf(profile, permission));
}

function everyCommand(verdict: 'ask' | 'deny', reason: string): Rule {
  return { kind: 'every-command', finding: { id: `profile-${verdict}`, verdict, reason, instead: null } };
}

function reasonOf({ name }: Profile, { verdict, pattern }: Permission): string {
  const says = verdict === 'deny' ? 'denies' : 'asks about';
  return pattern === null
    ? `the profile ${JSON.stringify(name)} ${says} what none of its patterns fits`
    : `the profile ${JSON.stringify(name)} ${says} ${JSON.stringify(pattern)}`;
}
