import { defineConfig } from 'vitest/config';

const setup = './tests/support/setup.ts';

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          setupFiles: [setup],
          env: { TEST_NETWORK: 'none' },
        },
      },
      {
        extends: true,
        test: {
          name: 'islands',
          environment: 'happy-dom',
          include: ['tests/islands/**/*.test.{ts,tsx}'],
          setupFiles: [setup],
          env: { TEST_NETWORK: 'none' },
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          environment: 'node',
          include: ['tests/api/**/*.test.ts'],
          setupFiles: [setup, './tests/support/localhost.ts'],
          env: { TEST_NETWORK: 'loopback' },
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'tooling',
          environment: 'node',
          include: ['tests/tooling/**/*.test.ts'],
          setupFiles: [setup, './tests/support/localhost.ts'],
          env: { TEST_NETWORK: 'loopback' },
          testTimeout: 120_000,
          hookTimeout: 300_000,
          // These start whole programs and measure them, so they run after the others and one by one.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
