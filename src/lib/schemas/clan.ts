/** Clans and their members. */
import {
  AccountIdSchema,
  named,
  OptionalInstantSchema,
  orElse,
  orNull,
  ShownTextSchema,
} from '#lib/schemas/common.ts';
import { ClanInfoSchema, PlayerProfileSchema } from '#lib/schemas/player.ts';
import { z } from '#lib/schemas/zod.ts';

/** Longest clan search text. */
export const CLAN_SEARCH_MAX_LENGTH = 50;
/** Results of a clan search unless asked otherwise, and at most. */
export const CLAN_SEARCH_RESULTS = 20;
export const CLAN_SEARCH_RESULTS_MAX = 500;
/** Results that the search screen asks for. */
export const CLAN_SEARCH_RESULTS_SHOWN = 100;

/** A clan with everything known of it; `members` when asked for. */
export const ClanSchema = named(
  z.object({
    id: AccountIdSchema,
    tag: ShownTextSchema,
    name: ShownTextSchema,
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
  }),
  'tag',
  ({ id }) => String(id),
);
export type Clan = z.output<typeof ClanSchema>;

/** Result of a clan list or search. */
export const ClanListingSchema = ClanInfoSchema;
export type ClanListing = z.output<typeof ClanListingSchema>;
