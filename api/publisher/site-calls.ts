/** Calls that the publisher's own sites make. They are undocumented and need no application id. */
import { millisecondsInDay } from 'date-fns/constants';
import { subMilliseconds } from 'date-fns/subMilliseconds';
import { type Answer, type PublisherCall, readAs, readItems } from '#api/publisher/call.ts';
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
import type { Account, ClanDetails, ClanSummary, Member, Membership } from '#api/publisher/types.ts';
import { FlagSchema, orElse, orNull } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';

const EnvelopeSchema = z.object({ status: z.literal('ok'), data: z.unknown() });

/** The data of an account call; null when the account does not exist. */
function dataOf({ found, body }: Answer): unknown {
  return found ? readAs(EnvelopeSchema, body).data : null;
}

const BasicSchema = z.object({
  karma: KarmaSchema,
  last_battle_time: MomentSchema,
  created_at: MomentSchema,
});

const AccountSchema = z.object({
  name: NameSchema,
  created_at: MomentSchema,
  hidden_profile: FlagSchema,
  statistics: orNull(z.object({ basic: orNull(BasicSchema) })),
});

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

/** An account; null when it does not exist. */
export const siteAccountCall = (id: number): PublisherCall<Account | null> => ({
  name: 'vortex accounts',
  service: 'vortex',
  path: `/api/accounts/${id}/`,
  read(answer) {
    const entry = readAs(orElse(z.record(z.string(), z.unknown()), {}), dataOf(answer))[id];
    if (isNothing(entry)) return null;
    const { name, created_at, hidden_profile: hidden, statistics } = readAs(AccountSchema, entry);
    const basic = hidden ? null : (statistics?.basic ?? null);
    return {
      id,
      username: name,
      hidden,
      gameKarma: basic?.karma ?? null,
      createdAt: created_at ?? basic?.created_at ?? null,
      lastBattleTime: basic?.last_battle_time ?? null,
    };
  },
});

const MembershipSchema = z.object({
  clan: orNull(z.object({ tag: NameSchema, name: NameSchema, color: ColorSchema })),
  clan_id: orNull(IdSchema),
  role: RoleSchema,
  joined_at: MomentSchema,
});

/** A player's clan; null without one. */
export const siteMembershipCall = (id: number): PublisherCall<Membership | null> => ({
  name: 'vortex accounts clans',
  service: 'vortex',
  path: `/api/accounts/${id}/clans`,
  read(answer) {
    const data = dataOf(answer);
    if (isNothing(data)) return null;
    const { clan, clan_id, role, joined_at } = readAs(MembershipSchema, data);
    if (clan === null || clan_id === null) return null;
    const { color: leagueColor, ...names } = clan;
    return { clan: { ...names, id: clan_id, leagueColor }, role, joinedAt: joined_at };
  },
});

const ClanSchema = z.object({
  clanview: z.object({
    clan: z.object({ ...CLAN_FIELDS, color: ColorSchema, is_disbanded: FlagSchema }),
  }),
});

/** A clan without its members; null when it does not exist. */
export const siteClanCall = (id: number): PublisherCall<Omit<ClanDetails, 'members'> | null> => ({
  name: 'clans claninfo',
  service: 'clans',
  path: `/api/clanbase/${id}/claninfo/`,
  read({ found, body }) {
    if (!found) return null;
    const { is_disbanded, color, ...clan } = readAs(ClanSchema, body).clanview.clan;
    return { ...clanOf(id, clan, is_disbanded), leagueColor: color };
  },
});

const MembersSchema = z.object({
  items: z.array(
    z.object({ id: IdSchema, name: NameSchema, role: RoleSchema, days_in_clan: orNull(z.number()) }),
  ),
});

/** A clan's members; null when it has no list. Their joining day is counted back from `now`, in milliseconds. */
export const siteMembersCall = (id: number, now: number): PublisherCall<Member[] | null> => ({
  name: 'clans members',
  service: 'clans',
  path: `/api/members/${id}/`,
  query: { battle_type: 'pvp' },
  read({ found, body }) {
    if (!found) return null;
    const today = now - (now % millisecondsInDay);
    return readAs(MembersSchema, body).items.map(({ name, days_in_clan: days, ...member }) => ({
      ...member,
      username: name,
      joinedAt: days === null ? null : subMilliseconds(today, Math.trunc(days) * millisecondsInDay),
    }));
  },
});

const FoundSchema = z.pipe(
  z.object({ id: IdSchema, tag: NameSchema, name: NameSchema, hex_color: ColorSchema }),
  z.transform(({ hex_color, ...clan }): ClanSummary => ({ ...clan, leagueColor: hex_color })),
);

/** Clans whose tag or name contains `text`. The documented search lacks the colours. */
export const clanSearchCall = (text: string, limit: number): PublisherCall<ClanSummary[]> => ({
  name: 'clans search',
  service: 'clans',
  path: '/api/search/clans/',
  query: { search: text, battle_type: 'pvp', limit: String(limit), offset: '0' },
  read: ({ found, body }) =>
    found ? readItems(FoundSchema, readAs(z.object({ clans: z.array(z.unknown()) }), body).clans) : [],
});
