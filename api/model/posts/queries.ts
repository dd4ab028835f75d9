/** Reads of posts with their players, clans and replay state, and the wire's Post. */
import { eq, type Query, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { THUMBNAIL } from 'wows-replay/battle/surface';
import type { Shown } from 'wows-replay/battle/thumbnail';
import type { Db, Reader } from '#api/db/database.ts';
import { decisions, replies } from '#api/db/decision-schema.ts';
import { createLoader } from '#api/db/loader.ts';
import { replays } from '#api/db/replay-schema.ts';
import { clans, gonePosts, players, posts, type StoredPost } from '#api/db/schema.ts';
import { anyOf, anyOfPlaceholder, arrayText, isoTimeOfText, newestFirst } from '#api/db/sql.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { notFound } from '#api/http/errors.ts';
import { shipNameOn } from '#api/model/posts/ships.ts';
import { notRead } from '#lib/domain/advice/advice.ts';
import { isEvidence } from '#lib/domain/advice/badges.ts';
import { canSeeAdvice, canSeeOptedOut, canSeeTicketId, type Viewer } from '#lib/domain/permissions.ts';
import type { ClanInfo } from '#lib/schemas/player.ts';
import type { Post, PostParty, Reply } from '#lib/schemas/post.ts';
import { type Battle, REPLAY_STATE, type Replay } from '#lib/schemas/replay.ts';

/** Name, the clan's id, tag, name and colour, and whether the player's details are hidden. */
type Party = readonly [string, number | null, string | null, string | null, number | null, boolean];

/** A player with the clan, as one column. Subqueries are cheaper to plan than joins of players and clans, twice. */
const partyOf = (id: PgColumn) => sql`(
  select json_build_array(party.username, clan.id, clan.tag, clan.name, clan.league_color,
    party.opted_out or party.wg_hidden)
  from ${players} as party left join ${clans} as clan on clan.id = party.clan_id where party.id = ${id})`;

/** Content, whether a moderator removed it and by which decision, and when it was written and changed. */
type StoredReply = readonly [string, removed: boolean, decisionId: string | null, string, string | null];

const reply = sql`(
  select json_build_array(${replies.content}, ${replies.removed}, case when ${replies.removed} then (select ${decisions.id} from ${decisions}
    where ${decisions.postId} = ${posts.id} and ${decisions.kind} = 'reply-removed' and ${decisions.revertedAt} is null limit 1) end,
    ${replies.createdAt}, ${replies.updatedAt})
  from ${replies} where ${replies.postId} = ${posts.id} and (not ${replies.withdrawn} or ${replies.removed}))`;

/** Id and name; `hidden` only where it is true, which is rare. */
type ListedPlayer = Omit<PostParty, 'clan'>;

/** A post with everything that a list shows of it. */
export interface PostRow {
  id: string;
  flairs: number;
  title: string;
  content: string;
  ticketId: string | null;
  modLocked: boolean;
  readOnly: boolean;
  held: boolean;
  /** Codes of all advice; `toPost` sends the codes that the viewer may see. */
  advice: string[];
  /** In ISO 8601. */
  createdAt: string;
  updatedAt: string | null;
  replayId: string | null;
  replayState: number | null;
  /** Whether the player it is about has opted out; decides who sees the post listed, never sent. */
  playerOptedOut: boolean;
  author: ListedPlayer;
  authorClan: ClanInfo | null;
  player: ListedPlayer;
  playerClan: ClanInfo | null;
  /** The battle of its replay; null before the facts are known, and where there are none. */
  battle: Battle | null;
  /** Also a removed one; `toPost` sends what the viewer may see. */
  reply: (Reply & { removed: boolean }) | null;
}

/** A post and its replay as the driver returns them: times are text, and ids floats, which are numbers in both databases. */
interface StoredRow
  extends Omit<PostRow, 'author' | 'authorClan' | 'player' | 'playerClan' | 'battle' | 'reply'> {
  authorId: number;
  author: Party;
  playerId: number;
  player: Party;
  hasFacts: boolean;
  map: string | null;
  playedAt: string | null;
  authorShip: number | null;
  authorShipName: string | null;
  playerShip: number | null;
  playerShipName: string | null;
  thumbnail: { version: string; shown: Shown | null } | null;
  /** By id, the names of players who sank a ship of the thumbnail; null for those who may not be named. */
  killers: Readonly<Record<string, string | null>> | null;
  reply: StoredReply | null;
}

const killers = sql`(
  select json_object_agg(killer.id, case when not killer.opted_out and not killer.wg_hidden then killer.username end)
  from ${players} as killer where killer.id in ((${replays.thumbnailShown}#>>'{sinkings,0,by,id}')::bigint,
    (${replays.thumbnailShown}#>>'{sinkings,1,by,id}')::bigint))`;

/** As text, because drizzle's mapping of its own columns takes longer than the rest of a call. */
const columns = sql`${posts.id}, ${posts.flairs}, ${posts.title}, ${posts.content}, ${posts.ticketId} as "ticketId",
  ${posts.modLocked} as "modLocked", ${posts.readOnly} as "readOnly", ${posts.held}, ${posts.advice}, ${posts.createdAt} as "createdAt",
  ${posts.updatedAt} as "updatedAt", ${replays.id} as "replayId", ${replays.state} as "replayState",
  ${posts.subjectHidden} as "playerOptedOut", ${posts.authorId}::float8 as "authorId", ${partyOf(posts.authorId)} as author,
  ${posts.playerId}::float8 as "playerId", ${partyOf(posts.playerId)} as player, ${replays.facts} is not null as "hasFacts",
  ${replays.map}, ${replays.playedAt} as "playedAt", ${replays.authorShip}::float8 as "authorShip",
  ${shipNameOn(replays.authorShip)} as "authorShipName", ${replays.playerShip}::float8 as "playerShip",
  ${shipNameOn(replays.playerShip)} as "playerShipName", case when ${replays.thumbnailSha256} is not null then json_build_object('shown', ${replays.thumbnailShown},
    'version', left(${replays.thumbnailSha256}, 12) || '-' || ${replays.thumbnailVersion}) end as thumbnail, ${killers} as killers, ${reply} as reply`;
const withReplay = sql`left join ${replays} on ${replays.postId} = ${posts.id}`;
const inOrder = sql`order by ${sql.join(newestFirst(posts.createdAt, posts.id), sql`, `)}`;

const playerOf = (id: number, [username, , , , , hidden]: Party): ListedPlayer =>
  hidden ? { id, username, hidden } : { id, username };

function clanOf([, id, tag, name, leagueColor]: Party): ClanInfo | null {
  if (id === null || tag === null || name === null || leagueColor === null) return null;
  return { id, tag, name, leagueColor };
}

const shipOf = (shipParamsId: number | null, shipName: string | null): Battle['author'] =>
  shipParamsId === null ? null : { shipParamsId, shipName };

/**
 * With the names of today of those who sank a ship, or that of the replay where the API does not know the account (rule 30.61).
 */
function thumbnailOf({ thumbnail, killers }: StoredRow): Pick<Battle, 'thumbnail'> {
  if (thumbnail === null) return {};
  const { shown } = thumbnail;
  const sinkings = shown?.sinkings?.map(({ by, ...sinking }) => {
    const { [by?.id ?? 0]: username = by?.name } = { 0: null, ...killers };
    const named = by && username ? { id: by.id, username } : { id: 0, username: 'another player' };
    return { ...sinking, by: by && named };
  });
  return { thumbnail: { ...thumbnail, shown: shown && { ...shown, sinkings }, ...THUMBNAIL } };
}

const battleOf = (row: StoredRow): Battle => ({
  map: row.map,
  playedAt: row.playedAt,
  author: shipOf(row.authorShip, row.authorShipName),
  player: shipOf(row.playerShip, row.playerShipName),
  ...thumbnailOf(row),
});

function replyOf([content, removed, id, createdAt, updatedAt]: StoredReply): PostRow['reply'] {
  const at = new Date(createdAt).toISOString();
  const decisionId = id ?? undefined;
  const changed = updatedAt && new Date(updatedAt).toISOString();
  return { content, removed, decisionId, createdAt: at, updatedAt: changed };
}

const toRow = (row: StoredRow): PostRow => ({
  ...row,
  createdAt: isoTimeOfText(row.createdAt),
  updatedAt: isoTimeOfText(row.updatedAt),
  battle: row.hasFacts && !row.advice.includes(notRead.code) ? battleOf(row) : null,
  author: playerOf(row.authorId, row.author),
  authorClan: clanOf(row.author),
  player: playerOf(row.playerId, row.player),
  playerClan: clanOf(row.player),
  reply: row.reply && replyOf(row.reply),
});

const byId = (matches: SQL) =>
  sql`select ${columns} from ${posts} ${withReplay} where ${posts.id} ${matches}`;
const BY_ID = buildStatement(sql`${byId(sql`= ${anyOfPlaceholder('ids', 'uuid')}`)} ${inOrder}`);
const loadPosts = createLoader<StoredRow, string>(byId, ({ id }) => id, 'uuid');

/** A post, outside a transaction; null when it does not exist. Never change it. */
export const loadPost = async (db: Reader, id: string): Promise<PostRow | null> =>
  (await loadPosts(db, [id])).map(toRow)[0] ?? null;

/** Posts by id, newest first. */
export async function findPosts(db: Db, ids: readonly string[]): Promise<PostRow[]> {
  if (ids.length === 0) return [];
  return (await runStatement<StoredRow>(db, BY_ID, { ids: arrayText(ids) })).map(toRow);
}

/** Statement: the posts whose ids the query `ids` returns, newest first, and the value of `total` with each. */
export const postPage = (ids: SQL, total: SQL): SQL =>
  sql`select ${columns}, ${total} as total from (${ids}) as page join ${posts} on ${posts.id} = page.id ${withReplay} ${inOrder}`;

/** Runs a built `postPage`; null without posts. */
export async function readPostPage(
  db: Db,
  statement: Query,
  values: Readonly<Record<string, unknown>>,
): Promise<{ rows: PostRow[]; total: number } | null> {
  const rows = await runStatement<StoredRow & { total: string | number }>(db, statement, values);
  const [first] = rows;
  return first === undefined ? null : { rows: rows.map(toRow), total: Number(first.total) };
}

/** A post, without any check of who may see it; null when it does not exist. */
export async function findPost(db: Db, id: string): Promise<PostRow | null> {
  const [row] = await findPosts(db, [id]);
  return row ?? null;
}

/**
 * A stored post, locked until the transaction ends, so that changes to it take turns; null when it does not exist. The player
 * it is about is locked first, because an opt-out changes the player before the posts, and the author before
 * that, as an erasure of the author does.
 */
export async function lockPost(db: Db, id: string): Promise<StoredPost | null> {
  const party = (column: typeof posts.authorId | typeof posts.playerId) =>
    db
      .select({ id: players.id })
      .from(players)
      .where(eq(players.id, db.select({ id: column }).from(posts).where(eq(posts.id, id))));
  await party(posts.authorId).for('key share');
  await party(posts.playerId).for('no key update');
  const [row] = await db.select().from(posts).where(eq(posts.id, id)).for('update');
  return row ?? null;
}

/** The same for a post that must exist; else 404. */
export async function requirePost(db: Db, id: string): Promise<StoredPost> {
  const post = await lockPost(db, id);
  if (post === null) throw notFound();
  return post;
}

const replayStateOf = (state: number | null): Post['replayState'] =>
  state === REPLAY_STATE.processing || state === REPLAY_STATE.ready ? state : REPLAY_STATE.notReady;

/** Advice that the viewer may see (rule 28.3); absent without any. */
function adviceFor(viewer: Viewer, row: PostRow): Pick<Post, 'advice'> {
  const advice = canSeeAdvice(viewer, row) ? row.advice : row.advice.filter(isEvidence);
  return advice.length === 0 ? {} : { advice };
}

/** The reply unless it was removed or its author has opted out, which only they and staff see (rule 31.5). */
function replyFor(viewer: Viewer, { reply, playerOptedOut, player }: PostRow): Pick<Post, 'reply'> {
  if (reply === null) return {};
  const { removed, decisionId, ...shown } = reply;
  if ((removed || playerOptedOut) && !canSeeOptedOut(viewer, player.id)) return {};
  const isOwn = viewer?.id === player.id && decisionId !== undefined;
  return { reply: { ...shown, ...(removed && { removed }), ...(isOwn && { decisionId }) } };
}

/** The wire's Post. The ticket id is only for the author, mod, admin and wg (rule 17.3). Lists have no replay. */
export function toPost(row: PostRow, viewer: Viewer, replay: Replay | null = null): Post {
  return {
    id: row.id,
    player: { ...row.player, clan: row.playerClan },
    author: { ...row.author, clan: row.authorClan },
    flairs: row.flairs,
    title: row.title,
    content: row.content,
    modLocked: row.modLocked,
    readOnly: row.readOnly,
    ...(row.held && { held: true }),
    replayId: row.replayId,
    replay,
    ...(row.replayId === null ? {} : { battle: row.battle }),
    replayState: replayStateOf(row.replayState),
    ...adviceFor(viewer, row),
    ...replyFor(viewer, row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    supportTicketStatus: {
      hasTicket: row.ticketId !== null,
      ticketId: canSeeTicketId(viewer, row) ? row.ticketId : null,
    },
  };
}

/** Keeps the ids of posts that are about to be deleted. */
export async function keepGone(db: Db, ids: readonly string[]): Promise<void> {
  await db.execute(sql`insert into ${gonePosts} (id)
    select ${posts.id} from ${posts} where ${posts.id} = ${anyOf(ids)} on conflict do nothing`);
}

const GONE = buildStatement(sql`select id from ${gonePosts} where id = ${sql.placeholder('id')}`);

/** Whether a post with this id was deleted or erased. */
export async function isGone(db: Db, id: string): Promise<boolean> {
  return (await runStatement(db, GONE, { id })).length > 0;
}
