import { expect, test } from 'vitest';
import { shippedPolicyInSandbox } from '../../src/policy/rules/in-sandbox.ts';
import { decisionOn, verdictOf } from './shipped.ts';

/** Commands that are run by a window, a session, a build or a macro, and files that are thrown away. Nothing here is executed. */
test.each([
  'xterm -e rm -rf src',
  "xterm -T build -e 'rm -rf src'",
  'gnome-terminal -- rm -rf src',
  "xfce4-terminal --command='rm -rf src'",
  'kitty --hold rm -rf src',
  'zellij run -- rm -rf src',
  'zellij action new-pane -- rm -rf src',
  "tmux send-keys 'rm -rf src' Enter",
  "screen -S build -X stuff 'rm -rf src\\n'",
  "echo 'syscmd(`rm -rf src'\\'')' | m4",
  "m4 -D 'name=esyscmd(rm -rf src)' notes.m4",
  "make 'FILES=$(shell rm -rf src)'",
  "mvn exec:exec -Dexec.executable=rm -Dexec.args='-rf src'",
  "sbt '!rm -rf src'",
  `sbt 'eval "rm -rf src".!'`,
  'gio trash src',
  'trash-put src',
])('in a sandbox a person is asked about %s, which deletes a directory', (command) => {
  const { findings } = decisionOn(command, shippedPolicyInSandbox('none'));
  expect(findings.map(({ id }) => id)).toEqual(['delete-file']);
});

test.each([
  ['make SHELL=/tmp/x', ['unknown-effect']],
  ['make SHELL=./run.sh test', ['unknown-effect']],
  ['gio trash --empty', ['delete-unknown']],
  ['trash-empty', ['delete-unknown']],
])('in a sandbox a person is asked about %s: %j', (command, ids) => {
  const { findings } = decisionOn(command, shippedPolicyInSandbox('none'));
  expect(findings.map(({ id }) => id)).toEqual(ids);
});

test.each([
  'xterm -e make test',
  'tmux new-session -d make test',
  "echo 'define(a, b)a' | m4",
  'make SHELL=/bin/bash test',
  "make CC=clang CFLAGS='-O2 -g'",
  'mvn exec:exec -Dexec.executable=ls',
  "sbt 'testOnly a.b'",
  'gio trash --list',
  'trash list',
  'gio info notes.txt',
])('in a sandbox a person is not asked about %s', (command) => {
  expect(verdictOf(command, shippedPolicyInSandbox('none'))).toBe('allow');
});
