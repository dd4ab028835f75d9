/** Puts the directory together with its client. */
import type { ApiConfig } from '#api/config/load-config.ts';
import type { PublisherSource } from '#api/config/publisher-source.ts';
import type { Database } from '#api/db/database.ts';
import type { Metrics } from '#api/operation/metrics.ts';
import { createPublisherClient } from '#api/publisher/client.ts';
import { Directory, type DirectoryLimits } from '#api/publisher/directory.ts';
import type { Log, TransportLimits } from '#api/publisher/transport.ts';

/** Overrides by the process that starts the API, or by a test. */
export interface PublisherOptions {
  /** By default what the configuration says. */
  source?: PublisherSource;
  fetch?: typeof fetch;
  /** False never looks anything up in the background. */
  background?: boolean;
  limits?: Partial<DirectoryLimits>;
  requestLimits?: Partial<TransportLimits>;
}

/** Parts of the API that the directory uses. */
interface Needs {
  config: Pick<ApiConfig, 'publisherData'>;
  database: Database;
  metrics: Pick<Metrics, 'publisher'>;
  now: () => number;
  log: Log;
  onError: (error: unknown) => void;
}

/** Creates the directory of players and clans. */
export function createPublisher(needs: Needs, options: PublisherOptions = {}): Directory {
  const source = options.source ?? needs.config.publisherData;
  if (source === null) throw new Error('The demo starts a stand-in for the publisher.');
  const { database, now, log, onError, metrics } = needs;
  const client = createPublisherClient({
    source,
    fetch: options.fetch ?? fetch,
    log,
    onAttempt: (call) => metrics.publisher(call),
    ...(options.requestLimits && { limits: options.requestLimits }),
  });
  return new Directory({
    client,
    database,
    now,
    onError,
    background: options.background ?? true,
    ...(options.limits && { limits: options.limits }),
  });
}
