/** Requests to a webhook of Discord, within its rate limits. */

import { connectionProblem } from '#api/base/failures.ts';
import type { DiscordMessage } from '#api/discord/messages.ts';
import { z } from '#lib/schemas/zod.ts';

/** The outcome of a request. */
export type Outcome =
  /** The message is on Discord. */
  | { kind: 'sent'; messageId: string }
  /** The message is not on Discord: deleted by this request, or by someone before. */
  | { kind: 'gone' }
  /** Discord limits the rate; not a failure. */
  | { kind: 'limited' }
  /** `reason` names neither the address nor the message. */
  | { kind: 'failed'; reason: string };

/** Discord's limits over all webhooks of this process. */
export interface GlobalLimit {
  freeAt: number;
}

const TIMEOUT_MS = 10_000;
const SentSchema = z.object({ id: z.string().check(z.regex(/^\d{1,20}$/)) });
const LimitedSchema = z.object({ retry_after: z.number(), global: z.optional(z.boolean()) });
/** Longer waits are cut to this. */
const WAIT_MAX_S = 3600;

const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => null);

const secondsOf = (text: string | null): number => {
  const seconds = Number(text ?? 1);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, WAIT_MAX_S) : 1;
};

/** Creates a webhook. `now` in milliseconds. */
export function createWebhook(url: string, limit: GlobalLimit, now: () => number) {
  let freeAt = 0;

  const readLimits = async (response: Response): Promise<void> => {
    const { headers } = response;
    if (headers.get('x-ratelimit-remaining') === '0')
      freeAt = now() + secondsOf(headers.get('x-ratelimit-reset-after')) * 1000;
    if (response.status !== 429) return;
    const body = LimitedSchema.safeParse(await jsonOf(response.clone())).data;
    const wait = secondsOf(body ? String(body.retry_after) : headers.get('retry-after')) * 1000;
    freeAt = Math.max(freeAt, now() + wait);
    if (body?.global || headers.get('x-ratelimit-global') === 'true') limit.freeAt = now() + wait;
  };

  const request = (messageId: string | null, message: DiscordMessage | null): Promise<Response> =>
    fetch(messageId === null ? `${url}?wait=true` : `${url}/messages/${messageId}`, {
      method: message === null ? 'DELETE' : messageId === null ? 'POST' : 'PATCH',
      ...(message !== null && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });

  const outcomeOf = async (response: Response, messageId: string | null): Promise<Outcome> => {
    if (response.status === 429) return { kind: 'limited' };
    if (response.status === 204) return { kind: 'gone' };
    // Unknown message: someone deleted it on Discord. With another code the webhook itself is unknown.
    if (response.status === 404 && messageId !== null) {
      const body = await jsonOf(response);
      const isMessage = z.object({ code: z.literal(10_008) }).safeParse(body).success;
      return isMessage ? { kind: 'gone' } : { kind: 'failed', reason: 'Discord does not know the webhook' };
    }
    if (!response.ok) return { kind: 'failed', reason: `Discord answered ${response.status}` };
    const sent = SentSchema.safeParse(await jsonOf(response)).data;
    const id = messageId ?? sent?.id;
    return id === undefined
      ? { kind: 'failed', reason: 'Discord answered without an id' }
      : { kind: 'sent', messageId: id };
  };

  return {
    /** When the next request may be made, in milliseconds. */
    freeAt: () => Math.max(freeAt, limit.freeAt),
    /** Sends the message, edits the one with `messageId`, or deletes it when `message` is null. */
    async put(messageId: string | null, message: DiscordMessage | null): Promise<Outcome> {
      if (messageId === null && message === null) return { kind: 'gone' };
      try {
        const response = await request(messageId, message);
        await readLimits(response);
        return await outcomeOf(response, messageId);
      } catch (error) {
        // Not the error's text, which may contain the address: that is a secret.
        return { kind: 'failed', reason: `Discord could not be reached: ${connectionProblem(error)}` };
      }
    },
  };
}
