import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handrail, type Machine, temporaryMachine } from '../support/handrail.ts';

/** What a terminal would obey: a title, a line of its own, another direction, a control character of one byte. */
const obeyed = 'a\u001b]0;b\u0007\nhandrail: all is well\u202e\u009b2J';
const seen = 'a␛]0;b␇⏎handrail: all is well<U+202E><U+009B>2J';

/** A project whose settings are these. */
function projectWith(settings: unknown): Machine {
  const machine = temporaryMachine();
  writeFileSync(join(machine.directory, 'handrail.json'), JSON.stringify(settings));
  return machine;
}

describe('what a project has written is shown on a terminal, and not obeyed', () => {
  test('the name of a file of rules', async () => {
    const machine = projectWith({ rules: [obeyed] });
    const words = `${machine.directory}/${seen}: expected a file of rules, got no file of that name`;
    const refused = { stdout: '', stderr: `handrail: ${words}\n` };
    expect(await handrail(machine, ['check', 'ls'])).toEqual({ status: 64, ...refused });
    expect(await handrail(machine, ['run', '--', 'true'])).toEqual({ status: 2, ...refused });
    const { stdout } = await handrail(machine, ['doctor']);
    const rows = stdout.split('\n').slice(1);
    expect(rows).toEqual([`missing  settings  ${words}`, '         → correct them and run this again', '']);
  });

  test('a key of its settings', async () => {
    const machine = projectWith({ 'x\u202e\u009b2J': 1 });
    const { stderr } = await handrail(machine, ['check', 'ls']);
    expect(stderr).toMatch(/, got the key "x<U\+202E><U\+009B>2J"\n$/);
  });

  test('what stands in its files of rules, of which each problem is a line', async () => {
    const machine = projectWith({ rules: ['rules.json'] });
    const file = join(machine.directory, 'rules.json');
    writeFileSync(file, JSON.stringify({ 'x\u202e': 1, 'y\u009b2J': 1 }));
    const problem = (key: string) => `${file}:1: expected only the keys rules, off, got "${key}"`;
    const problems = [problem('x<U+202E>'), problem('y<U+009B>2J')];
    const { stderr } = await handrail(machine, ['check', 'ls']);
    expect(stderr).toBe(`handrail: ${problems.join('\n')}\n`);
    const { stdout } = await handrail(machine, ['doctor']);
    expect(stdout).toContain(`missing  settings  ${problems.join('; ')}\n`);
  });

  test('the name of a directory', async () => {
    const machine = temporaryMachine();
    const directory = join(machine.directory, obeyed);
    mkdirSync(directory);
    writeFileSync(join(directory, 'handrail.json'), '{');
    const { stderr } = await handrail({ ...machine, directory }, ['check', 'ls']);
    expect(stderr).toMatch(/^handrail: settings in .*⏎.*handrail\.json: expected a JSON object, .*\n$/);
    expect(stderr).toContain(`/${seen}/`);
  });
});

test('a command that is taken for an option is shown, and not obeyed', async () => {
  expect(await handrail(temporaryMachine(), ['check', '--\u001b]0;b\u0007\u202e\u009b2J'])).toEqual({
    status: 64,
    stdout: '',
    stderr: "error: unknown option '--␛]0;b␇<U+202E><U+009B>2J'\n(--help says what is expected)\n",
  });
});
