/** What is read of a post: itself, both players with their clans, and whether it has a replay. */
import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#api/db/database.ts';
import { clans, players, posts, replays } from '#api/db/schema.ts';

const author = alias(players, 'author');
const authorClan = alias(clans, 'author_clan');
const player = alias(players, 'player');
const playerClan = alias(clans, 'player_clan');

const columns = {
  id: posts.id,
  flairs: posts.flairs,
  title: posts.title,
  content: posts.content,
  ticketId: posts.ticketId,
  modLocked: posts.modLocked,
  readOnly: posts.readOnly,
  createdAt: posts.createdAt,
  updatedAt: posts.updatedAt,
  author: { id: author.id, username: author.username },
  authorClan: {
    id: authorClan.id,
    tag: authorClan.tag,
    name: authorClan.name,
    leagueColor: authorClan.leagueColor,
  },
  player: { id: player.id, username: player.username },
  playerClan: {
    id: playerClan.id,
    tag: playerClan.tag,
    name: playerClan.name,
    leagueColor: playerClan.leagueColor,
  },
  replayId: replays.id,
  replayState: replays.state,
};

/** Query of posts with everything the wire shows of them in a list; add conditions and order. */
export function selectPosts(db: Db) {
  return db
    .select(columns)
    .from(posts)
    .innerJoin(author, eq(author.id, posts.authorId))
    .innerJoin(player, eq(player.id, posts.playerId))
    .leftJoin(authorClan, eq(authorClan.id, author.clanId))
    .leftJoin(playerClan, eq(playerClan.id, player.clanId))
    .leftJoin(replays, eq(replays.postId, posts.id))
    .$dynamic();
}

/** A post as read by `selectPosts`. */
export type PostRow = Awaited<ReturnType<typeof selectPosts>>[number];
