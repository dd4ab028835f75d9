/** Calls of the publisher's documented API. They need an application id. */
import { type Answer, type PublisherCall, PublisherError, readAs, readItems } from '#api/publisher/call.ts';
import {
  ColorSchema,
  IdSchema,
  KarmaSchema,
  LongTextSchema,
  MomentSchema,
  NameSchema,
  RoleSchema,
} from '#api/publisher/scalars.ts';
import type { Account, ClanDetails, ClanSummary, Membership, NamedShip } from '#api/publisher/types.ts';
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

/** The entry of an id, as `schema` reads it; null when there is none. */
function entryOf<S extends z.ZodMiniType>(schema: S, answer: Answer, id: number): z.output<S> | null {
  const entry = readAs(ByIdSchema, dataOf(answer))[id];
  return entry === null || entry === undefined ? null : readAs(schema, entry);
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
    (account): Account => ({
      id: account.account_id,
      username: account.nickname,
      hidden: account.hidden_profile,
      gameKarma: account.hidden_profile ? null : account.karma,
      createdAt: account.created_at,
      lastBattleTime: account.hidden_profile ? null : account.last_battle_time,
    }),
  ),
);

/** Accounts by id; null for ids without an account. An unreadable account among several is left out. */
export function accountsCall(ids: readonly number[]): PublisherCall<Map<number, Account | null>> {
  return {
    name: 'account/info',
    service: 'api',
    path: '/wows/account/info/',
    query: {
      account_id: ids.join(','),
      fields: 'account_id,nickname,hidden_profile,karma,created_at,last_battle_time',
    },
    read(answer) {
      const data = readAs(ByIdSchema, dataOf(answer));
      const existing = ids.map((id) => data[id]).filter((item) => item !== null && item !== undefined);
      const read = new Map(readItems(AccountSchema, existing).map((account) => [account.id, account]));
      return new Map(
        ids.flatMap((id) =>
          read.has(id) || data[id] === null || data[id] === undefined ? [[id, read.get(id) ?? null]] : [],
        ),
      );
    },
  };
}

const SummarySchema = z.pipe(
  z.object({ clan_id: IdSchema, tag: NameSchema, name: NameSchema, color: ColorSchema }),
  z.transform(
    ({ clan_id, tag, name, color }): ClanSummary => ({ id: clan_id, tag, name, leagueColor: color }),
  ),
);

const MembershipSchema = z.object({ clan: orNull(SummarySchema), role: RoleSchema, joined_at: MomentSchema });

/** The clans of up to 100 players by id, without their colours; null for players without one. */
export function membershipsCall(ids: readonly number[]): PublisherCall<Map<number, Membership | null>> {
  return {
    name: 'clans/accountinfo',
    service: 'api',
    path: '/wows/clans/accountinfo/',
    query: { account_id: ids.join(','), extra: 'clan' },
    read(answer) {
      const membershipOf = (id: number): Membership | null => {
        const entry = entryOf(MembershipSchema, answer, id);
        return entry?.clan ? { clan: entry.clan, role: entry.role, joinedAt: entry.joined_at } : null;
      };
      return new Map(ids.map((id) => [id, membershipOf(id)]));
    },
  };
}

const MemberSchema = z.pipe(
  z.object({ account_id: IdSchema, account_name: NameSchema, role: RoleSchema, joined_at: MomentSchema }),
  z.transform((item) => ({
    id: item.account_id,
    username: item.account_name,
    role: item.role,
    joinedAt: item.joined_at,
  })),
);

/** A disbanded clan has only its id. */
const ClanSchema = z.object({
  tag: orNull(NameSchema),
  name: orNull(NameSchema),
  description: LongTextSchema,
  is_clan_disbanded: FlagSchema,
  created_at: MomentSchema,
  members: orNull(z.record(z.string(), MemberSchema)),
});

/** A clan with its members, without its colour; null when it does not exist. */
export function clanCall(id: number): PublisherCall<ClanDetails | null> {
  return {
    name: 'clans/info',
    service: 'api',
    path: '/wows/clans/info/',
    query: { clan_id: String(id), extra: 'members' },
    read(answer) {
      const entry = entryOf(ClanSchema, answer, id);
      if (entry === null) return null;
      const { is_clan_disbanded: isDisbanded, created_at, members, ...clan } = entry;
      if (!isDisbanded && (clan.tag === null || clan.name === null))
        throw new PublisherError('invalid', 'the clan has no name');
      const list = isDisbanded ? [] : members && Object.values(members);
      return { ...clan, id, leagueColor: null, isDisbanded, createdAt: created_at, members: list };
    },
  };
}

const FoundSchema = z.pipe(
  z.object({ account_id: IdSchema, nickname: NameSchema }),
  z.transform((item) => ({ id: item.account_id, username: item.nickname })),
);

const ShipSchema = z.pipe(
  z.object({ ship_id: IdSchema, name: NameSchema }),
  z.transform(({ ship_id, name }): NamedShip => ({ id: ship_id, name })),
);

const PagesSchema = z.object({ meta: z.object({ page_total: z.int() }) });

/** One page of the encyclopedia's ships, and how many pages there are. Pages count from 1. */
export function shipsCall(page: number): PublisherCall<{ ships: NamedShip[]; pages: number }> {
  return {
    name: 'encyclopedia/ships',
    service: 'api',
    path: '/wows/encyclopedia/ships/',
    query: {
      fields: 'ship_id,name',
      language: 'en',
      limit: '100',
      page_no: String(page),
    },
    read(answer) {
      const data = readAs(ByIdSchema, dataOf(answer));
      const existing = Object.values(data).filter((item) => item !== null);
      return {
        ships: readItems(ShipSchema, existing),
        pages: readAs(PagesSchema, answer.body).meta.page_total,
      };
    },
  };
}

/** Players whose name starts with `text`. */
export function playerSearchCall(text: string): PublisherCall<{ id: number; username: string }[]> {
  return {
    name: 'account/list',
    service: 'api',
    path: '/wows/account/list/',
    query: { search: text, language: 'en' },
    read: (answer) => readItems(FoundSchema, readAs(orElse(z.array(z.unknown()), []), dataOf(answer))),
  };
}

/** Players with one of up to 100 names, in any letter case. */
export function exactNamesCall(names: readonly string[]): PublisherCall<{ id: number; username: string }[]> {
  return {
    ...playerSearchCall(names.join(',')),
    query: { search: names.join(','), type: 'exact', language: 'en' },
    // A refused request has no list, and says nothing about the names.
    read: (answer) => readItems(FoundSchema, readAs(z.array(z.unknown()), dataOf(answer))),
  };
}
