import { ExpirationPlugin } from 'workbox-expiration/ExpirationPlugin.js';
import type { StrategyOptions } from 'workbox-strategies/Strategy.js';

type Plugin = NonNullable<StrategyOptions['plugins']>[number];

/** Limits number and age of a cache's entries, and empties the cache when the device is full. */
export function limit(options: { maxEntries: number; maxAgeSeconds?: number }): Plugin {
  // Its callbacks are typed as possibly undefined, which the strategies' types refuse.
  return new ExpirationPlugin({ ...options, purgeOnQuotaError: true }) as Plugin;
}
