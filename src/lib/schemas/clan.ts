/** Clans and their members. */
import { FlagSchema, OptionalInstantSchema, orElse, orNull, ShownTextSchema } from '#lib/schemas/common.ts';
import { ClanInfoSchema, clanWith, PlayerProfileSchema } from '#lib/schemas/player.ts';
import { z } from '#lib/schemas/zod.ts';

/** Results of a clan search by default, and at most. */
export const CLAN_SEARCH_RESULTS = 20;
export const CLAN_SEARCH_RESULTS_MAX = 500;

/** A clan, with its members when they were requested. */
export const ClanSchema = clanWith({
  name: ShownTextSchema,
  /** ARGB number, `0xFFrrggbb`; 0 or absent means no league. */
  leagueColor: orElse(z.number(), 0),
  /** Markdown. */
  description: orElse(z.string(), ''),
  isDisbanded: FlagSchema,
  createdAt: OptionalInstantSchema,
  updatedAt: OptionalInstantSchema,
  /** Null when the list was not requested or is not known. */
  members: orNull(z.array(PlayerProfileSchema)),
  /** Null when the member list was never loaded. */
  membersUpdatedAt: OptionalInstantSchema,
  /** When the publisher last returned the clan; null before that, and from an API without this field. */
  refreshedAt: OptionalInstantSchema,
  /** The data is older than it should be, because the publisher does not respond. */
  outdated: FlagSchema,
});
export type Clan = z.output<typeof ClanSchema>;

/** Result of a clan list or search. */
export const ClanListingSchema = ClanInfoSchema;
export type ClanListing = z.output<typeof ClanListingSchema>;
