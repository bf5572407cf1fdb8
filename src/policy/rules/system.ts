import type { Rule } from '../../model/decision.ts';
import { ask, call, deny, fact, program } from './make.ts';

/** The machine itself: power, services, users, clock. */
export const rules: readonly Rule[] = [
  deny('power-off', {
    when: [program('shutdown', 'reboot', 'poweroff', 'halt')],
    does: [{ kind: 'changes', subject: ['system'] }],
    unless: [fact('asks-for-help'), call('shutdown -c')],
    because: '{program} would stop the machine, and everything that runs on it',
    instead: 'Restart the one program or service that needs it.',
    match: ['shutdown -h now', 'sudo reboot', 'sleep 5; poweroff'],
    notMatch: ['shutdown --help', './reboot.sh', 'last reboot', 'echo reboot'],
  }),
  deny('power-off-service', {
    when: [program('systemctl', 'loginctl', 'init', 'telinit', 'rtcwake', 'rpm-ostree', 'dnf', 'dnf5')],
    does: [{ kind: 'changes', subject: ['system'] }],
    unless: [
      fact('asks-for-help'),
      ...['set-default', 'daemon-reload', 'daemon-reexec'].map((name) => call(`systemctl ${name}`)),
    ],
    because: 'it would stop the machine, and everything that runs on it',
    instead: 'Restart the one service that needs it.',
  }),
  deny('change-everything', {
    when: [program('chmod', 'chown', 'chgrp', 'gchmod', 'gchown', 'gchgrp')],
    does: [{ kind: 'writes', path: ['root'], isRecursive: true }],
    unless: [fact('asks-for-help')],
    because:
      '{program} would change who may do what with every file on this machine, and little works after that',
    instead: 'Name the directory that is to be changed.',
    match: ['chmod -R 777 /', 'sudo chown -R me:me /', 'chmod -R a+rwX /*', 'cd / && chgrp -R staff .'],
    notMatch: ['chmod -R 755 /srv/x', 'chown me /', 'chmod -R 755 .', 'chmod -R g+w dist'],
  }),
  ask('change-system', {
    does: [{ kind: 'changes', subject: ['system'] }],
    because: 'it would change the machine itself ({subject})',
  }),
  ask('change-service', {
    does: [{ kind: 'changes', subject: ['service'] }],
    because: 'it would start, stop or change a service ({subject})',
  }),
  ask('write-system', {
    does: [{ kind: 'writes', path: ['system', 'root'], pathNot: ['workspace', 'sink'] }],
    because: 'it would write to the system: {subject}',
  }),
];
