/** Content of a clan page: karma, metrics and order of its members. */
import type { PlayerProfile } from '#lib/schemas/player.ts';

/** The five metrics of a clan, in the order of their tiles. */
export const CLAN_METRICS = ['gameKarma', 'siteKarma', 'performance', 'teamplay', 'courtesy'] as const;
/** One of the five metrics. */
export type ClanMetric = (typeof CLAN_METRICS)[number];

/** A member's value for each metric; null is shown as N/A and adds nothing to sums. */
export type MemberNumbers = Readonly<Record<ClanMetric, number | null>>;

/**
 * The numbers of a member that count in the clan's sums (Rule 6.6): all that the API sent, except the platform karma and
 * ratings of a member who opted out.
 */
function countedNumbers(member: PlayerProfile): MemberNumbers {
  const unlessOptedOut = (value: number | null): number | null => (member.optedOut ? null : value);
  return {
    gameKarma: member.gameKarma,
    siteKarma: unlessOptedOut(member.siteKarma),
    performance: unlessOptedOut(member.ratingPerformance),
    teamplay: unlessOptedOut(member.ratingTeamplay),
    courtesy: unlessOptedOut(member.ratingCourtesy),
  };
}

/** The numbers shown in a member's row: without what an opt-out hides, and without both karmas if the publisher hides them. */
export function memberNumbers(member: PlayerProfile): MemberNumbers {
  const numbers = countedNumbers(member);
  return member.wgHidden ? { ...numbers, gameKarma: null, siteKarma: null } : numbers;
}

/** Total, minimum and maximum of the known values; null when there are none. */
export function metricOf(values: readonly (number | null)[]) {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  const [min] = known;
  if (min === undefined) return null;
  return {
    total: known.reduce((sum, value) => sum + value, 0),
    min,
    max: known.at(-1) as number,
    /** Those values, in ascending order. */
    values: known,
  };
}

/** Sum, lowest and highest value of one number over the members that have it. */
export type Metric = NonNullable<ReturnType<typeof metricOf>>;

/** How many values each column of a distribution counts. Columns are numbered from 0, which holds the zeros alone. */
export type Distribution = ReadonlyMap<number, number>;

/**
 * Groups values into columns of equal width: 1, 2, … for positive values, −1, −2, … for negative ones, at most
 * `columnsMax` from the lowest to the highest, with zero always among them.
 */
export function distribute(values: readonly number[], columnsMax: number): Distribution {
  const width = Math.max(1, (Math.max(0, ...values) - Math.min(0, ...values)) / (columnsMax - 3));
  const columns = new Map<number, number>();
  for (const value of values) {
    const column = Math.sign(value) * Math.ceil(Math.abs(value) / width);
    columns.set(column, (columns.get(column) ?? 0) + 1);
  }
  return columns;
}

/** A distribution in words, such as "31 above zero, 4 at zero, 15 below". */
export function describeDistribution(values: readonly number[]): string {
  const count = (sign: number): number => values.filter((value) => Math.sign(value) === sign).length;
  return `${count(1)} above zero, ${count(0)} at zero, ${count(-1)} below`;
}

/** The five metrics over all members; null where no member has a number. */
export function clanMetrics(members: readonly PlayerProfile[]): Record<ClanMetric, Metric | null> {
  const numbers = members.map(countedNumbers);
  const metrics = CLAN_METRICS.map((name) => [name, metricOf(numbers.map((member) => member[name]))]);
  return Object.fromEntries(metrics);
}

/** Total mixed karma: game karma plus platform karma of every member; null adds nothing. */
export function mixedKarma(members: readonly PlayerProfile[]): number {
  return members
    .map(countedNumbers)
    .reduce((sum, { gameKarma, siteKarma }) => sum + (gameKarma ?? 0) + (siteKarma ?? 0), 0);
}

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

/** The column that orders the member table, and its direction. */
export interface MemberSort {
  column: MemberColumn;
  descending: boolean;
}

/** The initial order of a clan page: by rank, then by join date. */
export const DEFAULT_MEMBER_SORT: MemberSort = { column: 'rank', descending: false };

const isMetric = (column: MemberColumn): boolean => (CLAN_METRICS as readonly string[]).includes(column);

/** Reads an order from an address: a column's name, after `-` if descending; anything else is the default. */
export function readMemberSort(text: string | undefined): MemberSort {
  const descending = text?.startsWith('-') ?? false;
  const column = MEMBER_COLUMNS.find((name) => name === text?.slice(descending ? 1 : 0));
  return column ? { column, descending } : DEFAULT_MEMBER_SORT;
}

/** The order as it is written in an address; null for the default. */
export function writeMemberSort({ column, descending }: MemberSort): string | null {
  if (column === DEFAULT_MEMBER_SORT.column && descending === DEFAULT_MEMBER_SORT.descending) return null;
  return descending ? `-${column}` : column;
}

/** The value of a member by which a column is ordered; null when the member has none. */
function sortKey(member: PlayerProfile, column: MemberColumn): number | string | null {
  const time = (instant: string | null | undefined): number | null => (instant ? Date.parse(instant) : null);
  switch (column) {
    case 'rank':
      return member.clan?.clanMemberRole || null;
    case 'username':
      return member.username;
    case 'accountCreated':
      return time(member.wgAccountCreatedAt);
    case 'joinedClan':
      return time(member.clan?.joinedClanAt);
    case 'lastBattle':
      return time(member.lastBattleTime);
    default:
      return memberNumbers(member)[column];
  }
}

/** The order after choosing a column: numbers and battles start with the highest or latest, a second choice reverses it. */
export function nextMemberSort(former: MemberSort, column: MemberColumn): MemberSort {
  if (former.column === column) return { column, descending: !former.descending };
  return { column, descending: column === 'lastBattle' || isMetric(column) };
}

/** Made once: `localeCompare` with options makes one for each comparison. */
const texts = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

type Comparator = (a: PlayerProfile, b: PlayerProfile) => number;

/** Compares members by one column. Those without a value come last in both directions. */
function comparatorOf({ column, descending }: MemberSort): Comparator {
  const direction = descending ? -1 : 1;
  return (a, b) => {
    const keyA = sortKey(a, column);
    const keyB = sortKey(b, column);
    if (keyA === null || keyB === null) return Number(keyA === null) - Number(keyB === null);
    if (typeof keyA === 'number' && typeof keyB === 'number') return direction * (keyA - keyB);
    return direction * texts.compare(String(keyA), String(keyB));
  };
}

const byRank = comparatorOf(DEFAULT_MEMBER_SORT);
const byJoinDate = comparatorOf({ column: 'joinedClan', descending: false });

/** The members in the given order, as a new array. Equal ones are ordered by rank, then join date, then id. */
export function sortMembers(
  members: readonly PlayerProfile[],
  sort: MemberSort = DEFAULT_MEMBER_SORT,
): PlayerProfile[] {
  const byColumn = comparatorOf(sort);
  return members.toSorted((a, b) => byColumn(a, b) || byRank(a, b) || byJoinDate(a, b) || a.id - b.id);
}
