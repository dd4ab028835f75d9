/** Puts the directory together with its client. */
import type { ApiConfig } from '#api/config/load-config.ts';
import type { PublisherSource } from '#api/config/publisher-source.ts';
import type { Database } from '#api/db/database.ts';
import type { Metrics } from '#api/operation/metrics.ts';
import { createPublisherClient } from '#api/publisher/client.ts';
import { Directory, type DirectoryLimits } from '#api/publisher/directory.ts';
import type { Log, TransportLimits } from '#api/publisher/transport.ts';
import type { PublisherClient } from '#api/publisher/types.ts';

/** Overrides by the process that starts the API, or by a test. */
export interface PublisherOptions {
  /** Used in place of requests to the publisher. */
  client?: PublisherClient;
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

function clientOf({ config, log, metrics }: Needs, options: PublisherOptions): PublisherClient {
  if (options.client !== undefined) return options.client;
  const source = options.source ?? config.publisherData;
  if (source === null) throw new Error('The demo has a client of its own.');
  return createPublisherClient({
    source,
    fetch: options.fetch ?? fetch,
    log,
    onAttempt: (call) => metrics.publisher(call),
    ...(options.requestLimits && { limits: options.requestLimits }),
  });
}

/** Creates the directory of players and clans. */
export function createPublisher(needs: Needs, options: PublisherOptions = {}): Directory {
  const { database, now, onError } = needs;
  return new Directory({
    client: clientOf(needs, options),
    database,
    now,
    onError,
    background: options.background ?? true,
    ...(options.limits && { limits: options.limits }),
  });
}
