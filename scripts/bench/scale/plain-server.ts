/**
 * The least that can serve the latest posts: a bare HTTP server, one pool of `pg`, and two named statements written by hand.
 * Its answer has the same body as the API's, and the same number of posts in a header. Without checks, limits, compression,
 * logs and other headers.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

const PAGE = `
  select posts.id, flairs, title, content, ticket_id is not null as "hasTicket", mod_locked as "modLocked", read_only as "readOnly",
    posts.created_at as "createdAt", posts.updated_at as "updatedAt", replays.id as "replayId", coalesce(replays.state, 0) as "replayState",
    replays.facts is not null as "hasFacts", map, played_at as "playedAt", author_ship as "authorShip", player_ship as "playerShip",
    author_ship_name.name as "authorShipName", player_ship_name.name as "playerShipName",
    author.id as "authorId", author.username as author, author_clan.id as "authorClanId", author_clan.tag as "authorTag",
    author_clan.name as "authorClan", author_clan.league_color as "authorColor",
    player.id as "playerId", player.username as player, player_clan.id as "playerClanId", player_clan.tag as "playerTag",
    player_clan.name as "playerClan", player_clan.league_color as "playerColor"
  from (select * from eu.posts where is_public order by created_at desc nulls last, id desc nulls last limit 10) as posts
  join eu.players as author on author.id = author_id left join eu.clans as author_clan on author_clan.id = author.clan_id
  join eu.players as player on player.id = player_id left join eu.clans as player_clan on player_clan.id = player.clan_id
  left join eu.replays on post_id = posts.id
  left join eu.ships as author_ship_name on author_ship_name.id = author_ship
  left join eu.ships as player_ship_name on player_ship_name.id = player_ship
  order by posts.created_at desc, posts.id desc`;
/** Numbers of posts by class; 3 has the bits of removed posts and of those about players who opted out. */
const TOTAL = `
  select (select coalesce(sum(count), 0) from eu.post_totals where class & 3 = 0)
    + (select coalesce(sum(delta), 0) from eu.post_count_changes where class & 3 = 0) as total`;

interface Row {
  [column: string]: unknown;
  createdAt: Date;
  updatedAt: Date | null;
  playedAt: Date | null;
}

const party = (row: Row, name: 'author' | 'player') => ({
  id: Number(row[`${name}Id`]),
  username: row[name],
  clan:
    row[`${name}ClanId`] === null
      ? null
      : {
          id: Number(row[`${name}ClanId`]),
          tag: row[`${name}Tag`],
          name: row[`${name}Clan`],
          leagueColor: Number(row[`${name}Color`]),
        },
});

const ship = (row: Row, name: 'author' | 'player') =>
  row[`${name}Ship`] === null
    ? null
    : { shipParamsId: Number(row[`${name}Ship`]), shipName: row[`${name}ShipName`] };

const battle = (row: Row) =>
  row.hasFacts
    ? { map: row.map, playedAt: row.playedAt, author: ship(row, 'author'), player: ship(row, 'player') }
    : null;

const toPost = (row: Row) => ({
  id: row.id,
  player: party(row, 'player'),
  author: party(row, 'author'),
  flairs: row.flairs,
  title: row.title,
  content: row.content,
  modLocked: row.modLocked,
  readOnly: row.readOnly,
  replayId: row.replayId,
  replay: null,
  ...(row.replayId === null ? {} : { battle: battle(row) }),
  replayState: row.replayState,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt?.toISOString() ?? null,
  supportTicketStatus: { hasTicket: row.hasTicket, ticketId: null },
});

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const server = createServer(async (_request, response) => {
  const [page, total] = await Promise.all([
    pool.query<Row>({ name: 'page', text: PAGE }),
    pool.query<{ total: string }>({ name: 'total', text: TOTAL }),
  ]);
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-items-total', total.rows[0]?.total ?? '0');
  response.end(JSON.stringify(page.rows.map(toPost)));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
process.on('disconnect', () => process.exit());
