/** Sends what the outbox holds to Discord, in the background, with retries, across restarts. */
import { millisecondsInMinute } from 'date-fns/constants';
import { BACK_OFF, waitAfter } from '#api/base/back-off.ts';
import { createWorkLoop } from '#api/base/work-loop.ts';
import {
  DISCORD_CHANNELS,
  type DiscordChannel,
  type DiscordWebhooks,
} from '#api/config/discord-variables.ts';
import { type Database, patient } from '#api/db/database.ts';
import { messageOf } from '#api/discord/messages.ts';
import { createOutbox, KINDS } from '#api/discord/outbox.ts';
import {
  claimMessage,
  completeMessage,
  countMessages,
  type DueMessage,
  forgetMessage,
  type MessageCounts,
  postponeMessage,
} from '#api/discord/queue.ts';
import { createWebhook, type GlobalLimit, type Outcome } from '#api/discord/webhook.ts';
import type { RegionId } from '#lib/regions.ts';

interface Options {
  webhooks: DiscordWebhooks;
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
