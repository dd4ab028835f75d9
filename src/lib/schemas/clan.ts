/** Clans and their members. */
import { AccountIdSchema, OptionalInstantSchema, orElse, orNull } from '#lib/schemas/common.ts';
import { PlayerProfileSchema } from '#lib/schemas/player.ts';
import { z } from '#lib/schemas/zod.ts';

/** Longest clan search text. */
export const CLAN_SEARCH_MAX_LENGTH = 50;
/** Results of a clan search unless asked otherwise, and at most. */
export const CLAN_SEARCH_RESULTS = 20;
export const CLAN_SEARCH_RESULTS_MAX = 500;
/** Results that the search screen asks for. */
export const CLAN_SEARCH_RESULTS_SHOWN = 100;

/** A clan with everything known of it; `members` when asked for. */
export const ClanSchema = z.object({
  id: AccountIdSchema,
  tag: z.string(),
  name: z.string(),
  /** ARGB number, `0xFFrrggbb`; 0 or absent means no league. */
  leagueColor: orElse(z.number(), 0),
  /** Markdown. */
  description: orElse(z.string(), ''),
  isDisbanded: orElse(z.boolean(), false),
  createdAt: OptionalInstantSchema,
  updatedAt: OptionalInstantSchema,
  /** Null without a member list: not requested, or not known. */
  members: orNull(z.array(PlayerProfileSchema)),
  /** Null when the member list was never loaded. */
  membersUpdatedAt: OptionalInstantSchema,
});
export type Clan = z.output<typeof ClanSchema>;
export type ClanInput = z.input<typeof ClanSchema>;

/** Result of a clan list or search. */
export const ClanListingSchema = z.object({
  id: AccountIdSchema,
  tag: z.string(),
  name: z.string(),
  leagueColor: orElse(z.number(), 0),
});
export type ClanListing = z.output<typeof ClanListingSchema>;
