/** The players that a text of a search field finds. */
import { HttpError } from '#lib/client/errors.ts';
import { getPlayer, searchPlayers } from '#lib/client/player.ts';
import { isConcealed } from '#lib/domain/emblems.ts';
import { totalKarma } from '#lib/domain/karma.ts';
import { idInSearch } from '#lib/domain/pasted-name.ts';
import type { FoundPlayer } from '#lib/schemas/player.ts';

async function findById(id: number, signal: AbortSignal): Promise<FoundPlayer[]> {
  try {
    const player = await getPlayer(id, signal);
    const { username, clan } = player;
    const found = { id, username, clan: clan?.clanInfo ?? null, karma: totalKarma(player) };
    return [isConcealed(player) ? { ...found, hidden: true } : found];
  } catch (error) {
    if (error instanceof HttpError && error.isNotFound) return [];
    throw error;
  }
}

/**
 * Players by part of their name, after the player with the id if the text may be one. Throws as `request` does when one of the
 * two calls failed and the other found no one.
 */
export async function findPlayers(query: string, signal: AbortSignal): Promise<FoundPlayer[]> {
  const id = idInSearch(query);
  if (id === undefined) return searchPlayers(query, signal);
  const [byId, byName] = await Promise.allSettled([findById(id, signal), searchPlayers(query, signal)]);
  const named = byName.status === 'fulfilled' ? byName.value.filter((player) => player.id !== id) : [];
  const found = byId.status === 'fulfilled' ? [...byId.value, ...named] : named;
  for (const answer of [byId, byName])
    if (found.length === 0 && answer.status === 'rejected') throw answer.reason;
  return found;
}
