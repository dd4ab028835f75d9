/** Reads pasted texts in a search field: links, and names with a clan's tag or a bit of a sentence around them (Rule 4.9). */

/** Digits that an account's id has at least; names may be shorter numbers. */
const ID_MIN_LENGTH = 6;

const withoutSigns = (text: string): string =>
  text
    .trim()
    .replace(/^@/, '')
    .replace(/[,.;:]+$/, '');

/** The name of a player, or the id of a profile's link. */
export function pastedPlayer(text: string): string {
  const id = /\/player\/(\d+)/i.exec(text)?.[1];
  const [, tag = '', name = text] = /^\s*\[([^\]]*)\](.*)$/s.exec(text) ?? [];
  return id ?? (withoutSigns(name) || tag.trim());
}

/** The tag or name of a clan: the tag where both are given, as in `[TAG] name` and a clan's link. */
export function pastedClan(text: string): string {
  // A tag has at least two characters, and may have hyphens.
  const link = /\/clan\/\d+(?:,|%2C)([^/?#]{2,}?)-/i.exec(text)?.[1];
  const tag = /^\s*\[([^\]]+)\]/.exec(text)?.[1];
  return (link ?? tag ?? withoutSigns(text)).trim();
}

/** The account's id that a text for the player search may be; undefined for names. */
export function idInSearch(query: string): number | undefined {
  const id = /^\d+$/.test(query) && query.length >= ID_MIN_LENGTH ? Number(query) : 0;
  return id > 0 && Number.isSafeInteger(id) ? id : undefined;
}
