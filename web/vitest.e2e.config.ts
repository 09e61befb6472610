// Runs web/e2e/*.test.ts: whole games in a real browser against a real `junqi serve`. They are
// slow, much of it waiting, so three files at a time; JUNQI_PROGRAM names the program to start.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const program = fileURLToPath(new URL('../build/release/junqi', import.meta.url));

export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    env: { JUNQI_PROGRAM: process.env.JUNQI_PROGRAM ?? program },
  },
});
