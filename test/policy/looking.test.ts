import { expect, test } from 'vitest';
import { verdictOf } from './shipped.ts';

/** Nothing here is executed. */
test.each([
  'head -c 16 /dev/urandom | base64',
  'head -c 8 /dev/random | xxd -p',
  'journalctl -b -1 -p err --no-pager',
  'journalctl --boot -1 -u nginx',
  'php --modules',
  'php --ri json',
  'php --rfunction strlen',
  'poetry config virtualenvs.path',
  'pyenv virtualenvs',
  'ip netconf show dev eth0',
  'ip -s stats',
  'tokei --types Rust,Go src',
  'mountpoint --quiet /mnt',
  'systemd-detect-virt --vm',
  'w3m -dump notes.html',
  'lynx -dump docs/index.html',
  'git verify-commit HEAD',
  "git config --get-regexp '^branch'",
  'ipcs --queues',
  'lslogins --output USER',
  'lsns --type net',
  'uv tree --invert',
  'java -XshowSettings:properties -version',
  'conda env config vars list',
  'mvn -v',
  'yarn --version',
])('%s only shows something, and is allowed', (command) => {
  expect(verdictOf(command)).toBe('allow');
});

test.each([
  'php --info',
  "git config --get-regexp 'token'",
  'conda env config vars set A=b',
  'poetry config virtualenvs.path --unset',
  'poetry config virtualenvs.in-project true',
  'poetry config pypi-token.pypi x',
  'poetry config http-basic.a',
  'pyenv virtualenv 3.12 x',
  'ip tuntap add dev tun0 mode tun',
  'ip stats set dev eth0 l3_stats on',
  'w3m -dump site.example',
  'lynx -dump localhost:3000',
  'elinks -dump site.example/page',
])('%s is asked about', (command) => {
  expect(verdictOf(command)).toBe('ask');
});
