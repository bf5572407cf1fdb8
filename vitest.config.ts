import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    pool: 'forks',
    // Most of a test's time is waited for processes that it has started: also the last core has work.
    maxWorkers: '100%',
    // A bound for tests that hang, far above what any of them takes.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
