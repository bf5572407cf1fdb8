import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CallOffer, GrantTerms } from '../../src/model/grant.ts';
import { noteGranted } from '../../src/state/granted-note.ts';
import { handrail, type Machine, programFile, temporaryMachine } from '../support/handrail.ts';

/** A machine on which `npm publish` was granted in the directory, by a note, with a database that cannot be opened. */
function grantedMachine(other: Partial<GrantTerms> = {}) {
  const machine = temporaryMachine();
  const { stateDir, directory } = machine;
  const database = join(stateDir, 'state.db');
  onTestFinished(() => rmSync(database, { force: true })); // Jobs are looked for in it afterwards.
  mkdirSync(stateDir, { recursive: true });
  writeFileSync(database, 'no database');
  const granted: CallOffer & GrantTerms = {
    ...{ kind: 'call', words: ['npm', 'publish'], cwd: directory, contract: 'hook', conversationId: null },
    ...{ grantedAtMs: Date.now() - 60_000, expiresAtMs: Date.now() + 3_600_000 },
    ...other,
  };
  noteGranted(stateDir, [granted]);
  return { ...machine, database, note: join(stateDir, 'granted') };
}

async function decide(machine: Machine, command: string): Promise<string> {
  const call = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command } };
  const stdin = JSON.stringify({ ...call, cwd: machine.directory });
  const { stdout, status } = await handrail(machine, ['hook', 'claude'], { program: programFile, stdin });
  expect(status).toBe(0);
  return stdout === '' ? 'none' : JSON.parse(stdout).hookSpecificOutput.permissionDecision;
}

describe('a guard lets through what was granted, by the note of it', () => {
  test('and nothing else', async () => {
    const machine = grantedMachine();
    expect(await decide(machine, 'npm publish')).toBe('none');
    expect(await decide(machine, 'npm publish --tag x')).toBe('ask');
    expect(await decide(machine, 'cd .. && npm publish')).toBe('ask');
    expect(await decide(machine, 'npm publish --tag x && npm publish')).toBe('ask');
    noteGranted(machine.stateDir, []);
    expect(await decide(machine, 'npm publish')).toBe('ask');
  });

  test.each([
    ['its time is over', { expiresAtMs: Date.now() - 1 }],
    ['its time is yet to come', { grantedAtMs: Date.now() + 3_600_000 }],
    ['it is for another contract', { contract: 'plain' }],
  ])('not where %s', async (_name, other) => {
    expect(await decide(grantedMachine(other), 'npm publish')).toBe('ask');
  });

  type Change = (machine: ReturnType<typeof grantedMachine>) => void;

  const changes: readonly (readonly [string, Change])[] = [
    ['it is being changed', ({ stateDir }) => noteGranted(stateDir, null)],
    [
      'the database is another one',
      ({ database }) => {
        writeFileSync(`${database}.other`, 'no database');
        renameSync(`${database}.other`, database);
      },
    ],
    [
      'it is of an earlier start of the machine',
      ({ note }) => writeFileSync(note, readFileSync(note, 'utf8').replace(/"boot":"./, '"boot":"-')),
    ],
    ['others could have written it', ({ note }) => chmodSync(note, 0o666)],
    [
      'it is a link',
      ({ note }) => {
        renameSync(note, `${note}.other`);
        symlinkSync(`${note}.other`, note);
      },
    ],
  ];

  test.each(changes)('not where %s: the database is asked, which cannot be', async (_name, change) => {
    const machine = grantedMachine();
    change(machine);
    expect(await decide(machine, 'npm publish')).toBe('deny');
  });

  test('not where the database is gone', async () => {
    const machine = grantedMachine();
    rmSync(machine.database);
    expect(await decide(machine, 'npm publish')).toBe('ask');
  });
});
