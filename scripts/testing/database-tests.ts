/**
 * API tests that run on a PostgreSQL server. Everything else (permissions, headers, limits, input, hubs) is decided before the
 * database, and PGlite is enough.
 *
 * Names of files and folders in `tests/api`, without their ending.
 */

/** Those that write what users, moderators and operators do: the release before must pass them on a new schema. */
export const WRITING_TESTS: readonly string[] = [
  ...['create-post', 'change-post', 'cooldown', 'notifications', 'profiles', 'retention', 'sign-in'],
  'moderation/',
  ...['erase', 'export', 'forged'].map((name) => `persons/${name}`),
];

/** Those that need a server: on PGlite they would only take long. */
export const SERVER_TESTS: readonly string[] = ['karma-sums', 'post-totals', 'postgres/'];

/**
 * Tests that PGlite cannot decide, for `npm run test:services`: locks, concurrent writes, encodings, migrations and precision.
 */
export const SERVICE_TESTS: readonly string[] = [
  ...[
    'claims',
    'clock',
    'commands',
    'concurrent-indexes',
    'erasures',
    'faults',
    'look-ups',
    'process-keys',
    'statements',
  ].map((name) => `postgres/${name}`),
  ...['database', 'loader', 'upgrade'],
];

/** All of them, for `npm run test:release`. */
export const DATABASE_TESTS: readonly string[] = [
  ...WRITING_TESTS,
  ...SERVER_TESTS,
  ...['advice/advice', 'feed-signs'],
  ...['read-posts', 'post-visibility', 'opt-out-surfaces', 'id-lists', 'ticket-ids'],
  ...['players', 'lineup', 'clans', 'whole-answers', 'tokens'],
  ...['data-mark', 'backup/', 'files/replay-storage'],
  ...['operation/metrics', 'operation/probes', 'replays/jobs'],
];

/** The pattern of a name's files. */
export const patternOf = (name: string): string =>
  `tests/api/${name}${name.endsWith('/') ? '*' : ''}.test.ts`;
