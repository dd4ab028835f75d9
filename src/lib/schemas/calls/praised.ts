/** The call for who was praised most. Apart from other calls, because only the search screens need it. */
import { defineCall } from '#lib/schemas/call.ts';
import { nullIfUnreadable, orElse, ShownTextSchema } from '#lib/schemas/common.ts';
import { ClanInfoSchema, clanWith, playerWith } from '#lib/schemas/player.ts';
import { z } from '#lib/schemas/zod.ts';

/** How far praise goes back, in days. */
export const PRAISED_DAYS = 7;
/** Most players, and most clans, of an answer. */
export const PRAISED_MAX = 6;

/** By how many different authors. */
const PraiseSchema = z.int().check(z.gte(1));

/** A player of the list. Never one who opted out, or whose details the publisher hides. */
export const PraisedPlayerSchema = playerWith({
  clan: nullIfUnreadable(ClanInfoSchema),
  /** Game karma plus platform karma. */
  karma: nullIfUnreadable(z.int()),
  praise: PraiseSchema,
});
export type PraisedPlayer = z.output<typeof PraisedPlayerSchema>;

/** A clan of the list. */
export const PraisedClanSchema = clanWith({
  name: ShownTextSchema,
  leagueColor: orElse(z.number(), 0),
  /** Total mixed karma. */
  karma: nullIfUnreadable(z.int()),
  praise: PraiseSchema,
});
export type PraisedClan = z.output<typeof PraisedClanSchema>;

/** Players and clans that more authors praised than others in the last 7 days, first the one with most. */
export const PraisedSchema = z.object({
  players: z.array(PraisedPlayerSchema),
  clans: z.array(PraisedClanSchema),
});
export type Praised = z.output<typeof PraisedSchema>;

export const getPraised = defineCall({
  path: '/api/Praised',
  summary: 'Players and clans praised most in the last 7 days',
  access: 'anyone',
  sharedSeconds: 5,
  response: PraisedSchema,
});
