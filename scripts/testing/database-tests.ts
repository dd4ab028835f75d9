/**
 * API tests that also run on a PostgreSQL server, because the database decides their outcome: queries and searches,
 * transactions and locks, concurrent writes, migrations, encoding of text, precision of time. Everything else
 * (permissions, headers, limits, input, hubs) is decided before the database, and PGlite is enough.
 *
 * Names of files and folders in `tests/api`, without their ending.
 */

/** Those that write what users, moderators and operators do: the release before must pass them on a new schema. */
export const WRITING_TESTS: readonly string[] = [
  ...['create-post', 'change-post', 'cooldown', 'notifications', 'profiles', 'retention', 'sign-in'],
  'moderation/',
  ...['discord', 'erase', 'export', 'forged', 'publisher'].map((name) => `persons/${name}`),
];

/** Those that need a server: on PGlite they would only take long. */
export const SERVER_TESTS: readonly string[] = ['karma-sums', 'post-totals', 'postgres/'];

/** All of them. */
export const DATABASE_TESTS: readonly string[] = [
  ...WRITING_TESTS,
  ...SERVER_TESTS,
  ...['advice/advice', 'feed-signs'],
  ...['read-posts', 'post-visibility', 'opt-out-surfaces', 'id-lists', 'ticket-ids'],
  ...['players', 'clans', 'whole-answers', 'tokens'],
  ...['database', 'data-mark', 'upgrade', 'backup/', 'files/replay-storage'],
  ...['abuse/text-of-any-kind', 'operation/metrics', 'operation/probes', 'replays/jobs'],
];

/** The pattern of a name's files. */
export const patternOf = (name: string): string =>
  `tests/api/${name}${name.endsWith('/') ? '*' : ''}.test.ts`;
