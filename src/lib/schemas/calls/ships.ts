/** The call for the names of ships. */
import { defineCall } from '#lib/schemas/call.ts';
import { orNull, ShownTextSchema } from '#lib/schemas/common.ts';
import { idListSchema } from '#lib/schemas/id-list.ts';
import { z } from '#lib/schemas/zod.ts';

/** Most ships of one call: more than one battle has. */
export const SHIPS_MAX = 40;

/** A ship by its number in the game (`shipParamsId`). */
const NamedShipSchema = z.object({
  id: z.int(),
  name: ShownTextSchema,
  /** 1 to 11; null where the publisher has not named it. */
  tier: orNull(z.int()),
});
export type NamedShip = z.output<typeof NamedShipSchema>;

export const getShips = defineCall({
  path: '/api/Ships',
  summary: 'Names and tiers of several ships; unknown ones are left out',
  access: 'anyone',
  privateSeconds: 3_600,
  query: z.object({ ids: idListSchema(SHIPS_MAX) }),
  response: z.array(NamedShipSchema),
});
