/** Calls of `/api/clan`. Each throws as `request` does. */
import { request } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/clan.ts';
import { CLAN_SEARCH_RESULTS, type Clan, type ClanListing } from '#lib/schemas/clan.ts';

/** Clans by tag or name; empty when none. */
export async function searchClans(
  search: string,
  results: number = CLAN_SEARCH_RESULTS,
  signal?: AbortSignal,
): Promise<ClanListing[]> {
  return (await request(calls.searchClans, { params: { search }, query: { results }, signal })).data;
}

/** A clan with its members. */
export async function getClan(clanId: number, signal?: AbortSignal): Promise<Clan> {
  return (await request(calls.getClan, { params: { clanId }, query: { includeMembers: true }, signal })).data;
}
