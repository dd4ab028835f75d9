/** The fake publisher's answers in the shapes of the publisher's sites. */
import { millisecondsInDay } from 'date-fns/constants';
import { differenceInMilliseconds } from 'date-fns/differenceInMilliseconds';
import type { ClanRow } from '#api/demo/seed/world-players.ts';
import {
  type FakeAnswer,
  type FakeWorld,
  membersOf,
  NOT_FOUND,
  ok,
  roleOf,
  seconds,
} from '#tests/support/publisher-answers/parts.ts';

/** A clan without a league has no colour. */
const rgbOf = ({ leagueColor }: ClanRow): number | null => (leagueColor ? leagueColor & 0xffffff : null);
const hexColor = (clan: ClanRow): string | null => {
  const rgb = rgbOf(clan);
  return rgb === null ? null : `#${rgb.toString(16).padStart(6, '0')}`;
};

function siteAccount(world: FakeWorld, id: number): FakeAnswer {
  const player = world.players.get(id);
  if (player === undefined) return NOT_FOUND;
  const created_at = seconds(player.wgAccountCreatedAt);
  const basic = { karma: player.gameKarma, last_battle_time: seconds(player.lastBattleTime), created_at };
  const details = player.wgHidden ? { hidden_profile: true } : { statistics: { basic } };
  return ok({ [id]: { name: player.username, created_at, ...details } });
}

function siteMembership(world: FakeWorld, id: number): FakeAnswer {
  const player = world.players.get(id);
  if (player === undefined) return NOT_FOUND;
  const clan = world.clans.get(player.clanId ?? 0);
  if (clan === undefined) return ok({ clan: null, clan_id: null, role: null, joined_at: null });
  return ok({
    clan: { tag: clan.tag, name: clan.name, color: rgbOf(clan) },
    clan_id: clan.id,
    role: roleOf(player),
    joined_at: player.joinedClanAt?.toISOString() ?? null,
  });
}

function siteClan(world: FakeWorld, id: number): FakeAnswer {
  const clan = world.clans.get(id);
  if (clan === undefined) return NOT_FOUND;
  const view = {
    id,
    tag: clan.tag,
    name: clan.name,
    description: clan.description,
    color: hexColor(clan),
    is_disbanded: clan.isDisbanded ?? false,
    created_at: clan.createdAt?.toISOString() ?? null,
    members_count: membersOf(world, id).length,
  };
  return { status: 200, body: { clanview: { clan: view } } };
}

function siteMembers(world: FakeWorld, id: number, now: number): FakeAnswer {
  if (!world.clans.has(id)) return NOT_FOUND;
  const items = membersOf(world, id).map((player) => ({
    id: player.id,
    name: player.username,
    role: { name: roleOf(player), rank: 0, order: player.clanMemberRole },
    days_in_clan: player.joinedClanAt
      ? Math.floor(differenceInMilliseconds(now, player.joinedClanAt) / millisecondsInDay)
      : null,
  }));
  return { status: 200, body: { items } };
}

function siteSearch(world: FakeWorld, query: URLSearchParams): FakeAnswer {
  const search = (query.get('search') ?? '').toLowerCase();
  const found = [...world.clans.values()].filter(
    ({ tag, name, isDisbanded }) =>
      !isDisbanded && (tag.toLowerCase().includes(search) || name.toLowerCase().includes(search)),
  );
  const clans = found.slice(0, Number(query.get('limit') ?? 20)).map((clan) => ({
    id: clan.id,
    tag: clan.tag,
    name: clan.name,
    hex_color: hexColor(clan),
    members_count: membersOf(world, clan.id).length,
  }));
  return { status: 200, body: { clans } };
}

/** Paths of the sites, with an id in most. */
const SITE: readonly [RegExp, (world: FakeWorld, id: number, query: URLSearchParams) => FakeAnswer][] = [
  [/^\/api\/accounts\/(\d+)\/$/, siteAccount],
  [/^\/api\/accounts\/(\d+)\/clans$/, siteMembership],
  [/^\/api\/clanbase\/(\d+)\/claninfo\/$/, siteClan],
  [/^\/api\/members\/(\d+)\/$/, (world, id) => siteMembers(world, id, Date.now())],
  [/^\/api\/search\/clans\/()$/, (world, _id, query) => siteSearch(world, query)],
];

/** The answer to a call of a site; null for another path. */
export function siteAnswer(world: FakeWorld, path: string, query: URLSearchParams): FakeAnswer | null {
  for (const [pattern, answer] of SITE) {
    const [, id] = pattern.exec(path) ?? [];
    if (id !== undefined) return answer(world, Number(id), query);
  }
  return null;
}
