import { defineConfig } from 'vitest/config';

/**
 * Tests that have a process for each file: they change what is of their process, count what it has open, or watch how commands end in
 * it. All others have one process for many files, as to load the modules takes longer than most of them.
 */
const apart = ['test/*.test.ts', 'test/backends/**/*.test.ts', 'test/purity/**/*.test.ts'];

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
