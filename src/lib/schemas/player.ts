/** Players as profiles, clan members and search results. */
import {
  AccountIdSchema,
  named,
  OptionalInstantSchema,
  orElse,
  orNull,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

/** Shortest and longest player search text. */
export const PLAYER_SEARCH_MIN_LENGTH = 3;
export const PLAYER_SEARCH_MAX_LENGTH = 100;
/** Most results of a player search. */
export const PLAYER_SEARCH_RESULTS_MAX = 100;
/** Wait after the last keystroke before a search starts, in milliseconds. */
export const SEARCH_DEBOUNCE_MS = 300;

/** Letters, digits and underscore: what account names are made of. */
export const PLAYER_SEARCH_PATTERN = /^[\p{L}\p{N}_]+$/u;

/** Clan ranks by number; unknown numbers read as 0. */
export const CLAN_RANKS = {
  Unknown: 0,
  Commander: 1,
  ExecutiveOfficer: 2,
  Recruiter: 3,
  CommissionedOfficer: 4,
  Officer: 5,
  Private: 6,
} as const;

const ClanRankSchema = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' && value >= 0 && value <= 6 ? value : 0)),
  z.int(),
);

/** What a player is called whose name is missing or shows nothing. Rule 16.10. */
export const playerName = (id: number): string => `Player ${id}`;

/** The clan of a player or author, as listed beside the name. */
export const ClanInfoSchema = named(
  z.object({
    id: AccountIdSchema,
    tag: ShownTextSchema,
    name: orElse(ShownTextSchema, ''),
    leagueColor: orElse(z.number(), 0),
  }),
  'tag',
  ({ id }) => String(id),
);
export type ClanInfo = z.output<typeof ClanInfoSchema>;

/** A player's membership; `clanInfo` is null inside a clan's own member list. */
export const ClanMembershipSchema = z.object({
  clanInfo: orNull(ClanInfoSchema),
  clanMemberRole: ClanRankSchema,
  joinedClanAt: OptionalInstantSchema,
});
export type ClanMembership = z.output<typeof ClanMembershipSchema>;

/**
 * A player's profile. What is hidden is null: both karmas by the publisher (`wgHidden`), site karma and ratings by an
 * opt-out.
 */
export const PlayerProfileSchema = named(
  z.object({
    id: AccountIdSchema,
    username: ShownTextSchema,
    clan: orNull(ClanMembershipSchema),
    gameKarma: orNull(z.int()),
    siteKarma: orNull(z.int()),
    /** The publisher hides this player's details. */
    wgHidden: orElse(z.boolean(), false),
    optedOut: orElse(z.boolean(), false),
    ratingPerformance: orNull(z.int()),
    ratingTeamplay: orNull(z.int()),
    ratingCourtesy: orNull(z.int()),
    wgAccountCreatedAt: OptionalInstantSchema,
    lastBattleTime: OptionalInstantSchema,
    optOutChanged: OptionalInstantSchema,
    negativeKarmaAble: orElse(z.boolean(), false),
    postsBanned: orElse(z.boolean(), false),
  }),
  'username',
  ({ id }) => playerName(id),
);
export type PlayerProfile = z.output<typeof PlayerProfileSchema>;

/** Result of a player list or search. */
export const PlayerListingSchema = named(
  z.object({ id: AccountIdSchema, username: ShownTextSchema }),
  'username',
  ({ id }) => playerName(id),
);
export type PlayerListing = z.output<typeof PlayerListingSchema>;

/** Body of the karma calls: account ids. */
export const PLAYER_KARMAS_MAX = 500;
export const AccountIdsSchema = z.array(AccountIdSchema).check(z.maxLength(PLAYER_KARMAS_MAX));

/** Site karma by account id; null where the publisher hides it. */
export const KarmasSchema = z.record(z.string(), orNull(z.int()));

/** All metrics of one player; null where they are hidden. */
export const PlayerKarmaSchema = z.object({
  id: AccountIdSchema,
  /** Game karma plus platform karma. */
  karma: orNull(z.int()),
  gameKarma: orNull(z.int()),
  platformKarma: orNull(z.int()),
  performance: orNull(z.int()),
  teamplay: orNull(z.int()),
  courtesy: orNull(z.int()),
});
export type PlayerKarma = z.output<typeof PlayerKarmaSchema>;
