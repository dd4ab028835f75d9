/**
 * Closes hub connections whose sign-in ended elsewhere: by a command, or in another process of the API (rule 20.4). Requests are
 * checked one by one, but a connection is open for hours, so the stored seeds are read at intervals.
 */
import type { Hub, SignalRServer } from 'signalr-server';
import { createWorkLoop, type WorkLoop } from '#api/base/work-loop.ts';
import type { Session } from '#api/model/auth/authenticate.ts';
import type { RegionId } from '#lib/regions.ts';

/** Time between two checks, in milliseconds. */
const CHECK_EVERY_MS = 1_000;

/** The reason that clients get. */
export const SIGN_IN_ENDED = 'The sign-in is no longer valid.';

/** Reads the current seeds of accounts; accounts that do not exist are missing. */
export type SeedsOf = (region: RegionId, ids: readonly number[]) => Promise<ReadonlyMap<number, string>>;

interface Options {
  seedsOf: SeedsOf;
  /** Its clients get a message that their token is invalid before they are closed. */
  authHub: Hub;
  log: Record<'warn' | 'info', (details: object, sentence: string) => void>;
}

/** The hub connections of signed-in users, each with the region, account and seed that it was opened with. */
function* signedIn(server: SignalRServer) {
  for (const connection of server.signedIn()) {
    const { id, seed } = connection.user as Pick<Session, 'id' | 'seed'>;
    yield { connection, region: connection.scope as RegionId, id, seed };
  }
}

/** Creates the checks. */
export function createSignInChecks(server: SignalRServer, { seedsOf, authHub, log }: Options): WorkLoop {
  let hasFailed = false;
  return createWorkLoop({
    async work() {
      for (const [region, open] of Map.groupBy(signedIn(server), (one) => one.region)) {
        const seeds = await seedsOf(region, [...new Set(open.map(({ id }) => id))]);
        for (const { connection, id, seed } of open) {
          if (seed === seeds.get(id)) continue;
          log.info({ region, hub: connection.hub.path }, 'a hub connection ended with its sign-in');
          if (connection.hub === authHub) connection.call('SeedTokenInvalidated', id);
          connection.close({ error: SIGN_IN_ENDED });
        }
      }
      hasFailed = false;
      return false;
    },
    everyMs: CHECK_EVERY_MS,
    onError(err) {
      // A database that is away for long is reported once.
      if (!hasFailed) log.warn({ err }, 'the sign-ins of hub connections could not be checked');
      hasFailed = true;
    },
  });
}
