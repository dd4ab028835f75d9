import {
  COLUMN,
  type Context,
  DATED_POSTS,
  EPOCH,
  tableImport,
  timeOf,
} from '#api/commands/import-wows-karma/core/table.ts';
import { RANKS_BY_NAME } from '#api/publisher/scalars.ts';
import { parseFlairs } from '#lib/domain/flairs.ts';
import { karmaEffect } from '#lib/domain/karma.ts';
import { playerName } from '#lib/schemas/player.ts';
import { z } from '#lib/schemas/zod.ts';

const row = z.object({
  id: COLUMN.id,
  known: COLUMN.flag,
  username: z.nullable(COLUMN.name),
  game_karma: z.nullable(COLUMN.number),
  stored: z.tuple([z.nullable(z.int()), z.nullable(z.int()), z.nullable(z.int()), z.nullable(z.int())]),
  hidden: z.nullable(COLUMN.flag),
  opted_out: z.nullable(COLUMN.flag),
  opt_out_changed: COLUMN.time,
  account_created: COLUMN.time,
  last_battle: COLUMN.time,
  created: COLUMN.time,
  updated: COLUMN.time,
  first_post: COLUMN.time,
  /** Of the posts that count: flairs, whether negative karma counts, and how many there are. */
  ratings: z.nullable(z.array(z.tuple([z.int(), z.boolean(), z.int()]))),
  member: COLUMN.flag,
  clan: z.nullable(COLUMN.id),
  role: z.nullable(COLUMN.text),
  joined: COLUMN.time,
  left: COLUMN.flag,
});
type Row = z.output<typeof row>;

/** The sums of what the player's posts give: site karma, performance, teamplay, courtesy. */
function sumsOf({ ratings }: Row): [number, number, number, number] {
  const sums: [number, number, number, number] = [0, 0, 0, 0];
  for (const [flairs, able, count] of ratings ?? []) {
    const { siteKarma, performance, teamplay, courtesy } = karmaEffect(parseFlairs(flairs), able);
    for (const [at, value] of [siteKarma, performance, teamplay, courtesy].entries())
      sums[at] = (sums[at] ?? 0) + value * count;
  }
  return sums;
}

const SUMS = ['karma', 'performance', 'teamplay', 'courtesy'];

/** Prints how the sums differ from the sums in the old database. */
function compareSums({ id, stored, known }: Row, sums: readonly number[], { report, print }: Context): void {
  const differences = SUMS.flatMap((name, at) =>
    (stored[at] ?? 0) === sums[at] ? [] : [`${name} ${stored[at]} → ${sums[at]}`],
  );
  if (!known || differences.length === 0) return;
  report.note('karma or ratings that differ from the stored ones, listed above');
  print(`player ${id}: ${differences.join(', ')}`);
}

function clanOf({ member, clan, role, joined, left }: Row, { report }: Context) {
  const none = { clan_id: null, clan_member_role: 0, joined_clan_at: null };
  if (!member) return none;
  const without = (problem: string) => {
    report.note(`without clan: ${problem}`);
    return none;
  };
  if (left) return without('a member who left');
  if (clan === null) return without('the clan is missing');
  const rank = RANKS_BY_NAME[role ?? ''];
  if (rank === undefined) return without('an unknown role');
  return { clan_id: clan, clan_member_role: rank, joined_clan_at: joined };
}

const post = DATED_POSTS;

/** Players, with the sums of the posts that count; also accounts that only other tables name. */
export const players = tableImport({
  name: 'players',
  query: `with dated as materialized (select "PlayerId", "AuthorId", "Flairs", "NegativeKarmaAble", "ModLocked", created from ${post} post),
    account as (select "Id" as id from public."Players"
      union select "PlayerId" from dated union select "AuthorId" from dated
      union select "UserId" from public."PlatformBans" union select "ModId" from public."PlatformBans"
      union select "ModId" from public."PostModActions" union select "PlayerId" from public."ClanMembers"
      union select "Id" from auth."Users"),
    first as (select id, min(created) as created from (
      select "PlayerId" as id, created from dated union all select "AuthorId", created from dated) named group by id),
    rating as (select "PlayerId" as id, json_agg(json_build_array(flairs, able, number)) as ratings from (
      select "PlayerId", "Flairs" & 63 as flairs, "NegativeKarmaAble" as able, count(*) as number
      from dated where not "ModLocked" group by 1, 2, 3) counted group by 1)
    select account.id, player."Id" is not null as known, player."Username" as username,
      player."GameKarma" as game_karma, player."WgHidden" as hidden, player."OptedOut" as opted_out,
      json_build_array(player."SiteKarma", player."PerformanceRating", player."TeamplayRating",
        player."CourtesyRating") as stored,
      ${timeOf('player."OptOutChanged"')} as opt_out_changed,
      ${timeOf('player."WgAccountCreatedAt"')} as account_created,
      ${timeOf('player."LastBattleTime"')} as last_battle,
      ${timeOf('player."CreatedAt"')} as created, ${timeOf('player."UpdatedAt"')} as updated,
      first.created::text as first_post, rating.ratings,
      member."PlayerId" is not null as member, clan."Id" as clan, member."Role"::text as role,
      case when isfinite(member."JoinedAt") and member."JoinedAt" >= date '2000-01-01'
        then member."JoinedAt" || ' 00:00:00+00' end as joined,
      member."LeftAt" is not null as left
    from account left join public."Players" player on player."Id" = account.id
      left join first on first.id = account.id left join rating on rating.id = account.id
      left join public."ClanMembers" member on member."PlayerId" = account.id
      left join public."Clans" clan on clan."Id" = member."ClanId"
    order by account.id`,
  row,
  convert(one, context) {
    const { report } = context;
    const sums = sumsOf(one);
    compareSums(one, sums, context);
    if (!one.known) {
      report.read -= 1;
      report.add('an account without a row of its own');
    }
    const [site_karma, rating_performance, rating_teamplay, rating_courtesy] = sums;
    const created = one.created ?? one.updated ?? one.first_post ?? EPOCH;
    return {
      id: one.id,
      username: one.username || playerName(one.id),
      ...clanOf(one, context),
      game_karma: one.hidden ? null : one.game_karma,
      site_karma,
      rating_performance,
      rating_teamplay,
      rating_courtesy,
      wg_hidden: one.hidden ?? false,
      opted_out: one.opted_out ?? false,
      opt_out_changed: one.opt_out_changed,
      wg_account_created_at: one.account_created,
      last_battle_time: one.last_battle,
      created_at: created,
      updated_at: one.updated ?? created,
    };
  },
});
