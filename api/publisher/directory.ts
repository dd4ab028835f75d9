/**
 * All players and clans of the game, from the database and the publisher. Unknown ones are looked up
 * when they are requested; known ones are refreshed in the background.
 */
import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds';
import type { Caller } from '#api/base/queue/callers.ts';
import { createTimedMap } from '#api/base/timed-memory.ts';
import { within } from '#api/base/waiting.ts';
import type { Database } from '#api/db/database.ts';
import { notFound, READ_ONLY_RETRY_AFTER, serviceUnavailable } from '#api/http/errors.ts';
import type { StoredState } from '#api/model/players/profile.ts';
import { BACKGROUND, PublisherError } from '#api/publisher/call.ts';
import { createLineupLookup, type LineupLookup } from '#api/publisher/lineup.ts';
import { createLookUps, type LookUpResult, type LookUps } from '#api/publisher/look-ups.ts';
import { createSearches, type Searches } from '#api/publisher/searches.ts';
import { findPlayerState } from '#api/publisher/store.ts';
import type { NamedShip, PublisherClient } from '#api/publisher/types.ts';
import { perRegion, type RegionId } from '#lib/regions.ts';

/** Age from which something is refreshed, in milliseconds. Member lists are refreshed with their clan. */
const AGE_MS = { player: millisecondsInHour, clan: 4 * millisecondsInHour };
/** The same of deleted accounts and disbanded clans, which hardly ever come back. */
const GONE_AGE_MS = 7 * millisecondsInDay;
/** How long an id stays unknown, in milliseconds. */
const UNKNOWN_MS = 5 * 60_000;
/** Time until something that failed in the background is looked up there again, in milliseconds. */
const FAILURE_REST_MS = 60_000;
/** How soon a caller may try again while requests are not paused, in seconds. */
const RETRY_AFTER = 5;

type Kind = 'player' | 'clan';

/** Times that a test may change, in milliseconds. */
export interface DirectoryLimits {
  /** How long a call waits for something unknown. */
  waitMs: number;
  /** How long a search waits for the publisher. */
  searchWaitMs: number;
}

const DEFAULT_LIMITS: DirectoryLimits = { waitMs: 4_000, searchWaitMs: 2_500 };

/** Dependencies and limits of the directory. */
export interface DirectoryOptions {
  client: PublisherClient;
  database: Database;
  /** Milliseconds since 1970. */
  now: () => number;
  onError: (error: unknown) => void;
  /** False never looks anything up in the background. */
  background: boolean;
  limits?: Partial<DirectoryLimits>;
}

const unavailable = (kind: Kind): string =>
  `The game’s publisher does not answer, so this ${kind} can’t be looked up. Try again in a moment.`;
const readOnly = (kind: Kind): string =>
  `Fleet Karma is read-only for a short while, so no new ${kind}s can be looked up. Try again in a few minutes.`;

/**
 * Finds players and clans. Calls that wait for the publisher throw 404 for an unknown id, and 503 when it does not respond. In
 * read-only mode nothing is looked up, because it could not be stored.
 */
export class Directory {
  readonly #options: DirectoryOptions;
  readonly #limits: DirectoryLimits;
  readonly #unknown: ReturnType<typeof createTimedMap<true>>;
  readonly #failing = perRegion(() => new Set<Kind>());
  /** Look-ups that failed in the background a short time ago. */
  readonly #failed: ReturnType<typeof createTimedMap<true>>;
  readonly #lookUps: LookUps;
  #closed = false;
  /** Adds the publisher's results to those of the database. */
  readonly searches: Searches;
  /** Finds accounts by their exact names. */
  readonly lineup: LineupLookup;

  constructor(options: DirectoryOptions) {
    const { client, database, now, onError } = options;
    this.#options = options;
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#unknown = createTimedMap(UNKNOWN_MS, now);
    this.#failed = createTimedMap(FAILURE_REST_MS, now);
    const onNewClan = (region: RegionId, id: number): void => this.refresh('clan', region, id);
    this.#lookUps = createLookUps({ client, database, onNewClan });
    this.searches = createSearches(client, this.#limits.searchWaitMs, now);
    this.lineup = createLineupLookup({ client, database, waitMs: this.#limits.waitMs, now, onError });
  }

  /**
   * Makes sure that a player or clan is stored. One that is not, or of which only the name is known, is looked up at once: then
   * the result is true, and it has to be read again. Any other is refreshed in the background when it is old.
   */
  async ensure(
    kind: Kind,
    region: RegionId,
    id: number,
    stored: StoredState | null,
    caller: Caller,
  ): Promise<boolean> {
    if (stored === null) {
      await this.#require(kind, region, id, caller);
      return true;
    }
    // Its name alone is better than an error, and while the publisher is down no one should wait for more.
    if (stored.refreshedAt === null && this.#isAnswering(kind, region) && !this.#isReadOnly) {
      await this.#require(kind, region, id, caller).catch(() => undefined);
      return true;
    }
    if (this.#isOld(kind, stored)) this.refresh(kind, region, id);
    return false;
  }

  /** The same for a player whose state the caller has not read. */
  async ensurePlayer(region: RegionId, id: number, caller: Caller): Promise<void> {
    const state = await this.#options.database.read(region, (db) => findPlayerState(db, id));
    await this.ensure('player', region, id, state, caller);
  }

  /** Looks a player or clan up in the background, whatever its age. */
  refresh(kind: Kind, region: RegionId, id: number): void {
    this.#inBackground(region, `${kind} ${id}`, () => this.#lookUp(kind, region, id, BACKGROUND));
  }

  /** Refreshes those members of a clan whose karma and dates are old or unknown, in the background. */
  refreshMembers(region: RegionId, members: readonly StoredState[]): void {
    const { accountsAtOnce } = this.#options.client;
    const ids = members.filter((member) => this.#isOld('player', member)).map(({ id }) => id);
    for (let start = 0; start < ids.length; start += accountsAtOnce) {
      const some = ids.slice(start, start + accountsAtOnce);
      this.#inBackground(region, `members ${some.join()}`, () =>
        this.#watched('player', region, this.#lookUps.members(region, some)),
      );
    }
  }

  /** Whether stored data is older than its limit because the publisher does not respond. */
  isOutdated(kind: Kind, region: RegionId, stored: StoredState): boolean {
    return stored.refreshedAt !== null && !this.#isAnswering(kind, region) && this.#isOld(kind, stored);
  }

  /** All ships of the game; null without an application id. Throws a PublisherError. */
  ships(region: RegionId): Promise<NamedShip[] | null> {
    return this.#options.client.ships(region);
  }

  /** Ends all look-ups. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#options.client.close();
  }

  get #isReadOnly(): boolean {
    return this.#options.database.readOnly.isOn;
  }

  /** False after a look-up failed, until the next one of its kind succeeds. */
  #isAnswering(kind: Kind, region: RegionId): boolean {
    return !this.#failing[region].has(kind);
  }

  /** Looks up what no one waits for, unless the same runs or has just failed. `key` is that of `LookUps`. */
  #inBackground(region: RegionId, key: string, lookUp: () => Promise<unknown>): void {
    const { background, onError } = this.#options;
    const name = `${region} ${key}`;
    if (!background || this.#closed || this.#isReadOnly) return;
    if (this.#failed.has(name) || !this.#lookUps.mayStart(region, key)) return;
    lookUp().catch((error: unknown) => {
      this.#failed.set(name, true);
      onError(error);
    });
  }

  #isOld(kind: Kind, { refreshedAt, gone }: StoredState): boolean {
    if (refreshedAt === null) return true;
    return differenceInMilliseconds(this.#options.now(), refreshedAt) > (gone ? GONE_AGE_MS : AGE_MS[kind]);
  }

  async #watched<T>(kind: Kind, region: RegionId, lookUp: Promise<T>): Promise<T> {
    try {
      const result = await lookUp;
      this.#failing[region].delete(kind);
      return result;
    } catch (error) {
      if (error instanceof PublisherError) this.#failing[region].add(kind);
      throw error;
    }
  }

  async #lookUp(kind: Kind, region: RegionId, id: number, caller: Caller): Promise<LookUpResult> {
    const result = await this.#watched(kind, region, this.#lookUps[kind](region, id, caller));
    if (result === 'unknown') this.#unknown.set(`${region} ${kind} ${id}`, true);
    return result;
  }

  /** Looks up something that a caller waits for. */
  async #require(kind: Kind, region: RegionId, id: number, caller: Caller): Promise<void> {
    if (this.#unknown.has(`${region} ${kind} ${id}`)) throw notFound();
    if (this.#isReadOnly) throw serviceUnavailable(readOnly(kind), READ_ONLY_RETRY_AFTER);
    const lookUp = this.#lookUp(kind, region, id, caller).catch((error: unknown) => {
      if (error instanceof PublisherError) return 'failed';
      throw error;
    });
    const inTime = await within(lookUp, this.#limits.waitMs, 'late');
    // A slow database is not the publisher's fault, and has limits of its own.
    const isStoring = inTime === 'late' && this.#lookUps.isStoring(region, `${kind} ${id}`);
    const result = isStoring ? await lookUp : inTime;
    if (result === 'unknown') throw notFound();
    if (result === 'stored') return;
    const pause = Math.ceil(this.#options.client.pausedFor(region) / 1000);
    throw serviceUnavailable(unavailable(kind), Math.max(RETRY_AFTER, pause));
  }
}
