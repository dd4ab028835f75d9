/** Calls of `/api/clan`. Each throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/clan.ts';
import { CLAN_SEARCH_RESULTS } from '#lib/schemas/clan.ts';

/** Clans by tag or name; empty when none. */
export const searchClans = (search: string, results: number = CLAN_SEARCH_RESULTS, signal?: AbortSignal) =>
  requestData(calls.searchClans, { params: { search }, query: { results }, signal });

/** A clan with its members. */
export const getClan = (clanId: number, signal?: AbortSignal) =>
  requestData(calls.getClan, { params: { clanId }, query: { includeMembers: true }, signal });
