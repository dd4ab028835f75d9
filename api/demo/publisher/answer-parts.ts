/** Parts that the stand-in's responses share. */
import type { PublisherWorld } from '#api/demo/publisher/world.ts';
import type { PlayerRow } from '#api/demo/seed/world-players.ts';

/** A JSON answer. */
export interface StandInAnswer {
  status: number;
  body: unknown;
}

/** An answer with data, in the envelope of the documented API and of account calls. */
export const ok = (data: unknown): StandInAnswer => ({
  status: 200,
  body: { status: 'ok', meta: { count: 1 }, data },
});

/** The answer to an unknown address or id. */
export const NOT_FOUND: StandInAnswer = { status: 404, body: { status: 'error', error: 'NOT_FOUND' } };

/** Seconds since 1970; null without a date. */
export const seconds = (date: Date | null | undefined): number | null =>
  date ? Math.floor(date.getTime() / 1000) : null;

/** By number of `CLAN_RANKS`. */
const ROLES = [
  'unknown',
  'commander',
  'executive_officer',
  'recruitment_officer',
  'commissioned_officer',
  'officer',
  'private',
];

/** The publisher's name of a member's rank. */
export const roleOf = (player: PlayerRow): string => ROLES[player.clanMemberRole ?? 0] ?? 'unknown';

/** The members of a clan. */
export const membersOf = (world: PublisherWorld, clanId: number): PlayerRow[] =>
  [...world.players.values()].filter((player) => player.clanId === clanId);
