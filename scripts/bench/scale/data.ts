/**
 * The invented data of the two databases, as SQL for one region: the fixed accounts exist already. The shares are the same at
 * both sizes: 1 % of the posts are removed, 30 % are rated and have a replay, 1 % of the players have opted out.
 */

import { DECODER_VERSION } from 'wows-replay/replay';
import { karmaOf } from '#api/model/posts/karma.ts';
import type { ReplayFacts } from '#lib/schemas/replay.ts';

/** How much a database holds. */
export interface DataSize {
  posts: number;
  players: number;
  clans: number;
}

/** The sizes that are compared, and that of `bench:api`, whose clans have about 55 members. */
export const SIZES = {
  calls: { posts: 20_000, players: 2_000, clans: 29 },
  small: { posts: 1_000, players: 200, clans: 5 },
  big: { posts: 1_000_000, players: 200_000, clans: 5_000 },
} as const satisfies Record<string, DataSize>;

/** Fixed accounts with a part in the data. */
export const PEOPLE = {
  /** Wrote every 200th post; a moderator removed a tenth of them. */
  author: 500_000_001,
  moderator: 500_000_003,
  administrator: 500_000_004,
  /** Has opted out and received 3.6 % of the posts: 36,000. */
  optedOut: 500_000_005,
  /** Received as many, and has not opted out. */
  received: 500_000_008,
} as const;

/** Ids of the invented players and clans follow these. */
export const FIRST_PLAYER = 600_000_000;
export const FIRST_CLAN = 700_000_000;

const FIRST_NAMES =
  'Iron Silent Salty Northern Crimson Rusty Steady Distant Velvet Amber Frozen Hollow Lucky Patient Quiet Rapid Solar Tidal Umber Vivid';
const SECOND_NAMES =
  'Admiral Bosun Corsair Drifter Ensign Falcon Gunner Harbour Island Jetty Kraken Lookout Mariner Navigator Otter Pilot Quartermaster Reef Sailor Torpedo';
const TEXT =
  'Held the flank with two destroyers, called out every torpedo in time and stayed polite in chat until the end. ';

/** Ratings of the rated posts. */
const FLAIRS = [1, 5, 21, 4, 17, 2, 10, 42, 6, 33];

/** Ten rated kinds with what each adds to karma; posts take them by number. */
const kinds = FLAIRS.map((flairs, kind) => {
  const karma = karmaOf({ flairs, negativeKarmaAble: true, held: false });
  const { appliedSiteKarma, appliedPerformance, appliedTeamplay, appliedCourtesy } = karma;
  return `(${[kind, flairs, appliedSiteKarma, appliedPerformance, appliedTeamplay, appliedCourtesy].join(', ')})`;
}).join(', ');

const arrayOf = (words: string): string => `string_to_array('${words}', ' ')`;

/** A number from 0 to `below` - 1 that `i` determines; `seed` makes independent ones. */
const chance = (seed: number, below: number): string =>
  `((hashint8extended(i, ${seed}) & 9223372036854775807) % ${below})`;

const clans = ({ clans }: DataSize): string => `
insert into clans (id, tag, name, league_color, description, created_at, updated_at, members_updated_at, refreshed_at)
select ${FIRST_CLAN} + i,
  chr(65 + i % 26) || chr(65 + i / 26 % 26) || chr(65 + i / 676 % 26) || i % 10,
  (${arrayOf(FIRST_NAMES)})[1 + ${chance(1, 20)}] || ' ' || (${arrayOf(SECOND_NAMES)})[1 + ${chance(2, 20)}] || 's ' || i,
  4291611852, repeat('${TEXT}', 3), now() - interval '3 years', now(), now(), now()
from generate_series(1, ${clans}) as i`;

const players = ({ players, clans }: DataSize): string => `
insert into players (id, username, clan_id, clan_member_role, joined_clan_at, game_karma, opted_out, opt_out_changed,
  wg_account_created_at, last_battle_time, refreshed_at, created_at, updated_at)
select ${FIRST_PLAYER} + i,
  (${arrayOf(FIRST_NAMES)})[1 + ${chance(1, 20)}] || '_' || (${arrayOf(SECOND_NAMES)})[1 + ${chance(2, 20)}] || '_' || to_hex(i),
  case when ${chance(3, 10)} < 8 then ${FIRST_CLAN} + 1 + ${chance(4, clans)} end,
  1 + ${chance(5, 6)}, now() - interval '1 year', ${chance(6, 200)}, i % 100 = 0,
  case when i % 100 = 0 then now() - interval '60 days' end,
  now() - interval '6 years', now() - interval '1 day', now(), now() - interval '3 years', now()
from generate_series(0, ${players - 1}) as i`;

const users = `
insert into users (id, last_login_at) select id, now() from players where id >= ${FIRST_PLAYER} and id % 2 = 0`;

/** The target of a post: a few players receive many posts, most receive few, and no one receives their own. */
const target = (size: DataSize): string => {
  const popular = `floor(${size.players} * power(${chance(12, 1_000_000)} / 1000000.0, 2))::bigint`;
  const author = chance(11, size.players);
  return `case when i % 250 between 1 and 9 then ${PEOPLE.received} when i % 250 between 11 and 19 then ${PEOPLE.optedOut}
    else ${FIRST_PLAYER} + (${popular} + (${popular} = ${author})::int) % ${size.players} end`;
};

const posts = (size: DataSize): string => `
insert into posts (author_id, player_id, flairs, title, content, ticket_id, mod_locked, applied_site_karma,
  applied_performance, applied_teamplay, applied_courtesy, subject_hidden, has_replay, created_at)
select post.author, post.player, coalesce(rated.flairs, 0), 'Battle ' || i, substr(repeat('${TEXT}', 6), 1, 80 + ${chance(13, 520)}::int),
  case when i % 100 = 7 then 'T-' || i end, removed,
  case when removed then 0 else coalesce(karma, 0) end, case when removed then 0 else coalesce(performance, 0) end,
  case when removed then 0 else coalesce(teamplay, 0) end, case when removed then 0 else coalesce(courtesy, 0) end,
  post.player = ${PEOPLE.optedOut} or post.player >= ${FIRST_PLAYER} and post.player % 100 = 0, rated.flairs is not null,
  now() - (${size.posts} - i / 2 * 2) * (interval '3 years' / ${size.posts})
from generate_series(1, ${size.posts}) as i
cross join lateral (select
  case when i % 200 = 0 then ${PEOPLE.author} else ${FIRST_PLAYER} + ${chance(11, size.players)} end as author,
  ${target(size)} as player,
  case when i % 200 = 0 then i % 2000 = 0 else ${chance(14, 100)} = 0 end as removed) as post
left join (values ${kinds}) as rated (kind, flairs, karma, performance, teamplay, courtesy)
  on rated.kind = case when ${chance(15, 10)} < 3 then ${chance(16, FLAIRS.length)} end
order by i`;

/** The ship of every battle. */
const SHIP = 4_100_000_000;

const ROSTER = JSON.stringify(
  [FIRST_PLAYER, FIRST_PLAYER + 1].map((accountId, id) => {
    const [clanId, clanTag] = [FIRST_CLAN + 1, 'BBA1'];
    return {
      id,
      avatarId: id,
      accountId,
      name: `Iron_${id}`,
      clanId,
      clanTag,
      teamId: id,
      shipId: 1,
      shipParamsId: SHIP,
    };
  }),
);

const FACTS: ReplayFacts = {
  decoderVersion: DECODER_VERSION,
  source: 'payload',
  gameVersion: '15.5.0',
  map: '53_Shoreside',
  playedAt: '2026-01-01T18:30:00',
  mode: 'RandomBattle',
  recorder: { name: 'Iron_0', shipParamsId: SHIP },
  length: 1080,
  result: { winner: 0, reason: 1 },
  observers: [],
};

const ships = `insert into ships (id, name, from_publisher) values (${SHIP}, 'Invented', true)`;

const replays = `
insert into replays (post_id, file_name, file_size, sha256, players, facts, decoder_version, map, played_at, author_ship,
  player_ship, state, last_error, processed_at, created_at)
select id, 'battle.wowsreplay', 1500000, encode(sha256(id::text::bytea), 'hex'), '${ROSTER}', '${JSON.stringify(FACTS)}',
  ${DECODER_VERSION}, '${FACTS.map}', '${FACTS.playedAt}', ${SHIP}, ${SHIP},
  case when hashtext(id::text) % 200 = 0 then 0 else 2 end,
  case when hashtext(id::text) % 200 = 0 then 'The replay could not be read.' end, created_at, created_at
from posts where flairs <> 0 order by created_at`;

/** Every second post is a notification of its subject; those of the last 20 days are pending, and a part of the older ones. */
const notifications = ({ posts }: DataSize): string => `
insert into notifications (account_id, type, post_id, emitted_at, acknowledged_at)
select player_id, 2, id, created_at, case when created_at < now() - interval '20 days'
  and not (player_id = ${PEOPLE.received} and created_at > now() - interval '3 years' / 18) then created_at + interval '1 day' end
from posts order by created_at desc limit ${posts / 2}`;

const modActions = `
insert into mod_actions (post_id, author_id, action_type, mod_id, reason, created_at)
select id, author_id, 0, ${PEOPLE.moderator}, 'Insults in the text of the post.', created_at + interval '1 hour'
from posts where mod_locked`;

const bans = ({ players }: DataSize): string => `
insert into platform_bans (user_id, mod_id, reason, banned_until, created_at)
select ${FIRST_PLAYER} + i, ${PEOPLE.moderator}, 'Repeated insults.', now() - interval '10 days', now() - interval '40 days'
from generate_series(0, ${players - 1}, 50) as i`;

const sums = `
update players set site_karma = sums.karma, rating_performance = sums.performance, rating_teamplay = sums.teamplay,
  rating_courtesy = sums.courtesy
from (select player_id, sum(applied_site_karma) as karma, sum(applied_performance) as performance,
  sum(applied_teamplay) as teamplay, sum(applied_courtesy) as courtesy from posts group by player_id) as sums
where sums.player_id = id`;

/** As the triggers would have counted them. */
const counts = `
insert into post_count_changes (day, author_id, player_id, class, flairs, delta)
select (created_at at time zone 'UTC')::date, author_id, player_id, post_class(mod_locked, subject_hidden, has_replay),
  flairs, count(*)
from posts group by 1, 2, 3, 4, 5`;

/** The statements, in order. They set what triggers would set, so triggers may be off. */
export const dataStatements = (size: DataSize): string[] => [
  clans(size),
  players(size),
  users,
  posts(size),
  ships,
  replays,
  notifications(size),
  modActions,
  bans(size),
  sums,
  counts,
];
