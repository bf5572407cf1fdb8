import { describe, expect, test } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { ordersOfHome, ordersOfWorkspace } from '../../src/confine/sandbox-places.ts';
import { decide } from '../../src/policy/decide.ts';
import { secretsOfHome, secretsOfSystem } from '../../src/policy/paths/secret-places.ts';
import { shippedPolicy } from '../../src/policy/rules/shipped.ts';

/** A workspace that is the home directory itself, where nothing is asked about for being outside. Nothing here is executed. */
const home = '/home/ann';

function rulesOn(command: string): readonly string[] {
  const analysis = analyze(command, { cwd: home, home });
  if (analysis.kind === 'unrunnable') throw new Error('expected a text that can be run');
  return decide(shippedPolicy, analysis, { workspace: home, home, state: [] }).findings.map(
    (finding) => finding.id,
  );
}

describe('what a sandbox keeps from commands is asked about where there is none', () => {
  test.each(secretsOfHome)('reading ~/%s', (place) => {
    expect(rulesOn(`cat '${home}/${place}'`)).toContain('read-secret');
    expect(rulesOn(`cat '${home}/${place}/inside'`)).toContain('read-secret');
  });

  test.each(secretsOfSystem)('reading %s', (place) => {
    expect(rulesOn(`cat '${place}'`)).toContain('read-secret');
  });

  test.each([...ordersOfHome, ...ordersOfWorkspace])('writing ~/%s', (place) => {
    const rules = rulesOn(`echo x > '${home}/${place}'`);
    expect(rules).toContainEqual(
      expect.stringMatching(/^write-(?:startup-file|agent-settings|git-internals)$/),
    );
  });
});
