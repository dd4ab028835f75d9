/** Puts the publisher's search results together with those of the database, without repeats. */
import type { ClanListing } from '#lib/schemas/clan.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';

/** Later lists replace items of earlier ones with the same id, because the publisher knows new names first. */
function unique<T extends { id: number }>(...lists: readonly (readonly T[])[]): T[] {
  return [...new Map(lists.flat().map((item) => [item.id, item])).values()];
}

const order = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
/** True first. */
const trueFirst = (a: boolean, b: boolean): number => Number(b) - Number(a);

/** Names that start with `text` come first, then others, by their characters, as in the database's search. */
export function mergePlayers(
  text: string,
  stored: readonly PlayerListing[],
  found: readonly PlayerListing[],
  limit: number,
): PlayerListing[] {
  if (found.length === 0) return [...stored];
  const start = text.toLowerCase();
  const named = unique(stored, found).map((player) => ({ player, name: player.username.toLowerCase() }));
  return named
    .sort(
      (a, b) =>
        trueFirst(a.name.startsWith(start), b.name.startsWith(start)) ||
        order(a.name, b.name) ||
        order(a.player.id, b.player.id),
    )
    .slice(0, limit)
    .map(({ player }) => player);
}

/** Equal tags come first, then equal names, then tags and names that start with `text`, as in the database's search. */
export function mergeClans(
  text: string,
  stored: readonly ClanListing[],
  found: readonly ClanListing[],
  limit: number,
): ClanListing[] {
  if (found.length === 0) return [...stored];
  const start = text.toLowerCase();
  const named = unique(stored, found).map((clan) => ({
    clan,
    tag: clan.tag.toLowerCase(),
    name: clan.name.toLowerCase(),
  }));
  return named
    .sort(
      (a, b) =>
        trueFirst(a.tag === start, b.tag === start) ||
        trueFirst(a.name === start, b.name === start) ||
        trueFirst(a.tag.startsWith(start), b.tag.startsWith(start)) ||
        trueFirst(a.name.startsWith(start), b.name.startsWith(start)) ||
        order(a.clan.tag, b.clan.tag) ||
        order(a.clan.id, b.clan.id),
    )
    .slice(0, limit)
    .map(({ clan }) => clan);
}
