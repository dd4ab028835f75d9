/** Calls of `/api/player`. */
import { bareIdsToItems, defineCall, emptyIfNone } from '#lib/schemas/call.ts';
import { IdParamSchema, QueryBooleanSchema } from '#lib/schemas/common.ts';
import { PLAYER_SEARCH_MAX_LENGTH, PLAYER_SEARCH_MIN_LENGTH } from '#lib/schemas/list-options.ts';
import {
  AccountIdsSchema,
  FoundPlayerSchema,
  KarmasSchema,
  PLAYER_SEARCH_PATTERN,
  PlayerKarmaSchema,
  PlayerListingSchema,
  PlayerProfileSchema,
} from '#lib/schemas/player.ts';
import { z } from '#lib/schemas/zod.ts';

export const listPlayers = defineCall({
  path: '/api/Player',
  summary: 'All players',
  access: 'anyone',
  sharedSeconds: 5,
  response: z.array(PlayerListingSchema),
  normalise: bareIdsToItems,
});

export const searchPlayers = defineCall({
  path: '/api/Player/search/:query',
  summary: 'Players by part of their name; 204 when none',
  access: 'anyone',
  sharedSeconds: 5,
  params: z.object({
    query: z
      .string()
      .check(
        z.minLength(PLAYER_SEARCH_MIN_LENGTH),
        z.maxLength(PLAYER_SEARCH_MAX_LENGTH),
        z.regex(PLAYER_SEARCH_PATTERN),
      ),
  }),
  response: z.array(FoundPlayerSchema),
  normalise: emptyIfNone,
});

export const getPlayer = defineCall({
  path: '/api/Player/:id',
  summary: 'A player',
  access: 'anyone',
  sharedSeconds: 5,
  params: z.object({ id: IdParamSchema }),
  query: z.object({ includeClanInfo: z._default(QueryBooleanSchema, true) }),
  response: PlayerProfileSchema,
});

export const getKarmas = defineCall({
  method: 'POST',
  path: '/api/Player/karmas',
  summary: 'Platform karma of several players, by id',
  access: 'anyone',
  body: AccountIdsSchema,
  response: KarmasSchema,
});

export const getKarmasFull = defineCall({
  method: 'POST',
  path: '/api/Player/karmas-full',
  summary: 'All metrics of several players',
  access: 'anyone',
  body: AccountIdsSchema,
  response: z.array(PlayerKarmaSchema),
});

export const recalculatePlayer = defineCall({
  method: 'PATCH',
  path: '/api/Player/recalculate',
  summary: "Recalculates a player's metrics from their posts",
  access: 'admin',
  query: z.object({ playerId: IdParamSchema }),
  status: 202,
});
