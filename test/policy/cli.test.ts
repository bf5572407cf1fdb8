import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handrail, temporaryMachine } from '../support/handrail.ts';

describe('handrail check', () => {
  test.each([
    ['ls -la', 0, 'allow\n'],
    ['npm test', 1, /^ask run-file: |^ask [a-z-]+: /],
    ['rm -rf /', 2, 'deny delete-root: it would delete everything on this machine\n'],
  ])('%j exits with %d', async (command, status, stdout) => {
    const printed = await handrail(temporaryMachine(), ['check', command]);
    expect(printed).toEqual({
      status,
      stdout: typeof stdout === 'string' ? stdout : expect.stringMatching(stdout),
      stderr: '',
    });
  });

  test('goes by files of rules', async () => {
    const machine = temporaryMachine();
    const file = join(machine.directory, 'rules.json');
    writeFileSync(file, '{"rules":[{"deny":"ls -a","because":"no hidden files"}]}');
    expect(await handrail(machine, ['check', 'ls -la', '--rules', file])).toEqual({
      status: 2,
      stdout: 'deny deny-ls-a: no hidden files\n',
      stderr: '',
    });
    writeFileSync(file, '{"rules":[\n{"deny":"ls"}]}');
    expect(await handrail(machine, ['check', 'ls', '--rules', file])).toEqual({
      status: 64,
      stdout: '',
      stderr: `handrail: ${file}:2: expected "because", a text that says why, got nothing\n`,
    });
  });
});

describe('handrail explain', () => {
  test('draws what would run, with the findings underlined, and no colours where there is no terminal', async () => {
    const machine = temporaryMachine();
    const { status, stdout } = await handrail(machine, ['explain', 'ls; sudo rm -rf /']);
    expect(status).toBe(0);
    expect(stdout).toContain('deny\n\n  ls; sudo rm -rf /\n      ^^^^^^^^^^^^^\n');
    expect(stdout).toContain('  deny delete-root: it would delete everything on this machine\n');
    expect(stdout).not.toContain('\u001b');
  });

  test('answers a line for each line', async () => {
    const lines = [
      { id: 1, command: 'ls' },
      { id: 'b', command: 'git add .' },
      { id: null, command: 'a\0b' },
    ];
    const stdin = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
    const { status, stdout } = await handrail(temporaryMachine(), ['explain', '--batch'], { stdin });
    const answers = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(status).toBe(0);
    expect(answers).toEqual([
      { id: 1, verdict: 'allow', findings: [] },
      {
        id: 'b',
        verdict: 'deny',
        findings: [expect.objectContaining({ id: 'git-blind-add', verdict: 'deny' })],
      },
      { id: null, verdict: 'deny', findings: [expect.objectContaining({ id: 'unrunnable' })] },
    ]);
  });

  test('prints the analysis as JSON', async () => {
    const { stdout } = await handrail(temporaryMachine(), ['explain', '--json', 'ls']);
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'allow',
      findings: [],
      analysis: { kind: 'parsed' },
    });
  });

  test.each([
    [['explain'], 'handrail: expected a command in quotes, or - for standard input, got none\n'],
    [
      ['explain', '--batch', 'ls'],
      'handrail: expected no command beside --batch, which reads them from standard input\n',
    ],
  ])('%j is misuse: exit status 2', async (words, stderr) => {
    expect(await handrail(temporaryMachine(), words)).toEqual({ status: 2, stdout: '', stderr });
  });
});

describe('handrail rules', () => {
  test('lists them', async () => {
    const { status, stdout } = await handrail(temporaryMachine(), ['rules']);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^VERDICT +RULE +BECAUSE\ndeny +delete-root +it would delete everything on this machine\n/,
    );
  });

  test('tries their examples', async () => {
    const { status, stdout } = await handrail(temporaryMachine(), ['rules', '--test']);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^\d+ examples, 0 wrong\n$/),
    });
  });
});
