/** The data of previews and pictures of players, posts and clans: only what every visitor may see. */
import { eq, sql } from 'drizzle-orm';
import { excerpt, shownName } from '#api/base/shown-text.ts';
import type { Db } from '#api/db/database.ts';
import { players } from '#api/db/schema.ts';
import { findClan } from '#api/model/players/clans.ts';
import { findPlayersWithClans } from '#api/model/players/queries.ts';
import { findPost } from '#api/model/posts/queries.ts';
import { isListed } from '#api/model/posts/visibility.ts';
import { type ParsedFlairs, parseFlairs } from '#lib/domain/flairs.ts';
import { playerName } from '#lib/schemas/player.ts';

/** A player who shows their details. */
export interface PlayerCard {
  kind: 'player';
  id: number;
  username: string;
  clanTag: string | null;
  gameKarma: number | null;
  siteKarma: number;
  ratings: { performance: number; teamplay: number; courtesy: number };
}

/** A post that is listed for everyone. */
export interface PostCard {
  kind: 'post';
  id: string;
  title: string;
  author: string;
  player: string;
  flairs: ParsedFlairs;
  excerpt: string;
}

/** A clan with the sums over its members. */
export interface ClanCard {
  kind: 'clan';
  id: number;
  tag: string;
  name: string;
  isDisbanded: boolean;
  members: number;
  karma: number;
}

/** The data of one page. */
export type Card = PlayerCard | PostCard | ClanCard;

/** A card; 'hidden' for a page that exists and must not be described; null for an unknown one. */
export type CardResult<C extends Card> = C | 'hidden' | null;

const EXCERPT_MAX_LENGTH = 320;

/** Players who opted out or hide their details are hidden. */
export async function readPlayerCard(db: Db, id: number): Promise<CardResult<PlayerCard>> {
  const [found] = await findPlayersWithClans(db, [id]);
  if (found === undefined) return null;
  const { player: row, clan } = found;
  if (row.optedOut || row.wgHidden) return 'hidden';
  return {
    kind: 'player',
    id,
    username: shownName(row.username, playerName(id)),
    clanTag: clan === null ? null : shownName(clan.tag, String(clan.id)),
    gameKarma: row.gameKarma,
    siteKarma: row.siteKarma,
    ratings: {
      performance: row.ratingPerformance,
      teamplay: row.ratingTeamplay,
      courtesy: row.ratingCourtesy,
    },
  };
}

/** Posts that a moderator removed, and those about players who opted out, are hidden. */
export async function readPostCard(db: Db, id: string): Promise<CardResult<PostCard>> {
  const row = await findPost(db, id);
  if (row === null) return null;
  if (!isListed(null, row)) return 'hidden';
  return {
    kind: 'post',
    id,
    title: shownName(row.title, 'Untitled post'),
    author: shownName(row.author.username, playerName(row.author.id)),
    player: shownName(row.player.username, playerName(row.player.id)),
    flairs: parseFlairs(row.flairs),
    excerpt: excerpt(row.content, EXCERPT_MAX_LENGTH),
  };
}

/** The sums count what the members' profiles show to everyone. */
export async function readClanCard(db: Db, id: number): Promise<CardResult<ClanCard>> {
  const clan = await findClan(db, id);
  if (clan === null) return null;
  const isHidden = sql`(${players.wgHidden} or ${players.optedOut})`;
  const [sums] = await db
    .select({
      members: sql`count(*)`.mapWith(Number),
      karma: sql`coalesce(sum(
        case when ${players.wgHidden} then 0 else coalesce(${players.gameKarma}, 0) end
        + case when ${isHidden} then 0 else ${players.siteKarma} end), 0)`.mapWith(Number),
    })
    .from(players)
    .where(eq(players.clanId, id));
  return {
    kind: 'clan',
    id,
    tag: shownName(clan.tag, String(id)),
    name: shownName(clan.name, ''),
    isDisbanded: clan.isDisbanded,
    members: sums?.members ?? 0,
    karma: sums?.karma ?? 0,
  };
}
