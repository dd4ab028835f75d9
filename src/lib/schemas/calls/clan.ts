/** Calls of `/api/clan`. */
import { bareIdsToItems, defineCall } from '#lib/schemas/call.ts';
import {
  CLAN_SEARCH_RESULTS,
  CLAN_SEARCH_RESULTS_MAX,
  ClanListingSchema,
  ClanSchema,
} from '#lib/schemas/clan.ts';
import { IdParamSchema, limitedText, QueryBooleanSchema } from '#lib/schemas/common.ts';
import { CLAN_SEARCH_MAX_LENGTH } from '#lib/schemas/list-options.ts';
import { z } from '#lib/schemas/zod.ts';

export const listClans = defineCall({
  path: '/api/Clan',
  summary: 'All clans',
  access: 'anyone',
  sharedSeconds: 5,
  response: z.array(ClanListingSchema),
  normalise: bareIdsToItems,
});

export const getClan = defineCall({
  path: '/api/Clan/:clanId',
  summary: 'A clan, with its members by default',
  access: 'anyone',
  sharedSeconds: 5,
  params: z.object({ clanId: IdParamSchema }),
  query: z.object({ includeMembers: z._default(QueryBooleanSchema, true) }),
  response: ClanSchema,
});

export const searchClans = defineCall({
  path: '/api/Clan/search/:search',
  summary: 'Clans by tag or name',
  access: 'anyone',
  sharedSeconds: 5,
  params: z.object({ search: limitedText(1, CLAN_SEARCH_MAX_LENGTH) }),
  query: z.object({
    results: z._default(
      z.coerce.number().check(z.int(), z.gte(1), z.lte(CLAN_SEARCH_RESULTS_MAX)),
      CLAN_SEARCH_RESULTS,
    ),
  }),
  response: z.array(ClanListingSchema),
});
