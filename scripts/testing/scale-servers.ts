/** Debian's servers for the tests of several processes. */
import { ensurePackages, type Packages } from '#scripts/testing/debian-packages.ts';

/** The proxy of `deploy/Caddyfile`. */
export const CADDY: Packages = { caddy: ['/usr/bin/caddy'] };

/** Redis, with the files that are needed from it. */
export const SCALE_PACKAGES: Packages = {
  'redis-server': ['/usr/bin/redis-server'],
};

/** Installs missing packages. Throws a plain failure when one is still missing. */
export const ensureScaleServers = (): void =>
  ensurePackages('The tests of several processes', SCALE_PACKAGES);
