/** A client of the fake publisher, without an API around it. */

import { type Caller, Callers } from '#api/base/queue/callers.ts';
import { BACKGROUND } from '#api/publisher/call.ts';
import { createPublisherClient } from '#api/publisher/client.ts';
import type { TransportLimits } from '#api/publisher/transport.ts';
import type { PublisherClient } from '#api/publisher/types.ts';
import { createFakePublisher, type FakePublisher } from '#tests/support/publisher.ts';

/** Who waits: users before visitors before the background. */
export const USER: Caller = { id: 'user', priority: 2 };
export const user = (id = 'user') => new Callers({ ...USER, id });
export const visitor = (id = 'visitor') => new Callers({ id, priority: 1 });
export const background = () => new Callers(BACKGROUND);

/** A client with what it logs. */
export interface TestClient {
  client: PublisherClient;
  fake: FakePublisher;
  /** Level, details and message of each line, as JSON. */
  log: string[];
}

/** Creates a client; without an application id it makes the undocumented calls. */
export function createTestClient(
  limits: Partial<TransportLimits> = {},
  applicationId: string | null = 'secret-application-id',
): TestClient {
  const fake = createFakePublisher({ applicationId });
  const log: string[] = [];
  const { source, fetch } = fake.options;
  if (source === undefined || fetch === undefined) throw new Error('The fake has no source.');
  const client = createPublisherClient({
    source,
    fetch,
    limits,
    log: (...line) => log.push(JSON.stringify(line)),
  });
  return { client, fake, log };
}
