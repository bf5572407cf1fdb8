import { accessSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests that have a process for each file: they change what is of their process, count what it has open, or watch how commands end in
 * it. All others have one process for many files, as to load the modules takes longer than most of them.
 */
const apart = ['test/*.test.ts', 'test/backends/**/*.test.ts', 'test/purity/**/*.test.ts'];

/**
 * What takes longest, at 15 to 85 s: were one of them the last to begin, the other cores would have nothing to do meanwhile. Where
 * tests have not run before, the runner goes by the sizes of files, which say little of these.
 */
const longest = [
  'test/backends/bubblewrap/escape-files.test.ts',
  'test/backends/bubblewrap/suite.test.ts',
  'test/backends/bubblewrap/escape-processes.test.ts',
  'test/backends/bubblewrap/escape-network.test.ts',
  'test/backends/docker/container.test.ts',
  'test/package.test.ts',
  'test/analysis/judges/execution.test.ts',
  'test/contracts/default-terminals.test.ts',
  'test/cli/hook.test.ts',
  'test/mcp/mcp.test.ts',
  'test/contracts/default-jobs.test.ts',
  'test/mcp/serving.test.ts',
  'test/docs/blocks.test.ts',
  'test/adapters/adapters.test.ts',
  'test/adapters/examples.test.ts',
  'test/mcp/conformance.test.ts',
  'test/contracts/default-access.test.ts',
  'test/cli/hook-install.test.ts',
  'test/thread/thread.test.ts',
  'test/cli/commands.test.ts',
  'test/backends/warm-shells.test.ts',
  'test/backends/first-process.test.ts',
  'test/backends/docker/suite.test.ts',
  'test/backends/host-death.test.ts',
].map((path) => fileURLToPath(new URL(path, import.meta.url)));
for (const path of longest) accessSync(path);

/** Has each project begin with what takes longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    const projects = [...new Set(usual.map(({ project }) => project.name))];
    const project = (file: TestSpecification) => projects.indexOf(file.project.name);
    const place = ({ moduleId }: TestSpecification) => longest.indexOf(moduleId) + 1 || longest.length + 1;
    return usual.toSorted((a, b) => project(a) - project(b) || place(a) - place(b));
  }
}

const common = {
  pool: 'forks',
  // One more than cores: what waits for a process leaves its core to another test.
  maxWorkers: availableParallelism() + 1,
  // A bound for tests that hang, far above what any of them takes, also on a machine that starts a process in ten times the time.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // What is waited for by looking again: the same for what does not come.
  expect: { poll: { timeout: 60_000 } },
} as const;

export default defineConfig({
  test: {
    globalSetup: ['test/support/build.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...apart, '**/node_modules/**'],
          isolate: false,
        },
      },
      { test: { ...common, name: 'apart', include: apart, exclude: ['**/node_modules/**'] } },
    ],
  },
});
