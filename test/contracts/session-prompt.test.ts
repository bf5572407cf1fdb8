import { describe, expect, test } from 'vitest';
import { defaultTimeoutMs, maxTimeoutMs } from '../../src/contracts/session/options.ts';
import { template } from '../../src/contracts/session/prompt-template.ts';
import { handrail, temporaryMachine } from '../support/handrail.ts';
import { sessionBash } from '../support/session-contract.ts';

function promptIn(workingDirectory: string, options: Readonly<Record<string, unknown>> = {}): string {
  return sessionBash({ options }).bash.tools.get('bash').description({ workingDirectory });
}

describe('the prompt of session', () => {
  test('D-7: the template has three places and no others', () => {
    const places = [...template.matchAll(/\$\{.*?\}/g)].map(([place]) => place);
    expect([...new Set(places)].toSorted()).toEqual(['${directory}', '${maxBytes}', '${maxLines}']);
  });

  test('D-7: they are filled with the project directory and the limits', () => {
    const expected = template
      .replaceAll('${directory}', '/work')
      .replaceAll('${maxBytes}', '51200')
      .replaceAll('${maxLines}', '2000');
    expect(promptIn('/work')).toBe(expected);
    expect(expected).not.toContain('${');
  });

  test('D-7: they are filled with what is configured', () => {
    const prompt = promptIn('/work', { project: 'sub', maxOutputBytes: 1_234, maxOutputLines: 56 });
    expect(prompt).toContain('Commands run in /work/sub unless workdir');
    expect(prompt).toContain('more than 1234 bytes or 56 lines');
  });

  test.each(['/a $& b', '/$1', '/${maxBytes}', "/$`$'"])(
    'D-7: a directory %s is filled in as it is',
    (directory) => {
      expect(promptIn(directory)).toContain(`Commands run in ${directory} unless`);
    },
  );

  test('D-7: it says how to use workdir instead of cd', () => {
    expect(template).toContain('give workdir. Do not write `cd <directory> && <command>`');
  });

  test('D-7: it guides the description', () => {
    expect(template).toContain('Always give a description: what the command does, in 5 to 10 words');
  });

  test.each([
    'change the git configuration',
    '--no-verify',
    'reset --hard',
    'push --force',
    'rebase -i',
    'Do not amend',
  ])('D-7: its git safety protocol speaks of %s', (phrase) => {
    expect(template.slice(template.indexOf('# Git'))).toContain(phrase);
  });

  test('D-7: the time limits that it names are those that hold', () => {
    expect(template).toContain(
      `timeout is in milliseconds: ${defaultTimeoutMs} when left out, at most ${maxTimeoutMs}.`,
    );
  });

  test('D-7: the built program has it', async () => {
    const machine = temporaryMachine();
    const { stdout } = await handrail(machine, ['tools', '--contract', 'session']);
    expect(JSON.parse(stdout)[0].description).toBe(promptIn(machine.directory));
  });
});
