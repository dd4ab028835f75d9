import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { findPostgres } from './scripts/testing/postgres.ts';

const setup = './tests/support/setup.ts';

/** Generous, so that a busy machine passes: these limits are for hangs. */
const TEST_LIMIT_MS = 180_000;
const HOOK_LIMIT_MS = 300_000;

/**
 * API tests that also run on a PostgreSQL server, because the database decides their outcome: queries and searches,
 * transactions and locks, concurrent writes, migrations, encoding of text, precision of time. Everything else
 * (permissions, headers, limits, input, hubs) is decided before the database, and PGlite is enough.
 */
const DATABASE_TESTS = [
  'abuse/text-of-any-kind',
  '{create-post,change-post,cooldown,karma-sums}',
  '{read-posts,post-visibility,opt-out-surfaces,id-lists,ticket-ids}',
  '{players,clans,profiles,notifications}',
  '{sign-in,tokens}',
  '{database,migrations}',
  'files/*',
  'moderation/*',
  'postgres/*',
  'replays/jobs',
].map((name) => `tests/api/${name}.test.ts`);

/** Tests that start programs and measure them: one by one, and not through imports. */
const PROGRAM_TESTS = ['tests/tooling/**/*.test.ts', 'tests/api/main.test.ts'];

const apiOnPostgres = findPostgres()
  ? [
      {
        extends: true as const,
        test: {
          name: 'api-postgres',
          environment: 'node' as const,
          include: DATABASE_TESTS,
          globalSetup: './tests/support/postgres/global-setup.ts',
          isolate: false,
          setupFiles: [setup, './tests/support/localhost.ts'],
          env: { TEST_NETWORK: 'loopback', TEST_DATABASE: 'postgres' },
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
    maxWorkers: os.availableParallelism(),
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: HOOK_LIMIT_MS,
    forceRerunTriggers: [
      '**/package-lock.json',
      '**/vitest.config.ts',
      '**/tests/support/{setup,localhost}.ts',
      '**/tests/support/postgres/**',
      '**/api/db/migrations/**',
    ],
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
          exclude: ['tests/api/postgres/**', ...PROGRAM_TESTS],
          // The API keeps no state in modules: its test files share what they import.
          isolate: false,
          setupFiles: [setup, './tests/support/localhost.ts'],
          env: { TEST_NETWORK: 'loopback' },
        },
      },
      ...apiOnPostgres,
      {
        extends: true,
        test: {
          name: 'tooling',
          environment: 'node',
          include: PROGRAM_TESTS,
          setupFiles: [setup, './tests/support/localhost.ts'],
          env: { TEST_NETWORK: 'loopback' },
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
