/** Invented names and texts of players, clans and posts, put together from the word lists in `data`. */

import type { Random } from '#api/demo/random.ts';
import names from '#api/demo/seed/data/names.json' with { type: 'json' };
import texts from '#api/demo/seed/data/texts.json' with { type: 'json' };

/** Direction of a post: what its flairs say together. */
export type Tone = keyof typeof texts.posts;

/** Ships are named even where no replay says what a player sailed. */
const SHIPS: readonly string[] = names.ships;

/** A username that no earlier call with the same `taken` gave; 3 to 24 characters of letters, digits, underscore. */
export function inventUsername(random: Random, taken: Set<string>): string {
  for (;;) {
    const adjective = random.pick(names.adjectives);
    const noun = random.pick(names.nouns);
    const forms = [
      `${adjective}_${noun}`,
      `${adjective}${noun}`,
      `${noun}_${random.between(1, 9999)}`,
      `${adjective}${noun}${random.between(10, 99)}`,
      `x_${noun}_x`,
      `${noun}Of${adjective}`,
      `${adjective}_${noun}_${random.between(1, 999)}`,
      `The_${adjective}_${noun}`,
    ];
    const name = random.pick(forms).slice(0, 24);
    if (!taken.has(name.toLowerCase())) {
      taken.add(name.toLowerCase());
      return name;
    }
  }
}

/** A clan's name and its tag of 2 to 5 characters, both new. */
export function inventClan(random: Random, taken: Set<string>): { name: string; tag: string } {
  for (;;) {
    const name = `${random.pick(names.clanFirst)} ${random.pick(names.clanLast)}`;
    const initials = name.split(' ').map((word) => word.charAt(0));
    const tag = `${initials.join('').toUpperCase()}${random.pick(['', '', '-', '_', 'X', 'K', 'Z'])}`.slice(
      0,
      5,
    );
    if (tag.length >= 2 && !taken.has(name) && !taken.has(tag)) {
      taken.add(name);
      taken.add(tag);
      return { name, tag };
    }
  }
}

/** A title within the limits of a post. */
export function inventTitle(random: Random, tone: Tone): string {
  return random.pick(texts.posts[tone].titles);
}

/** Replaces `{ship}`, and ranges such as `{2-6}` by a number. */
const fill = (random: Random, text: string, ship: string): string =>
  text
    .replaceAll('{ship}', ship)
    .replace(/\{(\d+)-(\d+)\}/g, (_, min, max) => String(random.between(Number(min), Number(max))));

/**
 * Content within the limits of a post, about a player's ship: a few sentences, one in four with
 * markdown, a few that are hard to lay out.
 */
export function inventContent(random: Random, tone: Tone, ship = random.pick(SHIPS)): string {
  if (random.chance(0.006)) return random.pick(texts.hardCases).replace('{600 letters}', 'n'.repeat(600));
  const { openings, middles, closings } = texts.posts[tone];
  const sentences = Array.from({ length: random.between(1, 3) }, () => random.pick(middles));
  const parts = [`${fill(random, random.pick(openings), ship)} ${[...new Set(sentences)].join(' ')}`];
  if (random.chance(0.25)) parts.push(fill(random, random.pick(texts.markdown), ship));
  parts.push(random.pick(closings));
  return parts.join('\n\n');
}

/** A sentence about a moment of a battle. `clock` is what the battle's clock showed, such as `12:40`. */
export function inventMoment(random: Random, tone: Tone, clock: string): string {
  return random.pick(texts.moments[tone]).replace('{time}', clock);
}

/** A moderator's reason for what was done. */
export function inventReason(random: Random, action: keyof typeof texts.reasons): string {
  return random.pick(texts.reasons[action]);
}

/** A clan's description in markdown; sometimes empty. */
export function inventClanDescription(random: Random, name: string): string {
  if (random.chance(0.1)) return '';
  const { opening, middles, closings } = texts.clans;
  return [opening.replace('{name}', name), random.pick(middles), random.pick(closings)].join('\n\n');
}
