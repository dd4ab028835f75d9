/** The publisher's data about players and clans, in the form that the rest of the API uses. */
import type { Callers, SharedWork } from '#api/base/queue/callers.ts';
import type { RegionId } from '#lib/regions.ts';
import { ACCOUNT_NAME } from '#lib/schemas/player.ts';

/** A player's account. Null is unknown; a hidden profile has neither karma nor last battle. */
export interface Account {
  id: number;
  username: string;
  hidden: boolean;
  gameKarma: number | null;
  createdAt: Date | null;
  lastBattleTime: Date | null;
}

/** An account as searches return it. */
export type FoundPlayer = Pick<Account, 'id' | 'username'>;

/** A clan as shown next to a name. `leagueColor` is an ARGB number, or null when the answer has none. */
export interface ClanSummary {
  id: number;
  tag: string;
  name: string;
  leagueColor: number | null;
}

/** A player's membership in a clan. `role` is a number of `CLAN_RANKS`. */
export interface Membership {
  clan: ClanSummary;
  role: number;
  joinedAt: Date | null;
}

/** One entry of a clan's member list. */
export interface Member {
  id: number;
  username: string;
  role: number;
  joinedAt: Date | null;
}

/** A clan. A disbanded one may have lost its tag, name and date. `members` is null when the list is not known. */
export interface ClanDetails {
  id: number;
  tag: string | null;
  name: string | null;
  leagueColor: number | null;
  description: string;
  isDisbanded: boolean;
  createdAt: Date | null;
  members: Member[] | null;
}

/** A ship's number in the game, its name, and its tier (1 to 11) where it is known. */
export interface NamedShip {
  id: number;
  name: string;
  tier: number | null;
}

/** Whether the publisher searches for the name: it has 3 to 24 letters, digits and underscores. Other texts are refused. */
export const isSearchable = (name: string): boolean => ACCOUNT_NAME.test(name);

/** Reads the publisher's data. Methods that read throw a PublisherError when there is no usable answer. */
export interface PublisherClient {
  /** Running look-ups, with kind and id as key, and requests, with their address. Equal keys of a region share one run. */
  readonly running: Readonly<Record<RegionId, SharedWork>>;
  /** Most accounts that one request of `accounts` can hold. */
  readonly accountsAtOnce: number;
  /** An account; null when it does not exist. */
  account(region: RegionId, id: number, callers: Callers): Promise<Account | null>;
  /** Several accounts; null for ids without an account. Unreadable accounts are left out. */
  accounts(region: RegionId, ids: readonly number[], callers: Callers): Promise<Map<number, Account | null>>;
  /** A player's clan; null without one. */
  membership(region: RegionId, id: number, callers: Callers): Promise<Membership | null>;
  /** The same of several players. */
  memberships(
    region: RegionId,
    ids: readonly number[],
    callers: Callers,
  ): Promise<Map<number, Membership | null>>;
  /** A clan with its members; null when it does not exist. */
  clan(region: RegionId, id: number, callers: Callers): Promise<ClanDetails | null>;
  /** Players whose name starts with `text`; none without an application id, or for a text that no name can start with. */
  searchPlayers(region: RegionId, text: string, callers: Callers): Promise<FoundPlayer[]>;
  /**
   * Players with one of up to 100 names that `isSearchable` accepts, in any letter case. They are null when the publisher
   * refuses the names, the method without an application id.
   */
  playersNamed:
    | ((region: RegionId, names: readonly string[], callers: Callers) => Promise<FoundPlayer[] | null>)
    | null;
  /** Clans whose tag or name contains `text`. */
  searchClans(region: RegionId, text: string, limit: number, callers: Callers): Promise<ClanSummary[]>;
  /** All ships of the game, read in the background; null without an application id. */
  ships(region: RegionId): Promise<NamedShip[] | null>;
  /** How long requests are paused, in milliseconds from now; 0 when they are not. */
  pausedFor(region: RegionId): number;
  /** Aborts every request and waits until nothing runs. */
  close(): Promise<void>;
}
