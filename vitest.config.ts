import { defineConfig } from 'vitest/config';
import { findPostgres } from './scripts/testing/postgres.ts';

const setup = './tests/support/setup.ts';

/** The API's tests once more, on a PostgreSQL server; the hubs have no database, and `main` starts its own. */
const apiOnPostgres = findPostgres()
  ? [
      {
        extends: true as const,
        test: {
          name: 'api-postgres',
          environment: 'node' as const,
          include: ['tests/api/**/*.test.ts'],
          exclude: ['tests/api/hubs/**', 'tests/api/main.test.ts'],
          globalSetup: './tests/support/postgres/global-setup.ts',
          setupFiles: [setup, './tests/support/localhost.ts'],
          env: { TEST_NETWORK: 'loopback', TEST_DATABASE: 'postgres' },
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
    ]
  : [];
if (apiOnPostgres.length === 0)
  console.log(
    'The API is not tested on PostgreSQL: install it, or set POSTGRES_BIN to the folder of initdb.',
  );

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
          exclude: ['tests/api/postgres/**'],
          setupFiles: [setup, './tests/support/localhost.ts'],
          env: { TEST_NETWORK: 'loopback' },
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      ...apiOnPostgres,
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
