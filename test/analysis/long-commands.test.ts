import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import type { Surroundings } from '../../src/analysis/evaluate/context.ts';

const where: Surroundings = { cwd: '/w', home: '/home/user' };
const long: Surroundings = { ...where, maxLength: 4 * 1024 * 1024 };

/** The words of what would run, where all is known; else why it is not read. */
function runs(command: string, surroundings: Surroundings): readonly string[] | string {
  const analysis = analyze(command, surroundings);
  if (analysis.kind === 'unrunnable') throw new Error('expected a text that bash can be given');
  if (analysis.kind === 'unparsed') return analysis.problem.reason;
  const named = analysis.invocations.filter(({ argv }) => argv.length > 0);
  return named.map(({ argv }) => argv.map((word) => (word.kind === 'known' ? word.text : '…')).join(' '));
}

describe('an analysis that is to read longer commands than usual', () => {
  const many = `${'echo hello\n'.repeat(2_000)}ls`;

  it('reads any number of commands', () => {
    expect(runs(many, long)).toHaveLength(2_001);
    expect(runs(many, where)).toBe('too many words and commands');
  });

  it('reads a script within the command that is longer than usual', () => {
    const script = `bash -c '${'x'.repeat(100_000)}; ls'`;
    expect(runs(script, long)).toContain('ls');
  });

  it('reads a trap, and a script on standard input, of that length', () => {
    const text = `: ${'x'.repeat(100_000)}\nls`;
    expect(runs(`trap '${text}' EXIT`, long)).toContain('ls');
    expect(runs(`bash <<'END'\n${text}\nEND`, long)).toContain('ls');
  });

  it('is given up all the same where commands come back to themselves again and again', () => {
    const doubling = Array.from(
      { length: 30 },
      (_, index) => `f${index}() { f${index + 1}; f${index + 1}; }`,
    );
    expect(runs(`${doubling.join('\n')}\nf30() { ls; }\nf0`, long)).toMatch(/^too m|^nested/);
  });
});

describe('functions that are never called', () => {
  const included: Surroundings = { ...where, includesUncalled: true };

  it('are listed where they are asked for, and only there', () => {
    expect(runs('f() { ls -l; }; pwd', included)).toEqual(['pwd', 'ls -l']);
    expect(runs('f() { ls -l; }; pwd', where)).toEqual(['pwd']);
  });

  it('may define others', () => {
    expect(runs('f() { g() { ls; }; }', included)).toEqual(['ls']);
  });

  it('may be called by one another, and by themselves', () => {
    expect(runs('f() { g; }; g() { f; ls; }', included)).toContain('ls');
  });

  it('are listed once if they are called', () => {
    expect(runs('f() { ls; }; f', included)).toEqual(['f', 'ls']);
  });
});

describe('a script within a command that cannot be read', () => {
  it.each([
    ["bash -c 'ls; ('", 'bash'],
    ["eval 'if'", 'eval'],
    ["trap 'fi' EXIT", 'trap'],
    ["sh <<< '('", 'sh'],
  ])('is an effect of what runs it: %s', (command, name) => {
    const analysis = analyze(command, where);
    const found = analysis.kind === 'parsed' && analysis.invocations.find((one) => one.name === name);
    expect(found === false ? [] : found?.effects).toContainEqual(
      expect.objectContaining({ kind: 'unknown', code: 'unparsed-code' }),
    );
  });

  it('is another thing than one for another shell', () => {
    const analysis = analyze("zsh -c 'ls'", where);
    const [zsh] = analysis.kind === 'parsed' ? analysis.invocations : [];
    expect(zsh?.effects).toContainEqual({ kind: 'unknown', code: 'unreadable-code', subject: 'zsh' });
  });
});
