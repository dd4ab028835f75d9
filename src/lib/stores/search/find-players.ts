/** The players that a text of a search field finds. */
import { HttpError } from '#lib/client/errors.ts';
import { getPlayer, searchPlayers } from '#lib/client/player.ts';
import { isConcealed } from '#lib/domain/emblems.ts';
import { idInSearch } from '#lib/domain/pasted-name.ts';
import type { FoundPlayer } from '#lib/schemas/player.ts';

async function findById(id: number, signal: AbortSignal): Promise<FoundPlayer[]> {
  try {
    const player = await getPlayer(id, signal);
    const { username, clan, gameKarma, siteKarma } = player;
    const karma = gameKarma === null || siteKarma === null ? null : gameKarma + siteKarma;
    const found = { id, username, clan: clan?.clanInfo ?? null, karma };
    return [isConcealed(player) ? { ...found, hidden: true } : found];
  } catch (error) {
    if (error instanceof HttpError && error.isNotFound) return [];
    throw error;
  }
}

/** Players by part of their name, after the one with the id if the text may be one. Throws as `request` does. */
export async function findPlayers(query: string, signal: AbortSignal): Promise<FoundPlayer[]> {
  const id = idInSearch(query);
  if (id === undefined) return searchPlayers(query, signal);
  const [byId, byName] = await Promise.all([findById(id, signal), searchPlayers(query, signal)]);
  return [...byId, ...byName.filter((player) => player.id !== id)];
}
