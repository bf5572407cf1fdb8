import { expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { verdictOf } from './shipped.ts';

/** Ways to stop the machine. Nothing here is executed. */
test.each([
  'systemctl soft-reboot',
  'systemctl start reboot.target',
  'systemctl start --no-block poweroff.target',
  'systemctl restart systemd-reboot.service',
  'sudo systemctl isolate rescue.target',
  'init 6',
  'sudo init 0',
  'telinit 1',
  'rtcwake -m off -s 60',
  'rtcwake -m no -m mem -s 60',
  'rtcwake -s 60',
  'rpm-ostree upgrade --reboot',
  'rpm-ostree install -r vim',
  'dnf system-upgrade reboot',
  'systemctl reboot --when=+5min',
  'systemctl suspend --when=cancel',
  'reboot -c',
])('%s is denied, in a sandbox as well', (command) => {
  expect(verdictOf(command)).toBe('deny');
  expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('deny');
});

test.each([
  ['systemctl start nginx', 'ask'],
  ['systemctl start --dry-run reboot.target', 'ask'],
  ['systemctl restart reboot-notifier.service', 'ask'],
  ['systemctl stop reboot.target', 'ask'],
  ['systemctl status reboot.target', 'allow'],
  ['init q', 'ask'],
  ['sudo init 5', 'ask'],
  ['telinit --help', 'allow'],
  ['rtcwake -m no -s 60', 'ask'],
  ['rtcwake -m show', 'allow'],
  ['rpm-ostree upgrade', 'ask'],
  ['zypper install -r main vim', 'ask'],
  ['systemctl reboot --when=cancel', 'ask'],
  ['systemctl soft-reboot --when cancel', 'ask'],
  ['shutdown -c', 'ask'],
  ['halt --wtmp-only', 'allow'],
  ['reboot -w', 'allow'],
])('%s stops one service or none: %s', (command, verdict) => {
  expect(verdictOf(command)).toBe(verdict);
});
