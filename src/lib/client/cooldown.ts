/** When a player may post about another player again. Throws as `request` does. */
import { request } from '#lib/client/client.ts';
import { isAbort, NetworkError } from '#lib/client/errors.ts';
import { findLatestPostAbout } from '#lib/client/latest-post.ts';
import { cooldownEnd, POST_COOLDOWN_HOURS } from '#lib/domain/posting.ts';
import { getCooldown } from '#lib/schemas/calls/post.ts';

const HOUR_MS = 3_600_000;

/** Who asks and when, in milliseconds since 1970. */
interface Asker {
  authorId: number;
  now: number;
}

/**
 * End of the author's cooldown for the player in milliseconds; null when there is none. Not every API has the call:
 * whatever else such a one answers, the author's own posts decide.
 */
export async function findCooldownEnd(
  playerId: number,
  { authorId, now }: Asker,
  signal?: AbortSignal,
): Promise<number | null> {
  try {
    const { until } = (await request(getCooldown, { query: { playerId }, signal })).data;
    return until === null ? null : Date.parse(until);
  } catch (error) {
    if (error instanceof NetworkError || isAbort(error)) throw error;
  }
  const since = now - POST_COOLDOWN_HOURS * HOUR_MS;
  return cooldownEnd(await findLatestPostAbout(playerId, { authorId, since }, signal), now);
}
