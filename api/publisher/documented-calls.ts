/** Calls of the publisher's documented API. They need an application id. */
import { type Answer, type PublisherCall, PublisherError, readAs, readItems } from '#api/publisher/call.ts';
import {
  CLAN_FIELDS,
  ColorSchema,
  clanOf,
  IdSchema,
  KarmaSchema,
  MomentSchema,
  NameSchema,
  RoleSchema,
} from '#api/publisher/scalars.ts';
import type {
  Account,
  ClanDetails,
  ClanSummary,
  FoundPlayer,
  Member,
  Membership,
  NamedShip,
} from '#api/publisher/types.ts';
import { FlagSchema, orElse, orNull } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

/** Most accounts of one request. */
export const ACCOUNTS_AT_ONCE = 100;

const EnvelopeSchema = z.object({
  status: z.enum(['ok', 'error']),
  data: z.optional(z.unknown()),
  error: z.optional(z.object({ message: orElse(z.string(), '') })),
});

/** Errors that mean the publisher knows nothing of that id, or no name can match. */
const NOTHING_FOUND = /^(INVALID_(ACCOUNT_ID|CLAN_ID|SEARCH)|NOT_ENOUGH_SEARCH_LENGTH|\w+_NOT_FOUND)$/;
const FAILURES = { REQUEST_LIMIT_EXCEEDED: 'limited', SOURCE_NOT_AVAILABLE: 'unreachable' } as const;

/** The data of an answer; null when there is none. Errors arrive with status 200, too. */
function dataOf({ body }: Answer): unknown {
  const { status, data, error } = readAs(EnvelopeSchema, body);
  if (status === 'ok') return data ?? null;
  // The other fields of the error repeat the request, with the application id.
  const message = /^[A-Z_]{1,60}$/.test(error?.message ?? '') ? (error?.message as string) : 'UNKNOWN_ERROR';
  if (NOTHING_FOUND.test(message)) return null;
  throw new PublisherError(FAILURES[message as keyof typeof FAILURES] ?? 'refused', message);
}

const ByIdSchema = orElse(z.record(z.string(), z.unknown()), {});
const ListSchema = z.array(z.unknown());

/** The call of that name, whose data `read` reads. */
const documented = <T>(
  name: string,
  query: Readonly<Record<string, string>>,
  read: (data: unknown, answer: Answer) => T,
): PublisherCall<T> => ({
  name,
  service: 'api',
  path: `/wows/${name}/`,
  query,
  read: (answer) => read(dataOf(answer), answer),
});

const isThere = (entry: unknown): boolean => entry !== null && entry !== undefined;

/** The entry of an id, as `schema` reads it; null when there is none. */
function entryOf<S extends z.ZodMiniType>(schema: S, data: unknown, id: number): z.output<S> | null {
  const entry = readAs(ByIdSchema, data)[id];
  return isThere(entry) ? readAs(schema, entry) : null;
}

const AccountSchema = z.pipe(
  z.object({
    account_id: IdSchema,
    nickname: NameSchema,
    hidden_profile: FlagSchema,
    karma: KarmaSchema,
    created_at: MomentSchema,
    last_battle_time: MomentSchema,
  }),
  z.transform(
    ({ hidden_profile: hidden, ...account }): Account => ({
      id: account.account_id,
      username: account.nickname,
      hidden,
      gameKarma: hidden ? null : account.karma,
      createdAt: account.created_at,
      lastBattleTime: hidden ? null : account.last_battle_time,
    }),
  ),
);

/** Accounts by id; null for ids without an account. An unreadable account among several is left out. */
export function accountsCall(ids: readonly number[]): PublisherCall<Map<number, Account | null>> {
  const fields = 'account_id,nickname,hidden_profile,karma,created_at,last_battle_time';
  return documented('account/info', { account_id: ids.join(','), fields }, (data) => {
    const byId = readAs(ByIdSchema, data);
    const existing = readItems(AccountSchema, ids.map((id) => byId[id]).filter(isThere));
    const read = new Map(existing.map((account) => [account.id, account]));
    const known = ids.filter((id) => read.has(id) || !isThere(byId[id]));
    return new Map(known.map((id) => [id, read.get(id) ?? null]));
  });
}

const SummarySchema = z.pipe(
  z.object({ clan_id: IdSchema, tag: NameSchema, name: NameSchema, color: ColorSchema }),
  z.transform(
    ({ clan_id, tag, name, color }): ClanSummary => ({ id: clan_id, tag, name, leagueColor: color }),
  ),
);

const MembershipSchema = z.object({ clan: orNull(SummarySchema), role: RoleSchema, joined_at: MomentSchema });

/** The clans of up to 100 players by id, without their colours; null for players without one. */
export const membershipsCall = (ids: readonly number[]): PublisherCall<Map<number, Membership | null>> =>
  documented('clans/accountinfo', { account_id: ids.join(','), extra: 'clan' }, (data) => {
    const membershipOf = (id: number): Membership | null => {
      const entry = entryOf(MembershipSchema, data, id);
      return entry?.clan ? { clan: entry.clan, role: entry.role, joinedAt: entry.joined_at } : null;
    };
    return new Map(ids.map((id) => [id, membershipOf(id)]));
  });

const MemberSchema = z.pipe(
  z.object({ account_id: IdSchema, account_name: NameSchema, role: RoleSchema, joined_at: MomentSchema }),
  z.transform(
    ({ account_id: id, account_name: username, role, joined_at: joinedAt }): Member => ({
      id,
      username,
      role,
      joinedAt,
    }),
  ),
);

/** A disbanded clan has only its id. */
const ClanSchema = z.object({
  ...CLAN_FIELDS,
  is_clan_disbanded: FlagSchema,
  members: orNull(z.record(z.string(), MemberSchema)),
});

/** A clan with its members, without its colour; null when it does not exist. */
export const clanCall = (id: number): PublisherCall<ClanDetails | null> =>
  documented('clans/info', { clan_id: String(id), extra: 'members' }, (data) => {
    const entry = entryOf(ClanSchema, data, id);
    if (entry === null) return null;
    const { is_clan_disbanded: isDisbanded, members, ...clan } = entry;
    const list = isDisbanded ? [] : members && Object.values(members);
    return { ...clanOf(id, clan, isDisbanded), leagueColor: null, members: list };
  });

const FoundSchema = z.pipe(
  z.object({ account_id: IdSchema, nickname: NameSchema }),
  z.transform((item) => ({ id: item.account_id, username: item.nickname })),
);

const ShipSchema = z.pipe(
  z.object({ ship_id: IdSchema, name: NameSchema, tier: orNull(z.int().check(z.gte(1), z.lte(99))) }),
  z.transform(({ ship_id, name, tier }): NamedShip => ({ id: ship_id, name, tier })),
);

const PagesSchema = z.object({ meta: z.object({ page_total: z.int() }) });

/** One page of the encyclopedia's ships, and how many pages there are. Pages count from 1. */
export function shipsCall(page: number): PublisherCall<{ ships: NamedShip[]; pages: number }> {
  const query = { fields: 'ship_id,name,tier', language: 'en', limit: '100', page_no: String(page) };
  return documented('encyclopedia/ships', query, (data, { body }) => {
    const existing = Object.values(readAs(ByIdSchema, data)).filter((item) => item !== null);
    return { ships: readItems(ShipSchema, existing), pages: readAs(PagesSchema, body).meta.page_total };
  });
}

/** Players whose name starts with `text`. */
export const playerSearchCall = (text: string): PublisherCall<FoundPlayer[]> =>
  documented('account/list', { search: text, language: 'en' }, (data) =>
    readItems(FoundSchema, readAs(orElse(ListSchema, []), data)),
  );

/** Players with one of up to 100 names, in any letter case; null when the request is refused, which says nothing about them. */
export const exactNamesCall = (names: readonly string[]): PublisherCall<FoundPlayer[] | null> =>
  documented('account/list', { search: names.join(','), type: 'exact', language: 'en' }, (data) =>
    data === null ? null : readItems(FoundSchema, readAs(ListSchema, data)),
  );
