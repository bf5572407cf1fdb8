import { defineConfig } from 'vitest/config';

/**
 * Folders whose tests have one process for many files: to load the modules takes longer than most of these tests. The others
 * change what is of their process, count what it has open, or watch how commands end in it.
 */
const together = [
  ...['analysis', 'approvals', 'capture', 'confine', 'engine', 'live'],
  ...['policy', 'proxy', 'settings', 'state', 'tui'],
].map((folder) => `test/${folder}/**/*.test.ts`);

const common = {
  pool: 'forks',
  // Most of a test's time is waited for processes that it has started: also the last core has work.
  maxWorkers: '100%',
  // A bound for tests that hang, far above what any of them takes.
  testTimeout: 60_000,
  hookTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    globalSetup: ['test/support/build.ts'],
    projects: [
      { test: { ...common, name: 'together', include: together, isolate: false } },
      {
        test: {
          ...common,
          name: 'apart',
          include: ['test/**/*.test.ts'],
          exclude: [...together, '**/node_modules/**'],
        },
      },
    ],
  },
});
