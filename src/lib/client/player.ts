/** Calls of `/api/player`. Each throws as `request` does. */
import { request } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/player.ts';
import type { FoundPlayer, PlayerKarma, PlayerProfile } from '#lib/schemas/player.ts';

/** Players by part of their name, at most 100; empty when none. */
export async function searchPlayers(query: string, signal?: AbortSignal): Promise<FoundPlayer[]> {
  return (await request(calls.searchPlayers, { params: { query }, signal })).data;
}

/** A player with clan information. */
export async function getPlayer(id: number, signal?: AbortSignal): Promise<PlayerProfile> {
  return (await request(calls.getPlayer, { params: { id }, query: { includeClanInfo: true }, signal })).data;
}

/** All metrics of several players. */
export async function getKarmasFull(ids: number[], signal?: AbortSignal): Promise<PlayerKarma[]> {
  return (await request(calls.getKarmasFull, { body: ids, signal })).data;
}

/** Has a player's metrics recalculated from their posts. For administrators. */
export async function recalculatePlayer(playerId: number): Promise<void> {
  await request(calls.recalculatePlayer, { query: { playerId } });
}
