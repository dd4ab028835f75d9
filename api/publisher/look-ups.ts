/** Looks players and clans up at the publisher and stores them. Equal look-ups at the same time are one, in the best of their turns. */
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
export interface LookUpOptions {
  client: PublisherClient;
  database: Database;
  onNewClan: (region: RegionId, id: number) => void;
}

/** Look-ups with their writes; each throws a PublisherError, or the database's error. */
export class LookUps {
  readonly #client: PublisherClient;
  readonly #database: Database;
  readonly #onNewClan: LookUpOptions['onNewClan'];

  constructor({ client, database, onNewClan }: LookUpOptions) {
    this.#client = client;
    this.#database = database;
    this.#onNewClan = onNewClan;
  }

  /** A player with the membership. */
  player(region: RegionId, id: number, caller: Caller): Promise<LookUpResult> {
    return this.#client.running[region].run(`player ${id}`, new Callers(caller), async (callers) => {
      const [account, membership] = await both(
        this.#client.account(region, id, callers),
        this.#client.membership(region, id, callers),
      );
      const result = await this.#storePlayer(region, id, account, membership);
      const clan = account && membership?.clan;
      if (
        clan?.leagueColor === null &&
        (await this.#database.read(region, (db) => isSummaryOnly(db, clan.id)))
      )
        this.#onNewClan(region, clan.id);
      return result;
    });
  }

  /** A clan with its members. */
  clan(region: RegionId, id: number, caller: Caller): Promise<LookUpResult> {
    return this.#client.running[region].run(`clan ${id}`, new Callers(caller), async (callers) => {
      const clan = await this.#client.clan(region, id, callers);
      const stored = await this.#write(region, ({ db, now }) =>
        clan === null ? markDisbanded(db, id, now) : saveClan(db, clan, now),
      );
      return stored ? 'stored' : 'unknown';
    });
  }

  /** Karma and dates of several players, whose clans are known from a member list; no one waits for them. */
  members(region: RegionId, ids: readonly number[]): Promise<void> {
    return this.#client.running[region].run(
      `members ${ids.join()}`,
      new Callers(BACKGROUND),
      async (callers) => {
        const accounts = await this.#client.accounts(region, ids, callers);
        const found = [...accounts.values()].filter((account) => account !== null);
        const deleted = ids.filter((id) => accounts.get(id) === null);
        await this.#write(region, async ({ db, now }) => {
          await lockPlayers(db, inArray(players.id, [...ids]));
          await saveAccounts(db, found, now);
          await markDeleted(db, deleted, now);
        });
      },
    );
  }

  /** Whether one more that no one waits for may start: not while the same runs, or very many. */
  mayStart(region: RegionId, key: string): boolean {
    const running = this.#client.running[region];
    return !running.has(key) && running.size < RUNNING_MAX;
  }

  /** A transaction that waits for erasures, so that it cannot store a person who is being erased. */
  #write<T>(region: RegionId, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.write(region, async (tx) => {
      await lockErasures(tx.db, 'shared');
      return work(tx);
    });
  }

  #storePlayer(
    region: RegionId,
    id: number,
    account: Account | null,
    membership: Membership | null,
  ): Promise<LookUpResult> {
    return this.#write(region, async ({ db, now }) => {
      if (account === null || (await isErased(db, id))) {
        await markDeleted(db, [id], now);
        return (await findPlayerState(db, id)) === null ? 'unknown' : 'stored';
      }
      await savePlayer(db, account, membership, now);
      return 'stored';
    });
  }
}
