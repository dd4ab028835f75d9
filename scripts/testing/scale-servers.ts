/** Debian's PgBouncer and Redis for the tests of several processes. */
import { ensurePackages } from '#scripts/testing/debian-packages.ts';

/** Installs missing packages. Throws a plain failure when one is still missing. */
export const ensureScaleServers = (): void =>
  ensurePackages('The tests of several processes', {
    pgbouncer: ['/usr/sbin/pgbouncer'],
    'redis-server': ['/usr/bin/redis-server'],
  });
