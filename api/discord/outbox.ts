/**
 * The messages to send to Discord. Rows are written with the change that causes them, so that neither a rollback nor a crash
 * makes them differ; they are sent after the commit.
 */
import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { ApiConfig } from '#api/config/load-config.ts';
import type { Db, Tx } from '#api/db/database.ts';
import { discordMessages } from '#api/db/message-schema.ts';
import { modActions, platformBans } from '#api/db/moderation-schema.ts';
import { posts } from '#api/db/schema.ts';
import { anyOf } from '#api/db/sql.ts';
import type { RegionId } from '#lib/regions.ts';

/** Channels of a region: new posts for everyone, and moderation for staff. */
export const DISCORD_CHANNELS = ['posts', 'moderation'] as const;
/** One channel. */
export type DiscordChannel = keyof ApiConfig['discordWebhooks'];

/** The subject of a message. */
export type MessageKind = 'post' | 'action' | 'ban' | 'report' | 'objection' | 'opinion';

/** Kinds of messages of each channel. */
export const KINDS: Readonly<Record<DiscordChannel, readonly MessageKind[]>> = {
  posts: ['post'],
  moderation: ['action', 'ban', 'report', 'objection', 'opinion'],
};

/** The subject of a message. */
export interface MessageSubject {
  kind: MessageKind;
  /** Id of the post, action, ban, report or objection, or of the note that asks for an opinion. */
  id: string;
  /** The post itself, or that of an action, a report or a note. */
  postId: string | null;
  /** The player whose opt-out removes the message about a post. */
  playerId: number;
}

/** Selects messages: about a post and its mod actions, about a player, or the one whose subject has an id. */
export type MessageFilter = { postId: string } | { playerId: number } | { id: string };

const whereOf = (filter: MessageFilter): SQL => {
  if ('id' in filter) return eq(discordMessages.id, filter.id);
  if ('playerId' in filter) return eq(discordMessages.playerId, filter.playerId);
  return eq(discordMessages.postId, filter.postId);
};

const due = (now: number) => ({
  dueAt: new Date(now),
  attempts: 0,
  version: sql`${discordMessages.version} + 1`,
});

/** The parts of a person's data that are erased. */
export interface Erased {
  accountId: number;
  /** Posts by and about the account. */
  postIds: readonly string[];
  /** Regular expression of PostgreSQL that matches mentions in other people's texts. */
  mentions: string;
  /** Condition of the rows of a table that may have some. */
  isFound: (table: string) => SQL;
}

/** Posts, actions and bans of others whose message names the person: as a moderator, or in a text. */
const namesPerson = ({ accountId, mentions, isFound }: Erased): SQL => sql`
  select id from ${posts} where ${isFound('posts')} and (title ~* ${mentions} or content ~* ${mentions})
  union all select id from ${modActions}
    where mod_id = ${accountId} or ${isFound('mod_actions')} and reason ~* ${mentions}
  union all select id from ${platformBans}
    where mod_id = ${accountId} or ${isFound('platform_bans')} and reason ~* ${mentions}`;

/**
 * Has the messages about an erased account and its posts deleted, and other messages that name it reworded; returns their
 * number. Call it before the records change. Rows no longer have the account's id. Without `now` it only counts.
 */
export async function withdrawPerson(db: Db, now: number | null, erased: Erased): Promise<number> {
  const { id, playerId, postId } = discordMessages;
  const { accountId, postIds } = erased;
  const isAbout = or(eq(playerId, accountId), sql`${postId} = ${anyOf(postIds)}`);
  const isReworded = and(ne(playerId, 0), sql`${id} in (${namesPerson(erased)})`);
  if (now === null) return db.$count(discordMessages, or(isAbout, isReworded));
  const deleted = await db
    .update(discordMessages)
    .set({ ...due(now), playerId: 0 })
    .where(isAbout)
    .returning({ id });
  const reworded = await db.update(discordMessages).set(due(now)).where(isReworded).returning({ id });
  return deleted.length + reworded.length;
}

/**
 * Creates the outbox, as calls use it inside their transactions. `isOn`: whether a channel has a
 * webhook. `wake` is called after commits.
 */
export function createOutbox(isOn: (region: RegionId, channel: DiscordChannel) => boolean, wake: () => void) {
  return {
    /** Queues a message about a new or restored subject, if its channel has a webhook. */
    async queue({ db, region, now, afterCommit }: Tx, subject: MessageSubject): Promise<void> {
      const channel = DISCORD_CHANNELS.find((name) => KINDS[name].includes(subject.kind)) ?? 'posts';
      if (!isOn(region, channel)) return;
      await db
        .insert(discordMessages)
        .values({ ...subject, dueAt: new Date(now), createdAt: new Date(now) })
        .onConflictDoUpdate({ target: discordMessages.id, set: due(now) });
      afterCommit(wake);
    },
    /** Queues the changes to existing messages. Without a webhook, too: once it is set again, the messages follow. */
    async mark({ db, now, afterCommit }: Tx, filter: MessageFilter): Promise<void> {
      await db.update(discordMessages).set(due(now)).where(whereOf(filter));
      afterCommit(wake);
    },
  };
}
