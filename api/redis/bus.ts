/**
 * A bus between processes, with a channel per region. Listeners get each event once, through Redis, also those of their own
 * process; only while Redis is away they get them directly. What other processes missed meanwhile is unknown, so then a
 * `missed` event makes all clients reload.
 */
import { randomUUID } from 'node:crypto';
import type { Bus, HubEvent } from '#api/events/bus.ts';
import { PREFIX, type RedisLink } from '#api/redis/link.ts';
import { REGION_IDS, type RegionId } from '#lib/regions.ts';
import { AccountIdSchema, GuidSchema } from '#lib/schemas/common.ts';
import { type Notification, NotificationSchema } from '#lib/schemas/notification.ts';
import { type Post, PostSchema } from '#lib/schemas/post.ts';
import { ReviewChangeSchema } from '#lib/schemas/review.ts';
import { z } from '#lib/schemas/zod.ts';

/** Accepts values that fit the wire's schema, without changing them: parsing would replace texts that a page should not show. */
const fitting = <T>(schema: z.ZodMiniType<T>) =>
  z.custom<T>((value) => schema.safeParse(value).success, 'does not fit its schema');

const post = fitting<Post>(PostSchema);

const version = z.int();

const type = <const T extends string>(name: T) => z.literal(name);

const EventSchema = z.discriminatedUnion('type', [
  z.object({ type: type('newPost'), post, version }),
  z.object({ type: type('editedPost'), post, version }),
  z.object({ type: type('deletedPost'), postId: GuidSchema, version }),
  z.object({ type: type('newNotification'), notification: fitting<Notification>(NotificationSchema) }),
  z.object({ type: type('deletedNotification'), accountId: AccountIdSchema, id: GuidSchema }),
  z.object({ type: type('review'), accountIds: z.array(AccountIdSchema), change: ReviewChangeSchema }),
  z.object({ type: type('seedTokenInvalidated'), accountId: AccountIdSchema }),
  z.object({ type: type('missed') }),
]);

const MessageSchema = z.object({ from: z.string(), id: z.int(), event: EventSchema });

/** An event, the process that published it, and the number of the event in that process. */
interface EventMessage {
  from: string;
  id: number;
  event: HubEvent;
}

/** Serialises a message as JSON. */
export const writeMessage = (message: EventMessage): string => JSON.stringify(message);

/** Parses a message; null for anything else. */
export function readMessage(text: string): EventMessage | null {
  try {
    return MessageSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

const CHANNEL = `${PREFIX}events:`;
const channelOf = (region: RegionId): string => `${CHANNEL}${region}`;
const regionOf = (channel: string): RegionId | undefined =>
  REGION_IDS.find((region) => channel === channelOf(region));

interface Unheard {
  region: RegionId;
  event: HubEvent;
}

/** Creates the bus; `local` has the listeners of this process. `onInvalid` is called for a message that cannot be read. */
export function createRedisBus(
  link: Pick<RedisLink, 'commands' | 'isSubscribed' | 'listen'>,
  local: Bus,
  onInvalid: (channel: string) => void,
): Bus {
  const from = randomUUID();
  let last = 0;
  /** Events of this process that its listeners have not got yet. */
  const unheard = new Map<number, Unheard>();
  /** Regions in which other processes missed an event. */
  const missed = new Set<RegionId>();

  const deliver = (id: number): void => {
    const waiting = unheard.get(id);
    if (waiting === undefined) return;
    unheard.delete(id);
    void local.publish(waiting.region, waiting.event);
  };

  const publish = async (region: RegionId, event: HubEvent): Promise<void> => {
    last += 1;
    const id = last;
    unheard.set(id, { region, event });
    try {
      await link.commands.publish(channelOf(region), writeMessage({ from, id, event }));
      if (!link.isSubscribed) deliver(id);
    } catch {
      missed.add(region);
      deliver(id);
    }
  };

  link.listen(REGION_IDS.map(channelOf), {
    message(channel, text) {
      const region = regionOf(channel);
      const message = readMessage(text);
      if (region === undefined || message === null) onInvalid(channel);
      else if (message.from === from) deliver(message.id);
      else void local.publish(region, message.event);
    },
    commandsRestored() {
      const regions = [...missed];
      missed.clear();
      for (const region of regions) void publish(region, { type: 'missed' });
    },
    subscriptionsRestored() {
      for (const region of REGION_IDS) void local.publish(region, { type: 'missed' });
    },
    subscriptionsLost() {
      for (const id of unheard.keys()) deliver(id);
    },
  });
  return { publish, subscribe: local.subscribe };
}
