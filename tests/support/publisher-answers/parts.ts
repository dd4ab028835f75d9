/** Parts that the fake publisher's answers share. */
import type { PublisherWorld } from '#api/demo/publisher/world.ts';
import type { PlayerRow } from '#api/demo/seed/world-players.ts';
import type { NamedShip } from '#api/publisher/types.ts';

/** Players and clans of one region, and the ships of the encyclopedia; none unless given. */
export interface FakeWorld extends PublisherWorld {
  ships?: NamedShip[];
}

/** A JSON answer. */
export interface FakeAnswer {
  status: number;
  body: unknown;
}

/** An answer with data, in the envelope of the documented API and of account calls. */
export const ok = (data: unknown): FakeAnswer => ({
  status: 200,
  body: { status: 'ok', meta: { count: 1 }, data },
});

/** The answer to an unknown address or id. */
export const NOT_FOUND: FakeAnswer = { status: 404, body: { status: 'error', error: 'NOT_FOUND' } };

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
export const membersOf = (world: FakeWorld, clanId: number): PlayerRow[] =>
  [...world.players.values()].filter((player) => player.clanId === clanId);
