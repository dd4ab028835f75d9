/**
 * Finds accounts by their exact names or ids: at most one request each for ids, karma and clans. Nothing becomes a stored
 * player, and no name that came with an id is used.
 */
import { millisecondsInDay } from 'date-fns/constants';
import { type Caller, Callers } from '#api/base/queue/callers.ts';
import { createTimedMap } from '#api/base/timed-memory.ts';
import { both, within } from '#api/base/waiting.ts';
import type { Database, Reader } from '#api/db/database.ts';
import { findErased } from '#api/model/players/erasures.ts';
import { findLineupAccounts, keepLineupAccounts } from '#api/model/players/lineup-accounts.ts';
import { findNumbers } from '#api/model/players/queries.ts';
import { PublisherError } from '#api/publisher/call.ts';
import {
  type Account,
  type FoundPlayer,
  isSearchable,
  type Membership,
  type PublisherClient,
} from '#api/publisher/types.ts';
import { isConcealed } from '#lib/domain/emblems.ts';
import type { RegionId } from '#lib/regions.ts';
import type { ClanInfo } from '#lib/schemas/player.ts';

/** The publisher may refuse a request with any other name. */
const PLAIN_NAME = /^\w+$/;
/** No account has this id. */
const NO_ACCOUNT = 1;
const NONE_READ = { read: new Map<LineupKey, ShownAccount | null>(), former: [] };
/** How long an answer waits until its names are kept, which a lock may hold up, in milliseconds. */
const KEEP_WAIT_MS = 1_000;

/** A name in lower case, or an id. */
export type LineupKey = string | number;

/** An account that may be shown. `details` are the publisher's, null for a stored player. */
interface ShownAccount {
  id: number;
  details: { name: string; gameKarma: number | null; clan: ClanInfo | null } | null;
}

/** The accounts, or null where none may be shown. What could not be looked up is missing. */
export type ShownAccounts = Map<LineupKey, ShownAccount | null>;

/** Names and ids to look up, each once, and who waits for them. */
interface LineupRequest {
  region: RegionId;
  names: readonly string[];
  /** Those, in lower case, that a stored player had when last refreshed. What was remembered of them does not count. */
  old: ReadonlySet<string>;
  ids: readonly number[];
  caller: Caller;
}

/** A key whose account is not stored. */
interface OpenKey {
  key: LineupKey;
  id: number;
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

/** Finds accounts by their names or ids. */
export type LineupLookup = ReturnType<typeof createLineupLookup>;

const keyOf = <T extends LineupKey>(asked: T): T =>
  typeof asked === 'string' ? (asked.toLowerCase() as T) : asked;
const isName = (asked: LineupKey): asked is string => typeof asked === 'string';

/** The accounts of names, and the names about which the publisher refused to answer. */
async function listAccounts(
  { playersNamed }: Client,
  region: RegionId,
  names: readonly string[],
  callers: Callers,
): Promise<{ listed: FoundPlayer[]; refused: LineupKey[] }> {
  const send = async (some: readonly string[]) =>
    some.length > 0 && playersNamed ? playersNamed(region, some, callers) : [];
  const plain = names.filter((name) => PLAIN_NAME.test(name));
  const odd = names.filter((name) => !PLAIN_NAME.test(name));
  const [ofPlain, ofOdd] = await both(send(plain), send(odd));
  const refused = [...(ofPlain ? [] : plain), ...(ofOdd ? [] : odd)];
  return { listed: [...(ofPlain ?? []), ...(ofOdd ?? [])], refused };
}

/** Decides from the database about what has `ids`: null where nothing may be shown; `open` ones are not stored. */
async function decide(
  db: Reader,
  asked: readonly LineupKey[],
  ids: ReadonlyMap<LineupKey, number>,
): Promise<{ decided: ShownAccounts; open: OpenKey[] }> {
  const all = asked.flatMap((one) => ids.get(keyOf(one)) ?? []);
  // Both are read for any names and ids, so that the time says nothing about them.
  const erased = await findErased(db, { ids: new Set(all), names: new Set(asked.filter(isName)) });
  const players = new Map((await findNumbers(db, all)).map((row) => [row.id, row]));
  const decided: ShownAccounts = new Map();
  const open: OpenKey[] = [];
  for (const one of asked) {
    const key = keyOf(one);
    const id = ids.get(key);
    const player = players.get(id ?? 0);
    const isErased = (isName(one) && erased.names.has(one)) || erased.ids.has(id ?? 0);
    if (id === undefined || isErased || (player && isConcealed(player))) decided.set(key, null);
    else if (player) decided.set(key, { id, details: null });
    else open.push({ key, id });
  }
  return { decided, open };
}

/** Karma and clans of accounts that are not stored. `former` are the names that their accounts no longer have. */
async function readAccounts(
  client: Client,
  region: RegionId,
  open: readonly OpenKey[],
  callers: Callers,
): Promise<{ read: ShownAccounts; former: string[] }> {
  // Never none, so that names that no one has, or whose players conceal themselves, take as long as those of hidden accounts.
  const ids = open.length === 0 ? [NO_ACCOUNT] : [...new Set(open.map(({ id }) => id))];
  const [accounts, memberships] = await both(
    client.accounts(region, ids, callers),
    client.memberships(region, ids, callers),
  );
  const read: ShownAccounts = new Map();
  const former: string[] = [];
  for (const { key, id } of open) {
    const account = accounts.get(id);
    if (account && isName(key) && keyOf(account.username) !== key) former.push(key);
    else if (account?.hidden || account === null) read.set(key, null);
    // An unreadable account is not in the map, and stays unchecked.
    else if (account) read.set(key, toShown(account, memberships.get(id)));
  }
  return { read, former };
}

function toShown({ id, username, gameKarma }: Account, membership: Membership | null = null): ShownAccount {
  const clan = membership && { ...membership.clan, leagueColor: membership.clan.leagueColor ?? 0 };
  return { id, details: { name: username, gameKarma, clan } };
}

/**
 * Creates the look-ups. Names and ids without an account that may be shown are remembered for a day, whatever the reason
 * (rule 33.34).
 */
export function createLineupLookup({ client, database, waitMs, now, onError }: NamesOptions) {
  const misses = createTimedMap<true>(millisecondsInDay, now);

  /** Looks up names and ids, of which some have `known` ids. Names that their accounts no longer have are looked up once more. */
  async function lookUp(
    region: RegionId,
    asked: readonly LineupKey[],
    known: ReadonlyMap<LineupKey, number>,
    callers: Callers,
  ): Promise<ShownAccounts> {
    const unknown = asked.filter(isName).filter((name) => !known.has(keyOf(name)));
    const { listed, refused } = await listAccounts(client, region, unknown, callers);
    const ids = new Map(known);
    for (const { id, username } of listed) ids.set(keyOf(username), id);
    const answered = asked.filter((one) => !refused.includes(one));
    const { decided, open } = await database.read(region, (db) => decide(db, answered, ids));
    // Where every row is a stored player's, none has to look like one of a hidden account.
    const isDone = open.length === 0 && ![...decided.values()].includes(null);
    const { read, former } = isDone ? NONE_READ : await readAccounts(client, region, open, callers);
    const found = open.flatMap(({ key, id }) =>
      isName(key) && !known.has(key) && read.get(key) ? [{ name: key, id }] : [],
    );
    if (found.length > 0 && !database.readOnly.isOn) {
      const keeping = database.write(region, (tx) => keepLineupAccounts(tx, found)).catch(onError);
      await within(keeping, KEEP_WAIT_MS, undefined);
    }
    const again = former.filter((name) => known.has(name));
    const others = again.length > 0 ? await lookUp(region, again, new Map(), callers) : [];
    return new Map([...decided, ...read, ...others]);
  }

  return {
    /** Without an application id, or when the publisher does not answer in time, all are missing, and none is remembered. */
    async find({ region, names, old, ids, caller }: LineupRequest): Promise<ShownAccounts> {
      if (client.playersNamed === null) return new Map();
      const asked: LineupKey[] = [...names, ...ids];
      // No searchable name has the sign.
      const memoryOf = (one: LineupKey): string => `${region} ${isName(one) ? keyOf(one) : `#${one}`}`;
      const isOld = (one: LineupKey): boolean => isName(one) && old.has(keyOf(one));
      const mayExist = (one: LineupKey): boolean => !isName(one) || isSearchable(one);
      const left = asked.filter((one) => mayExist(one) && (isOld(one) || !misses.has(memoryOf(one))));
      const others = asked
        .filter((one) => !left.includes(one) && !isOld(one))
        .map((one) => [keyOf(one), null] as const);
      if (left.length === 0) return new Map(others);
      const key = `lineup ${left.map((one) => memoryOf(one))}`;
      const work = client.running[region].run(key, new Callers(caller), async (callers) => {
        const named = left.filter(isName).map(keyOf);
        const kept = await database.read(region, (db) => findLineupAccounts(db, named, now()));
        const known = new Map<LineupKey, number>([...kept, ...ids.map((id) => [id, id] as const)]);
        const results = await lookUp(region, left, known, callers);
        for (const [one, account] of results) if (account === null) misses.set(memoryOf(one), true);
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
