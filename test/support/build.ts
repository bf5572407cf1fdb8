import { execFileSync } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the names of this run's temporary directories begin with, which those of another run do not. */
    readonly temporaryPrefix: string;
  }
}

/** Builds once before all tests: some of them start the built program. After them nothing of theirs may be left. */
export default function build({ provide }: TestProject): () => void {
  const prefix = `handrail test ${process.pid} `;
  provide('temporaryPrefix', prefix);
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  return () => expectNothingLeft(prefix);
}

/** A directory that is there again after its test: somebody still wrote, a process of the test's or the product itself. */
function expectNothingLeft(prefix: string): void {
  const parent = realpathSync(tmpdir());
  const left = readdirSync(parent).filter((name) => name.startsWith(prefix));
  if (left.length === 0) return;
  const lines = left.flatMap((name) => {
    const files = readdirSync(join(parent, name), { recursive: true, encoding: 'utf8' });
    return [join(parent, name), ...files.map((file) => `  ${file}`)];
  });
  process.exitCode = 1; // The runner shows what a teardown throws, and goes by this alone.
  throw new Error(`expected the tests to leave nothing behind, got\n${lines.join('\n')}`);
}
