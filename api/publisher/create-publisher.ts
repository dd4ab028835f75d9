/** Puts the directory together with its client. */
import type { ApiConfig } from '#api/config/load-config.ts';
import type { Metrics } from '#api/operation/metrics.ts';
import { type ClientOptions, createPublisherClient } from '#api/publisher/client.ts';
import { Directory, type DirectoryOptions } from '#api/publisher/directory.ts';

/** Overrides by the process that starts the API, or by a test. */
export interface PublisherOptions
  extends Partial<Pick<DirectoryOptions, 'client' | 'background' | 'limits'>>,
    Partial<Pick<ClientOptions, 'source' | 'fetch'>> {
  requestLimits?: ClientOptions['limits'];
}

/** Parts of the API that the directory uses. */
interface Needs extends Pick<DirectoryOptions, 'database' | 'now' | 'onError'>, Pick<ClientOptions, 'log'> {
  config: Pick<ApiConfig, 'publisherData'>;
  metrics: Pick<Metrics, 'publisher'>;
}

/** Creates the directory of players and clans. */
export function createPublisher(
  { config, metrics, log, ...needs }: Needs,
  { source: given, fetch: request = fetch, requestLimits = {}, ...options }: PublisherOptions = {},
): Directory {
  const source = given ?? config.publisherData;
  const requests = { fetch: request, log, onAttempt: metrics.publisher, limits: requestLimits };
  const client = options.client ?? (source && createPublisherClient({ source, ...requests }));
  if (client === null) throw new Error('The demo has a client of its own.');
  return new Directory({ background: true, ...needs, ...options, client });
}
