/** The facts that rules of advice look at, for stored posts, by indexes. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#api/db/database.ts';
import { NOT_CHECKED, replays } from '#api/db/replay-schema.ts';
import { players, posts, users } from '#api/db/schema.ts';
import { anyOf } from '#api/db/sql.ts';
import { hasSign } from '#api/model/posts/filters.ts';
import { sameBattle } from '#lib/domain/advice/advice.ts';
import {
  type AdviceFacts,
  type AdviceReplay,
  type AuthorFacts,
  GANG_HOURS,
  NEW_ACCOUNT_DAYS,
  TRADE_DAYS,
} from '#lib/domain/advice/facts.ts';
import { type Holds, isHeld, showsBoth } from '#lib/domain/evidence.ts';
import { parseFlairs } from '#lib/domain/flairs.ts';

const SAME_BATTLE = sql.raw(`'${sameBattle.code}'`);
/** Posts about one player that are looked at, newest first. */
const RECENT_MAX = 200;

const interval = (count: number, unit: 'hour' | 'day') => sql.raw(`interval '${count} ${unit}'`);
const [own, other] = [sql`own.flairs`, sql`other.flairs`];
/** Both posts are positive. */
const BOTH_GOOD = sql`(${hasSign(1, own)} and ${hasSign(1, other)})`;
const BOTH_BAD = sql`(${hasSign(-1, own)} and ${hasSign(-1, other)})`;

/** The author of the post named `name`. One who signed in only later, as after an import, does not count as new. */
const authorOf = (name: 'own' | 'other'): SQL => {
  const post = sql.raw(name);
  return sql`(
    select json_build_object('id', author.id, 'clanId', author.clan_id, 'isNew', coalesce(account.created_at
        between ${post}.created_at - ${interval(NEW_ACCOUNT_DAYS, 'day')} and ${post}.created_at, false),
      'arenaId', (select replay.arena_id from ${replays} as replay where replay.post_id = ${post}.id))
    from ${players} as author left join ${users} as account on account.id = author.id
    where author.id = ${post}.author_id)`;
};

/** Posts that a moderator removed are no reason for advice about others. */
const isLeft = sql`not other.mod_locked`;
/** A total order: of two posts of one moment, too, only one may depend on the other. */
const isBefore = sql`(other.created_at, other.id) < (own.created_at, own.id)`;
const isEarlier = sql`${isLeft} and ${isBefore}`;

// An imported file whose decoder has yet to read it says nothing (rule 29.8).
const COLUMNS = sql`own.id, own.flairs, own.advice, (extract(epoch from own.created_at) * 1000)::float8 as "postedAt",
  own.author_id::float8 as "authorId", author.username as "authorName",
  own.player_id::float8 as "playerId", player.username as "playerName", own.has_replay as "hasReplay", ${authorOf('own')} as author,
  (select json_build_object('players', replay.players, 'chatMessages', replay.chat_messages, 'facts', replay.facts)
    from ${replays} as replay where replay.post_id = own.id and replay.decoder_version <> ${NOT_CHECKED}) as replay,
  (select coalesce(json_agg(near.author), '[]') from (
    select ${authorOf('other')} as author from ${posts} as other
    where other.player_id = own.player_id and other.author_id <> own.author_id and ${isEarlier}
      and other.created_at between own.created_at - ${interval(GANG_HOURS, 'hour')} and own.created_at
      and (${BOTH_GOOD} or ${BOTH_BAD})
    order by other.created_at desc limit ${sql.raw(String(RECENT_MAX))}) as near) as recent,
  exists (select from ${replays} as mine join ${replays} as replay on replay.arena_id = mine.arena_id
    join ${posts} as other on other.id = replay.post_id
    where mine.post_id = own.id and other.author_id = own.author_id and ${isEarlier}) as "isBattleReused",
  exists (select from ${posts} as other
    where other.author_id = own.player_id and other.player_id = own.author_id and ${BOTH_GOOD} and ${isEarlier}
      and other.created_at between own.created_at - ${interval(TRADE_DAYS, 'day')} and own.created_at) as "isPraisedBack"`;

/**
 * Ids of the later posts whose advice may depend on these posts, and their locks, oldest first. They are those about the same
 * player or in return, and the author's with the same battle, now or when they were advised about.
 */
export async function lockLaterPosts(db: Db, ids: readonly string[]): Promise<string[]> {
  const later = (to: SQL, condition: SQL) => sql`
    select own.id from ${posts} as other join ${posts} as own on ${condition} and ${isBefore}
      and own.created_at between other.created_at and ${to} where other.id = ${anyOf(ids)}`;
  // The battle's replays are found before the author's posts, of which there may be thousands: `offset 0` keeps this order.
  const within = (count: number, unit: 'hour' | 'day') => sql`other.created_at + ${interval(count, unit)}`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select own.id from ${posts} as own where own.id in (
      ${later(within(GANG_HOURS, 'hour'), sql`own.player_id = other.player_id`)}
      union ${later(
        within(TRADE_DAYS, 'day'),
        sql`own.author_id = other.player_id and own.player_id = other.author_id`,
      )}
      union select own.id from (select author_id, min(created_at) as first from ${posts} where id = ${anyOf(ids)} group by 1) as other
        join ${posts} as own on own.author_id = other.author_id and own.created_at >= first and ${SAME_BATTLE} = any(own.advice)
      union select own.id from (
        select other.id, other.created_at, other.author_id, mine.post_id from ${posts} as other
        join ${replays} as replay on replay.post_id = other.id join ${replays} as mine on mine.arena_id = replay.arena_id
        where other.id = ${anyOf(ids)} offset 0) as other
        join ${posts} as own on own.id = other.post_id and own.author_id = other.author_id and ${isBefore})
    order by own.created_at, own.id for no key update`);
  return rows.map(({ id }) => id);
}

interface Row {
  id: string;
  flairs: number;
  advice: string[];
  postedAt: number;
  authorId: number;
  authorName: string;
  playerId: number;
  playerName: string;
  author: AuthorFacts;
  hasReplay: boolean;
  replay: AdviceReplay | null;
  recent: AuthorFacts[];
  isBattleReused: boolean;
  isPraisedBack: boolean;
}

/** A post with its facts, and the codes that are stored. */
export interface AdvisedPost {
  id: string;
  advice: readonly string[];
  facts: AdviceFacts;
}

/** The facts about posts, in no particular order. */
export async function readFacts(db: Db, ids: readonly string[]): Promise<AdvisedPost[]> {
  const { rows } = await db.execute<Record<string, unknown> & Row>(sql`
    select ${COLUMNS} from ${posts} as own join ${players} as author on author.id = own.author_id
    join ${players} as player on player.id = own.player_id where own.id = ${anyOf(ids)}`);
  return rows.map(({ id, advice, author, recent, isBattleReused, isPraisedBack, ...row }) => ({
    id,
    advice,
    facts: {
      author: { id: row.authorId, username: row.authorName },
      player: { id: row.playerId, username: row.playerName },
      flairs: parseFlairs(row.flairs),
      postedAt: row.postedAt,
      hasReplay: row.hasReplay,
      replay: row.replay,
      others: { author, recent, isBattleReused, isPraisedBack },
    },
  }));
}

/** Whether a stored post with these flairs, held so far or not, waits for a moderator before it counts (rule 28.6). */
export async function findHeld(
  db: Db,
  holds: Holds,
  { id, flairs, held }: { id: string; flairs: number; held: boolean },
): Promise<boolean> {
  const [post] = await readFacts(db, [id]);
  if (post === undefined) return false;
  const { hasReplay, replay, ...parties } = post.facts;
  const shown = replay === null ? 'unread' : showsBoth(replay, parties);
  return isHeld(holds, parseFlairs(flairs), hasReplay ? shown : null, held);
}
