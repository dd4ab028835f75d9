/** The fake publisher's answers in the shapes of the documented API. */

import type { ClanRow, PlayerRow } from '#api/demo/seed/world-players.ts';
import {
  type FakeAnswer,
  type FakeWorld,
  membersOf,
  ok,
  roleOf,
  seconds,
} from '#tests/support/publisher-answers/parts.ts';

const idsIn = (text: string | null): number[] => (text ?? '').split(',').map(Number);

const refusal = (code: number, message: string, field: string): FakeAnswer => ({
  status: 200,
  body: { status: 'error', error: { code, message, field, value: null } },
});

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

function clanInfo(world: FakeWorld, clan: ClanRow): unknown {
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
const DOCUMENTED: Readonly<Record<string, (world: FakeWorld, query: URLSearchParams) => FakeAnswer>> = {
  '/wows/account/info/': (world, query) => byId(idsIn(query.get('account_id')), world.players, accountInfo),
  '/wows/account/list/'(world, query) {
    const search = (query.get('search') ?? '').toLowerCase();
    const names = query.get('type') === 'exact' ? search.split(',') : null;
    if (names !== null && names.length > 100) return refusal(407, 'SEARCH_LIST_LIMIT_EXCEEDED', 'search');
    if (search.length < 3) return refusal(407, 'NOT_ENOUGH_SEARCH_LENGTH', 'search');
    const isFound = (name: string) => names?.includes(name) ?? name.startsWith(search);
    const found = [...world.players.values()].filter(({ username }) => isFound(username.toLowerCase()));
    return ok(found.slice(0, 100).map(({ id, username }) => ({ nickname: username, account_id: id })));
  },
  '/wows/clans/accountinfo/': (world, query) =>
    byId(idsIn(query.get('account_id')), world.players, (player) => {
      const clan = world.clans.get(player.clanId ?? 0);
      return clan === undefined
        ? null
        : {
            account_id: player.id,
            account_name: player.username,
            role: roleOf(player),
            joined_at: seconds(player.joinedClanAt),
            clan_id: clan.id,
            clan: { clan_id: clan.id, tag: clan.tag, name: clan.name },
          };
    }),
  '/wows/clans/info/': (world, query) =>
    byId(idsIn(query.get('clan_id')), world.clans, (clan) => clanInfo(world, clan)),
  '/wows/encyclopedia/ships/': ({ ships = [] }, query) => {
    const [limit, page] = [query.get('limit'), query.get('page_no')].map(Number) as [number, number];
    const shown = ships.slice((page - 1) * limit, page * limit);
    const data = Object.fromEntries(shown.map(({ id, name, tier }) => [id, { ship_id: id, name, tier }]));
    const meta = { count: shown.length, page_total: Math.ceil(ships.length / limit), page };
    return { status: 200, body: { status: 'ok', meta, data } };
  },
};

/** The answer to a call of the documented API; null for another path. */
export function documentedAnswer(world: FakeWorld, path: string, query: URLSearchParams): FakeAnswer | null {
  const answer = DOCUMENTED[path];
  if (answer === undefined) return null;
  return query.get('application_id')
    ? answer(world, query)
    : refusal(402, 'APPLICATION_ID_NOT_SPECIFIED', 'application_id');
}
