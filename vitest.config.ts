import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { DATABASE_TESTS, patternOf, SERVER_TESTS, SERVICE_TESTS } from './scripts/testing/database-tests.ts';

const setup = './tests/support/setup.ts';

/** Generous, so that a busy machine passes: these limits are for hangs. */
const TEST_LIMIT_MS = 180_000;
const HOOK_LIMIT_MS = 300_000;
const POLL_LIMIT_MS = 120_000;

/** Tests of pure functions: their files share what they import, which takes half the time. */
const PURE_TESTS = ['tests/unit/{battle,content,domain,markdown,replay,schemas,settings}/**/*.test.ts'];

/**
 * Tests that attack the API or the decoder, or give them much to store, send, read or wait for: `npm run test:release`.
 */
const HEAVY_TESTS = [
  'api/abuse/*',
  'api/backup/*',
  'api/{bots,data-folder,data-mark,upgrade}',
  'api/operation/failures',
  'api/replays/{jobs,redecoding}',
]
  .map((name) => `tests/${name}.test.ts`)
  .concat('packages/*/tests/heavy/*.test.ts');

/** Tests that start programs and measure them, one by one: `npm run test:release`. */
const PROGRAM_TESTS = [
  'tests/tooling/{start,production,dev,build,lint-rules,openapi-lint,packed-package,upgrade}.test.ts',
  'tests/api/{main,commands,operation/production-process,replays/video}.test.ts',
];

/** Builds and starts the container image: `npm run test:release`. */
const IMAGE_TEST = 'tests/tooling/built-image.test.ts';

/** The API keeps no state in modules: its test files share what they import. */
const api = {
  environment: 'node' as const,
  isolate: false,
  setupFiles: [setup, './tests/support/localhost.ts'],
};

const onPostgres = {
  ...api,
  globalSetup: './tests/support/postgres/global-setup.ts',
  env: { TEST_NETWORK: 'loopback', TEST_DATABASE: 'postgres' },
};

/** Programs on this machine, one file at a time. */
const programs = {
  environment: 'node' as const,
  setupFiles: [setup, './tests/support/localhost.ts'],
  env: { TEST_NETWORK: 'loopback' },
  fileParallelism: false,
};

const severalProcesses = {
  ...programs,
  globalSetup: './tests/support/scale/global-setup.ts',
  env: { TEST_NETWORK: 'loopback', TEST_DATABASE: 'postgres' },
};

export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    maxWorkers: os.availableParallelism(),
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: HOOK_LIMIT_MS,
    // `vi.waitFor` has no such setting: tests wait with `expect.poll`.
    expect: { poll: { timeout: POLL_LIMIT_MS } },
    forceRerunTriggers: [
      '**/package-lock.json',
      '**/vitest.config.ts',
      '**/scripts/testing/database-tests.ts',
      '**/tests/support/{setup,localhost}.ts',
      '**/tests/support/postgres/**',
      '**/api/db/migrations/**',
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          environment: 'node',
          include: PURE_TESTS,
          exclude: HEAVY_TESTS,
          isolate: false,
          setupFiles: [setup],
          env: { TEST_NETWORK: 'none' },
        },
      },
      {
        extends: true,
        test: {
          ...api,
          name: 'packages',
          include: ['packages/*/tests/**/*.test.ts'],
          exclude: HEAVY_TESTS,
          env: { TEST_NETWORK: 'loopback' },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          exclude: PURE_TESTS,
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
          setupFiles: [setup, './tests/support/patient-queries.ts'],
          env: { TEST_NETWORK: 'none' },
        },
      },
      {
        extends: true,
        test: {
          name: 'islands-translated',
          environment: 'happy-dom',
          include: ['tests/islands/**/*.test.{ts,tsx}'],
          setupFiles: [setup, './tests/support/patient-queries.ts', './tests/support/translated-pages.ts'],
          env: { TEST_NETWORK: 'none' },
        },
      },
      {
        extends: true,
        test: {
          ...api,
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude: [...SERVER_TESTS.map(patternOf), ...HEAVY_TESTS, ...PROGRAM_TESTS],
          env: { TEST_NETWORK: 'loopback' },
        },
      },
      {
        extends: true,
        test: { ...api, name: 'api-heavy', include: HEAVY_TESTS, env: { TEST_NETWORK: 'loopback' } },
      },
      {
        extends: true,
        test: { ...onPostgres, name: 'services-database', include: SERVICE_TESTS.map(patternOf) },
      },
      {
        extends: true,
        test: {
          ...onPostgres,
          name: 'api-postgres',
          include: DATABASE_TESTS.map(patternOf),
          exclude: SERVICE_TESTS.map(patternOf),
        },
      },
      {
        extends: true,
        test: {
          name: 'tooling',
          environment: 'node',
          include: ['tests/tooling/**/*.test.ts'],
          exclude: [...PROGRAM_TESTS, IMAGE_TEST],
          setupFiles: [setup, './tests/support/localhost.ts'],
          env: { TEST_NETWORK: 'loopback' },
        },
      },
      { extends: true, test: { ...programs, name: 'programs', include: PROGRAM_TESTS } },
      {
        extends: true,
        test: {
          ...programs,
          name: 'services-production',
          include: ['tests/services/{proxy,production}.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'image',
          environment: 'node',
          include: [IMAGE_TEST],
          setupFiles: [setup, './tests/support/localhost.ts'],
          env: { TEST_NETWORK: 'loopback' },
          hookTimeout: 2 * HOOK_LIMIT_MS,
        },
      },
      {
        extends: true,
        test: {
          ...severalProcesses,
          name: 'services-processes',
          include: ['tests/services/processes.test.ts'],
        },
      },
      {
        extends: true,
        test: { ...severalProcesses, name: 'scale', include: ['tests/scale/**/*.test.ts'] },
      },
    ],
  },
});
