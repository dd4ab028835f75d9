/** A replay as it is shown, apart from what every list of posts loads. */
import { nullIfUnreadable, orEmpty } from '#lib/schemas/common.ts';
import { ChatMessageSchema, ReplayPlayerSchema, ReplaySchema } from '#lib/schemas/replay.ts';
import { z } from '#lib/schemas/zod.ts';

/** Teams or chat that cannot be read are null, and do not take each other along. */
export const ShownReplaySchema = z.object({
  ...ReplaySchema.shape,
  players: nullIfUnreadable(orEmpty(ReplayPlayerSchema)),
  chatMessages: nullIfUnreadable(orEmpty(ChatMessageSchema)),
});
export type ShownReplay = z.output<typeof ShownReplaySchema>;
