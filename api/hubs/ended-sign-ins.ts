/**
 * Closes hub connections whose sign-in ended elsewhere: by a command, or in another process of the API (rule 20.4). Requests are
 * checked one by one, but a connection is open for hours, so the stored seeds are read at intervals.
 */
import type { RegionId } from '#lib/regions.ts';
import type { Hub } from './signalr/hub.ts';
import { writeInvocation } from './signalr/messages.ts';
import type { SignalRServer } from './signalr/server.ts';

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

function signedInByRegion(server: SignalRServer): Map<RegionId, Set<number>> {
  const found = new Map<RegionId, Set<number>>();
  for (const { scope, user } of server.signedIn()) {
    const region = scope as RegionId;
    found.set(region, (found.get(region) ?? new Set()).add(user.id));
  }
  return found;
}

/** Starts the checks, which never overlap. Returns a function that stops them. */
export function closeEndedSignIns(server: SignalRServer, { seedsOf, authHub, log }: Options): () => void {
  let isRunning = false;
  let hasFailed = false;

  async function check(): Promise<void> {
    for (const [region, ids] of signedInByRegion(server)) {
      const seeds = await seedsOf(region, [...ids]);
      for (const connection of [...server.signedIn()]) {
        const { scope, user, hub } = connection;
        if (scope !== region || !ids.has(user.id) || user.seed === seeds.get(user.id)) continue;
        log.info({ region, hub: hub.path }, 'a hub connection ended with its sign-in');
        if (hub === authHub) connection.send(writeInvocation('SeedTokenInvalidated', [user.id]));
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
