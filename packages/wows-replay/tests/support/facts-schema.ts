/** The shape of `ReplayFacts`. */
import * as z from 'zod/mini';

const Text = z.nullable(z.string());

export const FactsSchema = z.strictObject({
  decoderVersion: z.int(),
  source: z.literal(['payload', 'header', 'none']),
  arenaId: z.optional(Text),
  gameVersion: Text,
  isNewer: z.optional(z.literal(true)),
  map: Text,
  playedAt: Text,
  mode: Text,
  recorder: z.nullable(z.strictObject({ name: z.string(), shipParamsId: z.int() })),
  length: z.nullable(z.number()),
  clockAtStart: z.optional(z.nullable(z.number())),
  clock: z.optional(z.nullable(z.array(z.tuple([z.number(), z.int()])))),
  result: z.nullable(z.strictObject({ winner: z.nullable(z.int()), reason: z.int() })),
  observers: z.array(z.strictObject({ accountId: z.int(), name: z.string() })),
});
