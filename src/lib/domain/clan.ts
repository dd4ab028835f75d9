/** What a clan page computes from its members: karma, metrics and order. */
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { CLAN_RANKS } from '#lib/schemas/player.ts';

/** Sum, lowest and highest value of one number over the members that have it. */
export interface Metric {
  total: number;
  min: number;
  max: number;
}

/** The five metrics of a clan, in the order of their tiles. */
export const CLAN_METRICS = ['gameKarma', 'siteKarma', 'performance', 'teamplay', 'courtesy'] as const;
/** One of the five metrics. */
export type ClanMetric = (typeof CLAN_METRICS)[number];

/** Five numbers of a member; null is N/A and counts as nothing in sums. */
export type MemberNumbers = Readonly<Record<ClanMetric, number | null>>;

/**
 * What a member counts in the clan's sums (Rule 6.6): every number that arrived, except the platform karma and ratings
 * of a member who opted out.
 */
function countedNumbers(member: PlayerProfile): MemberNumbers {
  const own = (value: number | null): number | null => (member.optedOut ? null : value);
  return {
    gameKarma: member.gameKarma,
    siteKarma: own(member.siteKarma),
    performance: own(member.ratingPerformance),
    teamplay: own(member.ratingTeamplay),
    courtesy: own(member.ratingCourtesy),
  };
}

/**
 * A member's row: what is hidden by an opt-out or by the publisher, which hides both karmas, is null whatever the API
 * sent.
 */
export function memberNumbers(member: PlayerProfile): MemberNumbers {
  const numbers = countedNumbers(member);
  return member.wgHidden ? { ...numbers, gameKarma: null, siteKarma: null } : numbers;
}

/** Total, minimum and maximum of the numbers that are known; null when none is. */
export function metricOf(values: readonly (number | null)[]): Metric | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return known.reduce<Metric>(
    (metric, value) => ({
      total: metric.total + value,
      min: Math.min(metric.min, value),
      max: Math.max(metric.max, value),
    }),
    { total: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY },
  );
}

/** The five metrics over all members; null where no member has a number. */
export function clanMetrics(members: readonly PlayerProfile[]): Record<ClanMetric, Metric | null> {
  const numbers = members.map(countedNumbers);
  const metric = (name: ClanMetric): Metric | null => metricOf(numbers.map((member) => member[name]));
  return {
    gameKarma: metric('gameKarma'),
    siteKarma: metric('siteKarma'),
    performance: metric('performance'),
    teamplay: metric('teamplay'),
    courtesy: metric('courtesy'),
  };
}

/** Total mixed karma: every member's game karma plus platform karma; null counts as nothing. */
export function mixedKarma(members: readonly PlayerProfile[]): number {
  return members
    .map(countedNumbers)
    .reduce((sum, { gameKarma, siteKarma }) => sum + (gameKarma ?? 0) + (siteKarma ?? 0), 0);
}

/** A member's rank as an order: Commander first, Private later, unknown last. */
const rankOrder = (member: PlayerProfile): number =>
  member.clan?.clanMemberRole || Math.max(...Object.values(CLAN_RANKS)) + 1;

const time = (instant: string | null): number =>
  instant === null ? Number.POSITIVE_INFINITY : Date.parse(instant);

/** Columns of the member table, in their order on screen. */
export const MEMBER_COLUMNS = [
  'rank',
  'username',
  'accountCreated',
  'joinedClan',
  ...CLAN_METRICS,
  'lastBattle',
] as const;
/** One column of the member table. */
export type MemberColumn = (typeof MEMBER_COLUMNS)[number];

/** What the member table is ordered by. */
export interface MemberSort {
  column: MemberColumn;
  descending: boolean;
}

/** The order a clan page opens with: by rank, then by join date. */
export const DEFAULT_MEMBER_SORT: MemberSort = { column: 'rank', descending: false };

const isColumn = (value: string): value is MemberColumn =>
  (MEMBER_COLUMNS as readonly string[]).includes(value);

/** Reads an order written as a column's name, with `-` before it for descending; anything else is the default. */
export function readMemberSort(text: string | undefined): MemberSort {
  const descending = text?.startsWith('-') ?? false;
  const column = text?.slice(descending ? 1 : 0) ?? '';
  return isColumn(column) ? { column, descending } : DEFAULT_MEMBER_SORT;
}

/** The order as an address carries it; null for the default. */
export function writeMemberSort({ column, descending }: MemberSort): string | null {
  if (column === DEFAULT_MEMBER_SORT.column && descending === DEFAULT_MEMBER_SORT.descending) return null;
  return descending ? `-${column}` : column;
}

/** What one column compares: a number or a name; null has no value and stays last in either direction. */
function sortKey(member: PlayerProfile, column: MemberColumn): number | string | null {
  const instant = (value: string | null | undefined): number | null => (value ? Date.parse(value) : null);
  switch (column) {
    case 'rank':
      return rankOrder(member);
    case 'username':
      return member.username;
    case 'accountCreated':
      return instant(member.wgAccountCreatedAt);
    case 'joinedClan':
      return instant(member.clan?.joinedClanAt);
    case 'lastBattle':
      return instant(member.lastBattleTime);
    default:
      return memberNumbers(member)[column];
  }
}

function compareKeys(a: number | string, b: number | string): number {
  if (typeof a === 'string' || typeof b === 'string')
    return String(a).localeCompare(String(b), undefined, { sensitivity: 'base', numeric: true });
  return a - b;
}

/** By rank (Commander to Private, unknown last), then by join date, earliest first. */
function compareByRank(a: PlayerProfile, b: PlayerProfile): number {
  const joined = (member: PlayerProfile): number => time(member.clan?.joinedClanAt ?? null);
  const difference = joined(a) - joined(b);
  return rankOrder(a) - rankOrder(b) || (Number.isNaN(difference) ? 0 : difference) || a.id - b.id;
}

/**
 * The members in the order asked for, as a new array. Equal ones keep the order of rank and join date;
 * members without a value come last whichever the direction.
 */
export function sortMembers(
  members: readonly PlayerProfile[],
  { column, descending }: MemberSort = DEFAULT_MEMBER_SORT,
): PlayerProfile[] {
  const direction = descending ? -1 : 1;
  return [...members].sort((a, b) => {
    const [keyA, keyB] = [sortKey(a, column), sortKey(b, column)];
    if (keyA === null || keyB === null) {
      const missing = Number(keyA === null) - Number(keyB === null);
      return missing || compareByRank(a, b);
    }
    return direction * compareKeys(keyA, keyB) || compareByRank(a, b);
  });
}
