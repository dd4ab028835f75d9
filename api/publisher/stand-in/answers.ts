/** The stand-in's answers, in the shapes of the publisher's API and of its sites. */
import type { PublisherWorld } from '#api/publisher/stand-in/world.ts';
import type { ClanRow, PlayerRow } from '#api/seed/world-players.ts';
import { DAY_MS } from '#lib/domain/time.ts';

/** A JSON answer. */
export interface StandInAnswer {
  status: number;
  body: unknown;
}

const ROLES = [
  'unknown',
  'commander',
  'executive_officer',
  'recruitment_officer',
  'commissioned_officer',
  'officer',
  'private',
];

const seconds = (date: Date | null | undefined): number | null =>
  date ? Math.floor(date.getTime() / 1000) : null;
/** A clan without a league has no colour. */
const rgbOf = ({ leagueColor }: ClanRow): number | null => (leagueColor ? leagueColor & 0xffffff : null);
const hexColor = (clan: ClanRow): string | null => {
  const rgb = rgbOf(clan);
  return rgb === null ? null : `#${rgb.toString(16).padStart(6, '0')}`;
};
const roleOf = (player: PlayerRow): string => ROLES[player.clanMemberRole ?? 0] ?? 'unknown';
const idsIn = (text: string | null): number[] => (text ?? '').split(',').map(Number);
const membersOf = (world: PublisherWorld, clanId: number): PlayerRow[] =>
  [...world.players.values()].filter((player) => player.clanId === clanId);

const ok = (data: unknown): StandInAnswer => ({
  status: 200,
  body: { status: 'ok', meta: { count: 1 }, data },
});
const refusal = (code: number, message: string, field: string): StandInAnswer => ({
  status: 200,
  body: { status: 'error', error: { code, message, field, value: null } },
});
const NOT_FOUND: StandInAnswer = { status: 404, body: { status: 'error', error: 'NOT_FOUND' } };

function byId<T>(ids: readonly number[], items: ReadonlyMap<number, T>, toData: (item: T) => unknown) {
  return ok(
    Object.fromEntries(
      ids.map((id) => {
        const item = items.get(id);
        return [id, item === undefined ? null : toData(item)];
      }),
    ),
  );
}

function accountInfo(player: PlayerRow): unknown {
  const hidden = player.wgHidden ?? false;
  return {
    account_id: player.id,
    nickname: player.username,
    hidden_profile: hidden,
    karma: hidden ? null : player.gameKarma,
    created_at: seconds(player.wgAccountCreatedAt),
    last_battle_time: hidden ? null : seconds(player.lastBattleTime),
  };
}

function clanInfo(world: PublisherWorld, clan: ClanRow): unknown {
  if (clan.isDisbanded)
    return { clan_id: clan.id, is_clan_disbanded: true, updated_at: seconds(clan.updatedAt) };
  const members = membersOf(world, clan.id);
  return {
    clan_id: clan.id,
    tag: clan.tag,
    name: clan.name,
    description: clan.description,
    is_clan_disbanded: false,
    created_at: seconds(clan.createdAt),
    members_count: members.length,
    members: Object.fromEntries(
      members.map((player) => [
        player.id,
        {
          account_id: player.id,
          account_name: player.username,
          role: roleOf(player),
          joined_at: seconds(player.joinedClanAt),
        },
      ]),
    ),
  };
}

/** Calls of the documented API by path. */
const DOCUMENTED: Readonly<Record<string, (world: PublisherWorld, query: URLSearchParams) => StandInAnswer>> =
  {
    '/wows/account/info/': (world, query) => byId(idsIn(query.get('account_id')), world.players, accountInfo),
    '/wows/account/list/'(world, query) {
      const search = (query.get('search') ?? '').toLowerCase();
      if (search.length < 3) return refusal(407, 'NOT_ENOUGH_SEARCH_LENGTH', 'search');
      const found = [...world.players.values()].filter(({ username }) =>
        username.toLowerCase().startsWith(search),
      );
      return ok(found.slice(0, 100).map(({ id, username }) => ({ nickname: username, account_id: id })));
    },
    '/wows/clans/accountinfo/': (world, query) =>
      byId(idsIn(query.get('account_id')), world.players, (player) => {
        const clan = world.clans.get(player.clanId ?? 0);
        return {
          account_id: player.id,
          account_name: player.username,
          role: clan ? roleOf(player) : null,
          joined_at: seconds(player.joinedClanAt),
          clan_id: clan?.id ?? null,
          clan: clan ? { clan_id: clan.id, tag: clan.tag, name: clan.name } : null,
        };
      }),
    '/wows/clans/info/': (world, query) =>
      byId(idsIn(query.get('clan_id')), world.clans, (clan) => clanInfo(world, clan)),
  };

function siteAccount(world: PublisherWorld, id: number): StandInAnswer {
  const player = world.players.get(id);
  if (player === undefined) return NOT_FOUND;
  const created_at = seconds(player.wgAccountCreatedAt);
  const basic = { karma: player.gameKarma, last_battle_time: seconds(player.lastBattleTime), created_at };
  const details = player.wgHidden ? { hidden_profile: true } : { statistics: { basic } };
  return ok({ [id]: { name: player.username, created_at, ...details } });
}

function siteMembership(world: PublisherWorld, id: number): StandInAnswer {
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

function siteClan(world: PublisherWorld, id: number): StandInAnswer {
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

function siteMembers(world: PublisherWorld, id: number, now: number): StandInAnswer {
  if (!world.clans.has(id)) return NOT_FOUND;
  const items = membersOf(world, id).map((player) => ({
    id: player.id,
    name: player.username,
    role: { name: roleOf(player), rank: 0, order: player.clanMemberRole },
    days_in_clan: player.joinedClanAt ? Math.floor((now - player.joinedClanAt.getTime()) / DAY_MS) : null,
  }));
  return { status: 200, body: { items } };
}

function siteSearch(world: PublisherWorld, query: URLSearchParams): StandInAnswer {
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
const SITE: readonly [
  RegExp,
  (world: PublisherWorld, id: number, query: URLSearchParams) => StandInAnswer,
][] = [
  [/^\/api\/accounts\/(\d+)\/$/, siteAccount],
  [/^\/api\/accounts\/(\d+)\/clans$/, siteMembership],
  [/^\/api\/clanbase\/(\d+)\/claninfo\/$/, siteClan],
  [/^\/api\/members\/(\d+)\/$/, (world, id) => siteMembers(world, id, Date.now())],
  [/^\/api\/search\/clans\/()$/, (world, _id, query) => siteSearch(world, query)],
];

/** The answer to a request for `path`, which is what follows the host. */
export function answerOf(world: PublisherWorld, path: string, query: URLSearchParams): StandInAnswer {
  const documented = DOCUMENTED[path];
  if (documented !== undefined)
    return query.get('application_id')
      ? documented(world, query)
      : refusal(402, 'APPLICATION_ID_NOT_SPECIFIED', 'application_id');
  for (const [pattern, answer] of SITE) {
    const [, id] = pattern.exec(path) ?? [];
    if (id !== undefined) return answer(world, Number(id), query);
  }
  return NOT_FOUND;
}
