/** The data of previews and pictures of players, posts and clans: only what every visitor may see. */
import { sql } from 'drizzle-orm';
import { shipTitle } from 'wows-replay/ships';
import { excerpt, shownName } from '#api/base/shown-text.ts';
import type { Db, Reader } from '#api/db/database.ts';
import { players } from '#api/db/schema.ts';
import { buildStatement, runStatement } from '#api/db/statements.ts';
import { findClan } from '#api/model/players/clans.ts';
import { isErased } from '#api/model/players/erasures.ts';
import { findPlayersWithClans } from '#api/model/players/queries.ts';
import { findRibbons } from '#api/model/players/ribbons.ts';
import { findPost, isGone, type PostRow } from '#api/model/posts/queries.ts';
import { isListed } from '#api/model/posts/visibility.ts';
import { isUnchecked } from '#lib/domain/advice/badges.ts';
import { mapName } from '#lib/domain/battle-names.ts';
import { playerEmblem } from '#lib/domain/emblems.ts';
import { type ParsedFlairs, parseFlairs } from '#lib/domain/flairs.ts';
import { playerName } from '#lib/schemas/player.ts';

/** A player who did not opt out; both karmas are null if the publisher hides them. */
export interface PlayerCard {
  kind: 'player';
  id: number;
  username: string;
  clanTag: string | null;
  gameKarma: number | null;
  siteKarma: number | null;
  /** Flags of the emblem. */
  emblem: string;
  /** Signs of the latest posts (rule 5.13). */
  ribbon: string;
  ratings: { performance: number; teamplay: number; courtesy: number };
}

/** A ship. */
export interface CardShip {
  title: string;
}

/** The battle of a post's replay. */
export interface CardBattle {
  map: string | null;
  /** Null when the replay does not show the player. */
  author: CardShip | null;
  player: CardShip | null;
  /** Absent where no thumbnail was drawn. */
  thumbnail?: NonNullable<PostRow['battle']>['thumbnail'];
}

/** A post that is listed for everyone. */
export interface PostCard {
  kind: 'post';
  id: string;
  title: string;
  author: string;
  player: string;
  /** Ids of author and player, and the flags of their emblems. */
  authorId: number;
  playerId: number;
  emblems: readonly [string, string];
  /** Signs of the latest posts about the player. */
  ribbon: string;
  replayId: string | null;
  flairs: ParsedFlairs;
  /** Whether it does not count yet; absent otherwise, so that versions of other pictures stay. */
  held?: true;
  /** Null if nothing is known of it, or only what a replay’s header says, which is not checked. */
  battle: CardBattle | null;
  excerpt: string;
}

/** A clan with the sums over its members. */
export interface ClanCard {
  kind: 'clan';
  id: number;
  tag: string;
  name: string;
  leagueColor: number;
  isDisbanded: boolean;
  members: number;
  karma: number;
}

/** The data of one page. */
export type Card = PlayerCard | PostCard | ClanCard;

/**
 * A card; 'hidden' for a page that exists and must not be described, 'gone' for one that no
 * longer exists; null for an unknown one.
 */
export type CardResult<C extends Card> = C | 'hidden' | 'gone' | null;

const EXCERPT_MAX_LENGTH = 320;

/** Players who opted out are hidden, erased ones are gone. */
export async function readPlayerCard(db: Db, id: number): Promise<CardResult<PlayerCard>> {
  const [row] = await findPlayersWithClans(db, [id]);
  if (row === undefined) return (await isErased(db, id)) ? 'gone' : null;
  const { clan } = row;
  if (row.optedOut) return 'hidden';
  return {
    kind: 'player',
    id,
    username: shownName(row.username, playerName(id)),
    clanTag: clan === null ? null : shownName(clan.tag, String(clan.id)),
    gameKarma: row.wgHidden ? null : row.gameKarma,
    siteKarma: row.wgHidden ? null : row.siteKarma,
    emblem: playerEmblem(id, row.wgHidden),
    ribbon: (await findRibbons(db, [id]))[id] ?? '',
    ratings: {
      performance: row.ratingPerformance,
      teamplay: row.ratingTeamplay,
      courtesy: row.ratingCourtesy,
    },
  };
}

function cardShip(ship: NonNullable<PostRow['battle']>['author']): CardShip | null {
  if (ship === null) return null;
  const { shipParamsId, shipName } = ship;
  const title = shipTitle(shipParamsId, shipName) ?? '';
  return { title: shownName(title, 'Unknown ship') };
}

function cardBattle(battle: PostRow['battle']): CardBattle | null {
  if (battle === null) return null;
  const map = battle.map === null ? null : shownName(mapName(battle.map), 'Unknown map');
  const [author, player] = [cardShip(battle.author), cardShip(battle.player)];
  const { thumbnail } = battle;
  if (map === null && author === null && player === null && !thumbnail) return null;
  return { map, author, player, ...(thumbnail && { thumbnail }) };
}

/** Posts about players who opted out are hidden. Removed, deleted and erased posts are gone. */
export async function readPostCard(db: Db, id: string): Promise<CardResult<PostCard>> {
  const row = await findPost(db, id);
  if (row === null) return (await isGone(db, id)) ? 'gone' : null;
  if (row.modLocked) return 'gone';
  if (!isListed(null, row)) return 'hidden';
  return {
    kind: 'post',
    id,
    title: shownName(row.title, 'Untitled post'),
    author: shownName(row.author.username, playerName(row.author.id)),
    player: shownName(row.player.username, playerName(row.player.id)),
    authorId: row.author.id,
    playerId: row.player.id,
    emblems: [playerEmblem(row.author.id, row.author.hidden), playerEmblem(row.player.id, row.player.hidden)],
    ribbon: (await findRibbons(db, [row.player.id]))[row.player.id] ?? '',
    replayId: row.replayId,
    flairs: parseFlairs(row.flairs),
    ...(row.held && { held: true }),
    battle: isUnchecked(row.advice) ? null : cardBattle(row.battle),
    excerpt: excerpt(row.content, EXCERPT_MAX_LENGTH),
  };
}

const SUMS = buildStatement(sql`select count(*)::float8 as members, coalesce(sum(
    case when wg_hidden then 0 else coalesce(game_karma, 0) end
    + case when wg_hidden or opted_out then 0 else site_karma end), 0)::float8 as karma
  from ${players} where clan_id = ${sql.placeholder('id')}`);

/** The sums count what the members' profiles show to everyone. */
export async function readClanCard(db: Reader, id: number): Promise<CardResult<ClanCard>> {
  const clan = await findClan(db, id);
  if (clan === null) return null;
  const [sums] = await runStatement<{ members: number; karma: number }>(db, SUMS, { id });
  return {
    kind: 'clan',
    id,
    tag: shownName(clan.tag, String(id)),
    name: shownName(clan.name, ''),
    leagueColor: clan.leagueColor,
    isDisbanded: clan.isDisbanded,
    members: sums?.members ?? 0,
    karma: sums?.karma ?? 0,
  };
}
