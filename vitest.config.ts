import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';
import { nodeOptions } from './tools/node-options.mjs';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'tools/**/*.test.ts', 'web/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // Far more than any needs: what they share the machine with must not fail them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Three at a time also on two cores, where one would be the default: a fault test waits most of its time,
    // and others for the database.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // As the service; and what a test asks for between two collections fits among the young objects at once.
    execArgv: [...nodeOptions('src/main.ts'), '--min-semi-space-size=16'],
    // Modules are loaded once for all files of a worker: a third of the time of a suite of many small files.
    isolate: false,
  },
});
