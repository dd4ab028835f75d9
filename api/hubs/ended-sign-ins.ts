/**
 * Closes hub connections whose sign-in ended elsewhere: by a command, or in another process of the API (rule 20.4). Requests are
 * checked one by one, but a connection is open for hours, so the stored seeds are read at intervals.
 */
import type { Hub, SignalRServer } from 'signalr-server';
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

function signedInByRegion(server: SignalRServer): Map<RegionId, Set<number>> {
  const found = new Map<RegionId, Set<number>>();
  for (const { region, id } of signedIn(server)) found.set(region, (found.get(region) ?? new Set()).add(id));
  return found;
}

/** Starts the checks, which never overlap. Returns a function that stops them. */
export function closeEndedSignIns(server: SignalRServer, { seedsOf, authHub, log }: Options): () => void {
  let isRunning = false;
  let hasFailed = false;

  async function check(): Promise<void> {
    for (const [region, ids] of signedInByRegion(server)) {
      const seeds = await seedsOf(region, [...ids]);
      for (const { connection, id, seed, ...one } of [...signedIn(server)]) {
        if (one.region !== region || !ids.has(id) || seed === seeds.get(id)) continue;
        log.info({ region, hub: connection.hub.path }, 'a hub connection ended with its sign-in');
        if (connection.hub === authHub) connection.call('SeedTokenInvalidated', id);
        connection.close({ error: SIGN_IN_ENDED });
      }
    }
  }

  const timer = setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await check();
      hasFailed = false;
    } catch (err) {
      // A database that is away for long is reported once.
      if (!hasFailed) log.warn({ err }, 'the sign-ins of hub connections could not be checked');
      hasFailed = true;
    } finally {
      isRunning = false;
    }
  }, CHECK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
