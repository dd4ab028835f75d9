/** Parts of the publisher's answers. They are read tolerantly: what is unreadable but not needed becomes null. */
import { PublisherError } from '#api/publisher/call.ts';
import type { ClanDetails } from '#api/publisher/types.ts';
import { AccountIdSchema, orNull } from '#lib/schemas/common.ts';
import { CLAN_RANKS } from '#lib/schemas/player.ts';
import { z } from '#lib/schemas/zod.ts';

/** No moment of the game is later; dates beyond it would be refused by the database. */
const LATEST = Date.parse('2100-01-01T00:00:00Z');

/** Without NUL, which databases refuse, and without halves of characters. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** A name or tag. */
export const NameSchema = z.string().check(z.overwrite(storable), z.minLength(1), z.maxLength(200));

/** A longer text; absent reads as empty. */
export const LongTextSchema = z.pipe(
  z.transform((value: unknown) => value ?? ''),
  z.string().check(z.overwrite(storable), z.maxLength(50_000)),
);

function readMoment(value: unknown): Date | null {
  const seconds = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  const time =
    typeof seconds === 'number'
      ? seconds * 1000
      : Date.parse(typeof seconds === 'string' ? seconds.replace(/T[\d:.]+$/, '$&Z') : '');
  return time > 0 && time < LATEST ? new Date(time) : null;
}

/** A moment: seconds since 1970, or ISO 8601 (UTC without an offset). Anything else reads as null. */
export const MomentSchema = z.pipe(z.transform(readMoment), z.nullable(z.date()));

/** In-game karma, a 32-bit integer; null when absent. */
export const KarmaSchema = orNull(z.int().check(z.gte(-2_147_483_648), z.lte(2_147_483_647)));

function readColor(value: unknown): number | null {
  const rgb =
    typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? Number.parseInt(value.slice(1), 16) : value;
  return typeof rgb === 'number' && Number.isInteger(rgb) ? (0xff000000 | (rgb & 0xffffff)) >>> 0 : null;
}

/** A league's colour, `#rrggbb` or a number, as an ARGB number; null when absent. */
export const ColorSchema = z.pipe(z.transform(readColor), z.nullable(z.number()));

/** The publisher's names of clan ranks, as numbers of `CLAN_RANKS`. */
export const RANKS_BY_NAME: Readonly<Record<string, number>> = {
  unknown: CLAN_RANKS.Unknown,
  commander: CLAN_RANKS.Commander,
  executive_officer: CLAN_RANKS.ExecutiveOfficer,
  recruitment_officer: CLAN_RANKS.Recruiter,
  commissioned_officer: CLAN_RANKS.CommissionedOfficer,
  officer: CLAN_RANKS.Officer,
  private: CLAN_RANKS.Private,
};

/** A clan rank, as a name or as an object with it, as a number of `CLAN_RANKS`; 0 when it is not known. */
export const RoleSchema = z.pipe(
  z.transform((value: unknown) => {
    const name = typeof value === 'object' && value !== null ? Reflect.get(value, 'name') : value;
    return typeof name === 'string' ? (RANKS_BY_NAME[name] ?? CLAN_RANKS.Unknown) : CLAN_RANKS.Unknown;
  }),
  z.number(),
);

/** Id of an account or a clan, as a number or its digits. */
export const IdSchema = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value,
  ),
  AccountIdSchema,
);

/** The fields of a clan that both APIs name alike. */
export const CLAN_FIELDS = {
  tag: orNull(NameSchema),
  name: orNull(NameSchema),
  description: LongTextSchema,
  created_at: MomentSchema,
};

/** A clan of these fields. Throws a PublisherError for one without a name, unless it is disbanded. */
export function clanOf(
  id: number,
  { created_at, ...clan }: z.output<z.ZodMiniObject<typeof CLAN_FIELDS>>,
  isDisbanded: boolean,
): Omit<ClanDetails, 'leagueColor' | 'members'> {
  if (!isDisbanded && (clan.tag === null || clan.name === null))
    throw new PublisherError('invalid', 'the clan has no name');
  return { ...clan, id, isDisbanded, createdAt: created_at };
}
