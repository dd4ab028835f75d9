/** Players as profiles, clan members and search results. */
import {
  AccountIdSchema,
  FlagSchema,
  GuidSchema,
  named,
  nullIfUnreadable,
  OptionalInstantSchema,
  orElse,
  orNull,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

/** Most results of a player search. */
export const PLAYER_SEARCH_RESULTS_MAX = 100;
/** Wait after the last keystroke before a search starts, in milliseconds. */
export const SEARCH_DEBOUNCE_MS = 300;

/** Account names consist of letters, digits and underscores. */
export const PLAYER_SEARCH_PATTERN = /^[\p{L}\p{N}_]+$/u;
/** A whole account name. */
export const ACCOUNT_NAME = /^[\p{L}\p{N}_]{3,24}$/u;

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

/** Placeholder for a player's name that is missing or invisible (Rule 16.9). */
export const playerName = (id: number): string => `Player ${id}`;

/**
 * Wraps an object schema: where the player's name (`nameKey`) is missing or invisible, it is
 * a placeholder with the id (`idKey`).
 */
// @__NO_SIDE_EFFECTS__
export function withPlayerName<S extends z.ZodMiniType<Record<string, unknown>>>(
  schema: S,
  nameKey: keyof z.output<S> & string,
  idKey: keyof z.output<S> & string,
) {
  return named(schema, nameKey, (item) => playerName(Number(item[idKey])));
}

/** Schema of a player: the id, the name, and these fields. */
// @__NO_SIDE_EFFECTS__
export function playerWith<const Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  const schema = z.object({ id: AccountIdSchema, username: ShownTextSchema, ...fields });
  return named(schema, 'username', ({ id }) => playerName(Number(id)));
}

/** Schema of a clan: the id, the tag, and these fields. */
// @__NO_SIDE_EFFECTS__
export function clanWith<const Fields extends z.core.$ZodLooseShape>(fields: Fields) {
  const schema = z.object({ id: AccountIdSchema, tag: ShownTextSchema, ...fields });
  return named(schema, 'tag', ({ id }) => String(id));
}

/** Whether a player opted out, or the publisher hides their details: then they share an emblem (Rule 30.3). Absent otherwise. */
export const HiddenSchema = z.optional(FlagSchema);

/** The clan of a player or author, as shown next to the name. */
export const ClanInfoSchema = clanWith({
  name: orElse(ShownTextSchema, ''),
  leagueColor: orElse(z.number(), 0),
});
export type ClanInfo = z.output<typeof ClanInfoSchema>;

/** A player's clan membership; `clanInfo` is null in a clan's own member list. */
export const ClanMembershipSchema = z.object({
  clanInfo: orNull(ClanInfoSchema),
  clanMemberRole: ClanRankSchema,
  joinedClanAt: OptionalInstantSchema,
});
export type ClanMembership = z.output<typeof ClanMembershipSchema>;

/** Most posts of a ribbon: the latest that a player received. */
export const RIBBON_MAX_LENGTH = 30;

/** How a post rates its player on the whole: 1, 0 or -1. */
const SignSchema = z.literal([-1, 0, 1]);
export type Sign = z.output<typeof SignSchema>;

/** A post of a ribbon. */
export const RibbonPostSchema = z.object({ id: GuidSchema, sign: SignSchema });
export type RibbonPost = z.output<typeof RibbonPostSchema>;

const CountSchema = z.int().check(z.gte(0));

/** How many received posts rate a player up and down in one category; neutral ones are not counted. */
const RatingCountSchema = z.object({ positive: CountSchema, negative: CountSchema });
export type RatingCount = z.output<typeof RatingCountSchema>;

/** The posts behind a player's three ratings. */
const RatingCountsSchema = z.object({
  performance: RatingCountSchema,
  teamplay: RatingCountSchema,
  courtesy: RatingCountSchema,
});
export type RatingCounts = z.output<typeof RatingCountsSchema>;

/** How many posts the viewer finds in a player's lists; `received` is null where an opt-out hides it. */
const PostCountsSchema = z.object({ received: orNull(CountSchema), sent: CountSchema });

/**
 * A player's profile. Hidden values are null: both karmas when the publisher hides them (`wgHidden`), site karma and
 * ratings when the player opted out.
 */
export const PlayerProfileSchema = playerWith({
  clan: orNull(ClanMembershipSchema),
  gameKarma: orNull(z.int()),
  siteKarma: orNull(z.int()),
  /** The publisher hides this player's details. */
  wgHidden: FlagSchema,
  optedOut: FlagSchema,
  ratingPerformance: orNull(z.int()),
  ratingTeamplay: orNull(z.int()),
  ratingCourtesy: orNull(z.int()),
  wgAccountCreatedAt: OptionalInstantSchema,
  lastBattleTime: OptionalInstantSchema,
  optOutChanged: OptionalInstantSchema,
  negativeKarmaAble: FlagSchema,
  postsBanned: FlagSchema,
  /** When the publisher last returned the player; null before that, and from an API without this field. */
  refreshedAt: OptionalInstantSchema,
  /** The data is older than it should be, because the publisher does not respond. */
  outdated: FlagSchema,
  /** The latest posts that everyone may see, oldest first; null for opted-out players, absent from an API without it. */
  ribbon: z.optional(nullIfUnreadable(z.array(RibbonPostSchema).check(z.maxLength(RIBBON_MAX_LENGTH)))),
  /** Null where the ratings are null; absent from an API without it. */
  ratingCounts: z.optional(nullIfUnreadable(RatingCountsSchema)),
  /** An API that sends it also filters the lists by sign and replay (Rule 5.15). */
  postCounts: z.optional(nullIfUnreadable(PostCountsSchema)),
});
export type PlayerProfile = z.output<typeof PlayerProfileSchema>;

/** A player in a list. */
export const PlayerListingSchema = playerWith({});
export type PlayerListing = z.output<typeof PlayerListingSchema>;

/** Result of a player search. */
export const FoundPlayerSchema = playerWith({
  /** Null without one, absent from an API without this field. */
  clan: z.optional(nullIfUnreadable(ClanInfoSchema)),
  /** Game karma plus platform karma; null where it is hidden, absent from an API without this field. */
  karma: z.optional(nullIfUnreadable(z.int())),
  hidden: HiddenSchema,
});
export type FoundPlayer = z.output<typeof FoundPlayerSchema>;

/** Body of the karma calls: account ids. */
export const PLAYER_KARMAS_MAX = 500;
export const AccountIdsSchema = z.array(AccountIdSchema).check(z.maxLength(PLAYER_KARMAS_MAX));

/** Site karma by account id; null where the publisher hides it. */
export const KarmasSchema = z.record(z.string(), orNull(z.int()));

/** All metrics of one player; null where they are hidden. */
export const PlayerKarmaSchema = z.object({
  id: AccountIdSchema,
  /** The same as `platformKarma`, as in the original API. */
  karma: orNull(z.int()),
  gameKarma: orNull(z.int()),
  platformKarma: orNull(z.int()),
  performance: orNull(z.int()),
  teamplay: orNull(z.int()),
  courtesy: orNull(z.int()),
});
export type PlayerKarma = z.output<typeof PlayerKarmaSchema>;
