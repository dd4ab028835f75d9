/** The call for ribbons. Apart from the other calls of players, because few pages need it. */
import { defineCall } from '#lib/schemas/call.ts';
import { idListSchema } from '#lib/schemas/id-list.ts';
import { RIBBON_MAX_LENGTH } from '#lib/schemas/player.ts';
import { z } from '#lib/schemas/zod.ts';

/** Most players of one call. */
export const RIBBONS_MAX = 100;

/** Ribbons by account id: a letter per post (`+`, `0`, `-`), oldest first. Players without one are left out. */
export const RibbonsSchema = z.record(
  z.string(),
  z.string().check(z.regex(/^[+0-]+$/), z.maxLength(RIBBON_MAX_LENGTH)),
);
export type Ribbons = z.output<typeof RibbonsSchema>;

export const getRibbons = defineCall({
  path: '/api/Player/ribbons',
  summary: 'How the latest posts rate several players',
  access: 'anyone',
  sharedSeconds: 5,
  query: z.object({ ids: idListSchema(RIBBONS_MAX) }),
  response: RibbonsSchema,
});
