/** Sends what the outbox holds to Discord, in the background, with retries, across restarts. */
import { millisecondsInMinute } from 'date-fns/constants';
import { BACK_OFF, waitAfter } from '#api/base/back-off.ts';
import { connectionProblem } from '#api/base/failures.ts';
import { createWorkLoop } from '#api/base/work-loop.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import { type Database, patient } from '#api/db/database.ts';
import { type DiscordMessage, messageOf } from '#api/discord/messages.ts';
import { createOutbox, DISCORD_CHANNELS, type DiscordChannel, KINDS } from '#api/discord/outbox.ts';
import {
  claimMessage,
  completeMessage,
  countMessages,
  type DueMessage,
  forgetMessage,
  type MessageCounts,
  postponeMessage,
} from '#api/discord/queue.ts';
import type { RegionId } from '#lib/regions.ts';
import { z } from '#lib/schemas/zod.ts';

/** The outcome of a request. */
type Outcome =
  /** The message is on Discord. */
  | { kind: 'sent'; messageId: string }
  /** The message is not on Discord: deleted by this request, or by someone before. */
  | { kind: 'gone' }
  /** Discord limits the rate; not a failure. */
  | { kind: 'limited' }
  /** `reason` names neither the address nor the message. */
  | { kind: 'failed'; reason: string };

/** Discord's limits over all webhooks of this process. */
interface GlobalLimit {
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
function createWebhook(url: string, limit: GlobalLimit, now: () => number) {
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

interface Options {
  webhooks: ApiConfig['discordWebhooks'];
  /** Site origins by region; the first is the one to link to. */
  siteOrigins: Readonly<Record<RegionId, readonly string[]>>;
  database: Database;
  now: () => number;
  /** Called with a reason that names no address. */
  onProblem: (reason: string) => void;
  onError: (error: unknown) => void;
}

/** The outbox with its sender. */
export type Discord = ReturnType<typeof createDiscord>;

/** Longer than any request takes. */
const LEASE_MS = millisecondsInMinute;
const POLL_MS = 5_000;

/** The webhook of each channel that has one, with its region. */
const linesOf = ({ webhooks, now }: Options) => {
  const limit: GlobalLimit = { freeAt: 0 };
  return DISCORD_CHANNELS.flatMap((channel) =>
    Object.entries(webhooks[channel]).flatMap(([region, url]) =>
      url === null ? [] : [{ region: region as RegionId, channel, webhook: createWebhook(url, limit, now) }],
    ),
  );
};
type Line = ReturnType<typeof linesOf>[number];

async function store({ database, onProblem }: Options, region: RegionId, due: DueMessage, outcome: Outcome) {
  await database.write(region, async ({ db, now }) => {
    if (outcome.kind === 'sent') await completeMessage(db, due, outcome.messageId);
    else if (outcome.kind === 'gone') await forgetMessage(db, due);
    else if (outcome.kind === 'limited') await postponeMessage(db, due, now, due.attempts - 1);
    else {
      const wait = waitAfter(BACK_OFF.message, due.attempts);
      const retryAt = wait === null ? null : now + wait;
      onProblem(outcome.reason + (retryAt === null ? '; the message was given up' : ''));
      await postponeMessage(db, due, retryAt, due.attempts);
    }
  });
}

/** Brings one due message up to date; false when there is none, or Discord limits the rate. */
async function sendNext(options: Options, { region, channel, webhook }: Line): Promise<boolean> {
  const { database, now, siteOrigins } = options;
  if (webhook.freeAt() > now()) return false;
  // By the database's clock, because processes on several machines claim messages.
  const due = await database.write(region, (tx) => claimMessage(tx.db, KINDS[channel], tx.now, LEASE_MS));
  if (due === null) return false;
  const place = { region, site: siteOrigins[region][0] as string };
  const message = await database.read(region, (db) => messageOf(db, place, due));
  await store(options, region, due, await webhook.put(due.messageId, message));
  return true;
}

/** Creates outbox and sender. Without webhooks it does nothing. */
export function createDiscord(options: Options) {
  const { webhooks, database, onError } = options;
  const lines = linesOf(options);
  const loops = lines.map((line) =>
    createWorkLoop({
      work: (signal) => sendNext({ ...options, database: patient(database, signal) }, line),
      everyMs: POLL_MS,
      onError,
    }),
  );
  const wake = (): void => {
    for (const loop of loops) void loop.wake();
  };
  const isOn = (region: RegionId, channel: DiscordChannel): boolean => webhooks[channel][region] !== null;

  return {
    ...createOutbox(isOn, wake),
    start(): void {
      for (const loop of loops) loop.start();
    },
    /** Due messages of all channels with a webhook. Rejects when the database is unavailable. */
    async count(): Promise<MessageCounts> {
      const sums: MessageCounts = { waiting: 0, retried: 0 };
      for (const { region, channel } of lines) {
        const found = await database.read(region, (db) => countMessages(db, KINDS[channel]));
        sums.waiting += found.waiting;
        sums.retried += found.retried;
      }
      return sums;
    },
    /** Stops after the running requests. What is due is sent after the next start. */
    async close(): Promise<void> {
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}
