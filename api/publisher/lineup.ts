/**
 * Finds accounts by their exact names: at most one request each for their ids, karma and
 * clans. Nothing becomes a stored player.
 */
import { millisecondsInDay } from 'date-fns/constants';
import { type Caller, Callers } from '#api/base/queue/callers.ts';
import { createTimedMap } from '#api/base/timed-memory.ts';
import { both, within } from '#api/base/waiting.ts';
import type { Database, Reader } from '#api/db/database.ts';
import { findErased } from '#api/model/players/erasures.ts';
import {
  findLineupAccounts,
  keepLineupAccounts,
  type LineupAccount,
} from '#api/model/players/lineup-accounts.ts';
import { findNumbers } from '#api/model/players/queries.ts';
import { PublisherError } from '#api/publisher/call.ts';
import { type Account, isSearchable, type Membership, type PublisherClient } from '#api/publisher/types.ts';
import { isConcealed } from '#lib/domain/emblems.ts';
import type { RegionId } from '#lib/regions.ts';
import type { ClanInfo } from '#lib/schemas/player.ts';

/** No account has this id. */
const NO_ACCOUNT = 1;
/** How long an answer waits until its names are kept, which a lock may hold up, in milliseconds. */
const KEEP_WAIT_MS = 1_000;

/** An account that may be shown. `details` are the publisher's, null for a stored player, who was renamed. */
interface AccountByName {
  id: number;
  details: { gameKarma: number | null; clan: ClanInfo | null } | null;
}

/** By name in lower case: the account, or null where none may be shown. Names that could not be looked up are missing. */
export type AccountsByName = Map<string, AccountByName | null>;

/** Names to look up, each once, and who waits for them. */
interface NamesRequest {
  region: RegionId;
  names: readonly string[];
  caller: Caller;
}

type Client = Pick<PublisherClient, 'running' | 'playersNamed' | 'accounts' | 'memberships'>;

interface NamesOptions {
  client: Client;
  database: Database;
  /** How long a caller waits for the publisher, in milliseconds. */
  waitMs: number;
  now: () => number;
  /** Called with the error when names could not be kept. */
  onError: (error: unknown) => void;
}

/** Finds accounts by their names. */
export type LineupLookup = ReturnType<typeof createLineupLookup>;

const keyOf = (name: string): string => name.toLowerCase();

/** Decides from the database about names with `ids`: null where nothing may be shown; `open` ones are not stored. */
async function decide(
  db: Reader,
  names: readonly string[],
  ids: ReadonlyMap<string, number>,
): Promise<{ decided: AccountsByName; open: LineupAccount[] }> {
  const all = names.flatMap((name) => ids.get(keyOf(name)) ?? []);
  // Both are read for any names, so that the time says nothing about them.
  const erased = await findErased(db, { ids: new Set(all), names: new Set(names) });
  const players = new Map((await findNumbers(db, all)).map((row) => [row.id, row]));
  const decided: AccountsByName = new Map();
  const open: LineupAccount[] = [];
  for (const name of names) {
    const key = keyOf(name);
    const id = ids.get(key);
    const player = players.get(id ?? 0);
    const isErased = erased.names.has(name) || erased.ids.has(id ?? 0);
    if (id === undefined || isErased || (player && isConcealed(player))) decided.set(key, null);
    else if (player) decided.set(key, { id, details: null });
    else open.push({ name: key, id });
  }
  return { decided, open };
}

/** Karma and clans of accounts that are not stored. `former` are the names that their accounts no longer have. */
async function readAccounts(
  client: Client,
  region: RegionId,
  open: readonly LineupAccount[],
  callers: Callers,
): Promise<{ read: AccountsByName; former: string[] }> {
  // Never none, so that names that no one has, or whose players conceal themselves, take as long as those of hidden accounts.
  const ids = open.length === 0 ? [NO_ACCOUNT] : open.map(({ id }) => id);
  const [accounts, memberships] = await both(
    client.accounts(region, ids, callers),
    client.memberships(region, ids, callers),
  );
  const read: AccountsByName = new Map();
  const former: string[] = [];
  for (const { name, id } of open) {
    const account = accounts.get(id);
    if (account && keyOf(account.username) !== name) former.push(name);
    else if (account?.hidden || account === null) read.set(name, null);
    // An unreadable account is not in the map, and its name stays unchecked.
    else if (account) read.set(name, toAccount(account, memberships.get(id)));
  }
  return { read, former };
}

function toAccount({ id, gameKarma }: Account, membership: Membership | null = null): AccountByName {
  const clan = membership && { ...membership.clan, leagueColor: membership.clan.leagueColor ?? 0 };
  return { id, details: { gameKarma, clan } };
}

/**
 * Creates the look-ups. Names without an account that may be shown are remembered for a day, whatever the reason (rule 33.34).
 */
export function createLineupLookup({ client, database, waitMs, now, onError }: NamesOptions) {
  const { playersNamed: listAccounts } = client;
  const misses = createTimedMap<true>(millisecondsInDay, now);

  /** Looks up names, of which some have `kept` ids. Those that their accounts no longer have are looked up once more. */
  async function lookUp(
    { region, names }: Pick<NamesRequest, 'region' | 'names'>,
    kept: ReadonlyMap<string, number>,
    callers: Callers,
  ): Promise<AccountsByName> {
    const unknown = names.filter((name) => !kept.has(keyOf(name)));
    const listed = unknown.length === 0 ? null : await listAccounts?.(region, unknown, callers);
    const ids = new Map(kept);
    for (const { id, username } of listed ?? []) ids.set(keyOf(username), id);
    const { decided, open } = await database.read(region, (db) => decide(db, names, ids));
    const { read, former } = await readAccounts(client, region, open, callers);
    const found = open.filter(({ name }) => !kept.has(name) && read.get(name));
    if (found.length > 0 && !database.readOnly.isOn) {
      const keeping = database.write(region, (tx) => keepLineupAccounts(tx, found)).catch(onError);
      await within(keeping, KEEP_WAIT_MS, undefined);
    }
    const again = former.filter((name) => kept.has(name));
    const others = again.length > 0 ? await lookUp({ region, names: again }, new Map(), callers) : [];
    return new Map([...decided, ...read, ...others]);
  }

  return {
    /** Without an application id, or when the publisher does not answer in time, names are missing, and none is remembered. */
    async find({ region, names, caller }: NamesRequest): Promise<AccountsByName> {
      if (listAccounts === null) return new Map();
      const memoryOf = (name: string): string => `${region} ${keyOf(name)}`;
      const left = names.filter((name) => isSearchable(name) && !misses.has(memoryOf(name)));
      const others = names.filter((name) => !left.includes(name)).map((name) => [keyOf(name), null] as const);
      if (left.length === 0) return new Map(others);
      const keys = left.map(keyOf);
      const work = client.running[region].run(`names ${keys}`, new Callers(caller), async (callers) => {
        const kept = await database.read(region, (db) => findLineupAccounts(db, keys, now()));
        const results = await lookUp({ region, names: left }, kept, callers);
        for (const [name, account] of results) if (account === null) misses.set(memoryOf(name), true);
        return results;
      });
      const results = await within(work, waitMs, null).catch((error: unknown) => {
        if (error instanceof PublisherError) return null;
        throw error;
      });
      return new Map([...others, ...(results ?? [])]);
    },
  };
}
