/**
 * Looks players and clans up at the publisher and stores them. Equal look-ups at the same time
 * are one, in the best of their turns.
 */
import { inArray } from 'drizzle-orm';
import { type Caller, Callers } from '#api/base/queue/callers.ts';
import { both } from '#api/base/waiting.ts';
import type { Database, Tx } from '#api/db/database.ts';
import { players } from '#api/db/schema.ts';
import { isErased, lockErasures } from '#api/model/players/erasures.ts';
import { BACKGROUND } from '#api/publisher/call.ts';
import {
  findPlayerState,
  isSummaryOnly,
  lockPlayers,
  markDeleted,
  markDisbanded,
  saveAccounts,
  saveClan,
  savePlayer,
} from '#api/publisher/store.ts';
import type { Account, Membership, PublisherClient } from '#api/publisher/types.ts';
import type { RegionId } from '#lib/regions.ts';

/** Look-ups and requests of a region at which none is added that no one waits for. A look-up has two requests. */
const RUNNING_MAX = 3_000;

/** `stored`: there is a row now. `unknown`: neither the publisher nor the database has it. */
export type LookUpResult = 'stored' | 'unknown';

/** Dependencies of the look-ups. `onNewClan` is called for a clan of which only a summary without a colour is stored. */
interface LookUpOptions {
  client: PublisherClient;
  database: Database;
  onNewClan: (region: RegionId, id: number) => void;
}

/** Look-ups with their writes; each throws a PublisherError, or the database's error. */
export type LookUps = ReturnType<typeof createLookUps>;

/** Creates the look-ups. */
export function createLookUps({ client, database, onNewClan }: LookUpOptions) {
  const { running } = client;
  const storing = new Set<string>();
  /** A transaction that waits for erasures, so that it cannot store a person who is being erased. */
  async function write<T>(region: RegionId, key: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    storing.add(`${region} ${key}`);
    const stored = database.write(region, async (tx) => {
      await lockErasures(tx.db, 'shared');
      return work(tx);
    });
    return stored.finally(() => storing.delete(`${region} ${key}`));
  }
  const storePlayer = async (
    { db, now }: Tx,
    id: number,
    account: Account | null,
    membership: Membership | null,
  ): Promise<LookUpResult> => {
    if (account === null || (await isErased(db, id))) {
      await markDeleted(db, [id], now);
      return (await findPlayerState(db, id)) === null ? 'unknown' : 'stored';
    }
    await savePlayer(db, account, membership, now);
    return 'stored';
  };
  return {
    /** A player with the membership. */
    player: (region: RegionId, id: number, caller: Caller): Promise<LookUpResult> =>
      running[region].run(`player ${id}`, new Callers(caller), async (callers) => {
        const [account, membership] = await both(
          client.account(region, id, callers),
          client.membership(region, id, callers),
        );
        const result = await write(region, `player ${id}`, (tx) => storePlayer(tx, id, account, membership));
        const clan = account && membership?.clan;
        const isNew = clan?.leagueColor === null;
        if (isNew && (await database.read(region, (db) => isSummaryOnly(db, clan.id))))
          onNewClan(region, clan.id);
        return result;
      }),
    /** A clan with its members. */
    clan: (region: RegionId, id: number, caller: Caller): Promise<LookUpResult> =>
      running[region].run(`clan ${id}`, new Callers(caller), async (callers) => {
        const clan = await client.clan(region, id, callers);
        const stored = await write(region, `clan ${id}`, ({ db, now }) =>
          clan === null ? markDisbanded(db, id, now) : saveClan(db, clan, now),
        );
        return stored ? 'stored' : 'unknown';
      }),
    /** Karma and dates of several players, whose clans are known from a member list; no one waits for them. */
    members: (region: RegionId, ids: readonly number[]): Promise<void> =>
      running[region].run(`members ${ids.join()}`, new Callers(BACKGROUND), async (callers) => {
        const accounts = await client.accounts(region, ids, callers);
        const found = [...accounts.values()].filter((account) => account !== null);
        const deleted = ids.filter((id) => accounts.get(id) === null);
        await write(region, `members ${ids.join()}`, async ({ db, now }) => {
          await lockPlayers(db, inArray(players.id, [...ids]));
          await saveAccounts(db, found, now);
          await markDeleted(db, deleted, now);
        });
      }),
    /** Whether one more that no one waits for may start: not while the same runs, or very many. */
    mayStart: (region: RegionId, key: string): boolean =>
      !running[region].has(key) && running[region].size < RUNNING_MAX,
    /** Whether the publisher has answered, and the answer is being stored. */
    isStoring: (region: RegionId, key: string): boolean => storing.has(`${region} ${key}`),
  };
}
