import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const dist = new URL('../../dist/', import.meta.url);

/** Every file that an entry file leads to, with what it imports. */
function importsFrom(entry: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const pending = [new URL(entry, dist).href];
  for (const url of pending) {
    if (found.has(url)) continue;
    const code = readFileSync(new URL(url), 'utf8');
    const specifiers = [
      ...code.matchAll(/^(?:import|export)\b[^'"`;]*?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm),
    ].map(([, fixed, dynamic]) => fixed ?? dynamic ?? '');
    found.set(url, specifiers);
    pending.push(
      ...specifiers
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => new URL(specifier, url).href),
    );
  }
  return found;
}

describe.each(['analysis/index.js', 'policy/index.js'])('the built %s', (entry) => {
  test('imports no module of Node and no package, however far one follows its imports', () => {
    const specifiers = [...importsFrom(entry).values()].flat();
    expect(specifiers.filter((specifier) => !specifier.startsWith('.'))).toEqual([]);
    expect(specifiers).not.toEqual([]);
  });

  test('leads to the parser and to the programs', () => {
    const code = [...importsFrom(entry).keys()].map((url) => readFileSync(new URL(url), 'utf8')).join('\n');
    expect(code).toContain('--force-with-lease');
    expect(code).toContain('HereDocBody');
  });
});

test('the analysis and the policy judge commands where there is neither process nor Buffer', () => {
  const fixture = fileURLToPath(new URL('fixtures/judge-without-node.mjs', import.meta.url));
  const commands = ['git status', 'npm test', 'sudo rm -rf /', 'echo $(if)', 'echo é 🙂'];
  const answers = execFileSync(
    process.execPath,
    ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', fixture],
    { input: JSON.stringify(commands), encoding: 'utf8' },
  );
  expect(JSON.parse(answers)).toEqual([
    { kind: 'parsed', verdict: 'allow' },
    { kind: 'parsed', verdict: 'ask' },
    { kind: 'parsed', verdict: 'deny' },
    { kind: 'unparsed', verdict: 'ask' },
    { kind: 'parsed', verdict: 'allow' },
  ]);
});
