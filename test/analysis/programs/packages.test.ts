import { expect, it } from 'vitest';
import { effectLines } from './effect-lines.ts';
import { wordsOf } from './words-of.ts';

const upgrades = ['receives', 'changes package'];

it.each([
  ['yay', upgrades],
  ['paru', upgrades],
  ['pacman', []],
  ['yay -Yc', ['destroys package']],
  ['paru -c', ['destroys package']],
  ['yay -Qu', []],
  ['yay -Ps', []],
  ['pacman -Fl vim', []],
  ['pacman -Z', ['unknown-option -Z']],
  ['xbps-install -Su', upgrades],
  ['xbps-install vim', ['receives', 'changes package vim']],
  ['xbps-install -n vim', []],
  ['xbps-remove --remove-orphans', ['destroys package']],
  ['xbps-remove vim', ['destroys package vim']],
  ['xbps-query -l', []],
  ['xbps-query vim', []],
  ['xbps-query -Rs vim', ['receives']],
  ['apt --frobnicate', ['unknown-option --frobnicate']],
  ['apt --version', []],
  ['dpkg-query --list', []],
  ['pkg-config --list-all', []],
  ['pkg-config --libs --cflags zlib', []],
  ['pkg-config --log-file=f zlib', ['replaces /w/f']],
  ['pkg-config --log f zlib', ['replaces /w/f']],
  ['pkg-config --personality ./p zlib', ['reads /w/p']],
  ['pkg-config --frobnicate', ['unknown-option --frobnicate']],
  ['apt-get', []],
  ['pipenv', []],
  ['pipenv --three', ['changes package']],
  ['pipenv --python 3.12', ['changes package']],
  ['pipenv --venv', []],
  ['systemd-sysusers', ['changes system systemd-sysusers']],
  ['systemd-sysusers --cat-config', []],
  ['systemd-tmpfiles --clean', ['changes system --clean']],
  ['cpulimit --exe node --limit 25', ['changes process node']],
  ['cpulimit -p 7 -l 10', ['changes process 7']],
  ['cpulimit -l 10 -- make', ['executes make']],
])('%s: %j', (command, lines) => {
  expect(effectLines(...wordsOf(command))).toEqual(lines);
});

it.each([
  ['npm install', ['--dry-run=false', '--dry-run --no-dry-run', '--dry-run false']],
  ['npm ci', ['--ignore-scripts=false', '--ignore-scripts --no-ignore-scripts', '--ignore-scripts false']],
] as const)(
  '%s does all that it does where a switch that would keep it from that is taken back',
  (call, switches) => {
    const whole = effectLines(...wordsOf(call));
    for (const taken of switches)
      expect(effectLines(...wordsOf(`${call} ${taken}`))).toEqual(expect.arrayContaining([...whole]));
    const [kept = ''] = switches[0].split('=');
    expect(effectLines(...wordsOf(`${call} ${kept}`))).not.toEqual(expect.arrayContaining([...whole]));
  },
);
