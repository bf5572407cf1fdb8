import type { Rule } from '../../model/decision.ts';
import { ask, program } from './make.ts';

/** Programs that show text a page at a time. */
const pagers = ['less', 'zless', 'bzless', 'xzless', 'more', 'zmore', 'most', 'pg'];

/** What is not on this machine, or not a file: hosts, containers, clusters, databases, packages, processes. */
export const rules: readonly Rule[] = [
  ask('send-to-host', {
    does: [{ kind: 'network', direction: ['sends'] }],
    because: 'it would send data to another host ({subject})',
  }),
  ask('network', {
    does: [{ kind: 'network' }],
    because: 'it would use the network ({subject})',
    isFallback: true,
  }),
  ask('destroy-infrastructure', {
    does: [
      { kind: 'changes', subject: ['infrastructure', 'cluster', 'container', 'remote'], isDestructive: true },
    ],
    because: 'it would destroy something that cannot be had back ({subject})',
    instead: 'Show first what would be destroyed.',
  }),
  ask('destroy-data', {
    does: [{ kind: 'changes', subject: ['database'], isDestructive: true }],
    because: 'it would delete data from a database ({subject})',
    instead: 'Make a copy first, or show what would be deleted.',
  }),
  ask('end-process', {
    does: [{ kind: 'changes', subject: ['process'] }],
    because: 'it would end or change other processes ({subject})',
  }),
  ask('change-packages', {
    does: [{ kind: 'changes', subject: ['package'] }],
    because: 'it would change what is installed, and packages can run code while they are',
    isFallback: true,
  }),
  ask('change-elsewhere', {
    does: [{ kind: 'changes', subject: ['infrastructure', 'cluster', 'container', 'remote', 'database'] }],
    because: 'it would change the {subject}',
    isFallback: true,
  }),
  ask('interactive', {
    does: [{ kind: 'interactive' }],
    // Where they do not write to a terminal, they write all there is.
    unless: [program(...pagers)],
    because: '{program} waits for somebody at a terminal, and there is nobody',
    instead: 'Use options that answer beforehand, or a program that prints.',
    match: ['top', 'git rebase -i main', 'crontab -e', 'python3'],
    notMatch: ['less README.md', 'git log | less', 'ls -R | more'],
  }),
  ask('leaves-running', {
    does: [{ kind: 'background' }],
    because: '{program} would go on running after the command',
    isFallback: true,
  }),
];
