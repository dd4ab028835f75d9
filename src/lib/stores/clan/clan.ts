/** The clan of a clan page, its numbers, and the order of its members (Rules 6.5 to 6.12). */
import { computed, onMount, type ReadableAtom } from 'nanostores';
import { getClan } from '#lib/client/clan.ts';
import { httpError } from '#lib/client/errors.ts';
import {
  type ClanMetric,
  clanMetrics,
  type MemberColumn,
  type MemberSort,
  type Metric,
  mixedKarma,
  readMemberSort,
  sortMembers,
  writeMemberSort,
} from '#lib/domain/clan.ts';
import { clanStatisticsUrl } from '#lib/regions.ts';
import { idInPath } from '#lib/routes.ts';
import { runtime } from '#lib/runtime.ts';
import type { Clan } from '#lib/schemas/clan.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { $address, changeQuery } from '#lib/stores/core/address.ts';
import { createRemote, type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { loadSession } from '#lib/stores/session/session.ts';

const clan = createRemote<Clan>();

/** The clan whose page is open; not found also when the address has no readable id. */
export const $clan: ReadableAtom<Remote<Clan>> = clan.$remote;

/** A clan's page. */
export interface ClanView {
  clan: Clan;
  /** Sum of all members' game and platform karma; null without a member list. */
  karma: number | null;
  metrics: Record<ClanMetric, Metric | null>;
  /** Null without a member list. */
  membersCount: number | null;
  statisticsUrl: string;
}

/** What the page shows of the clan; undefined until it is there. */
export const $clanView = computed($clan, (remote): ClanView | undefined => {
  const value = remoteValue(remote);
  if (value === undefined) return undefined;
  // An empty list that was never loaded is none.
  const members = value.membersUpdatedAt === null && value.members?.length === 0 ? null : value.members;
  return {
    clan: value,
    karma: members && mixedKarma(members),
    metrics: clanMetrics(members ?? []),
    membersCount: members?.length ?? null,
    statisticsUrl: clanStatisticsUrl(runtime.region(), value),
  };
});

/** What the member table is ordered by; it lives in the address. */
export const $memberSort = computed($address, ({ query }): MemberSort => readMemberSort(query.sort));

/** The members in that order. */
export const $members = computed([$clan, $memberSort], (remote, sort): PlayerProfile[] =>
  sortMembers(remoteValue(remote)?.members ?? [], sort),
);

/** Orders the table by a column; by the column it is ordered by already, the other way round. */
export function sortBy(column: MemberColumn): void {
  const { column: former, descending } = $memberSort.get();
  const sort = { column, descending: column === former && !descending };
  changeQuery({ sort: writeMemberSort(sort) }, { replace: true });
}

onMount($clan, () => {
  if (runtime.isBrowser) void loadSession();
  let opened: string | undefined;
  return $address.subscribe(({ path }) => {
    if (path === '' || path === opened) return;
    opened = path;
    const id = idInPath(path);
    void clan.load(async (signal) => {
      if (id === null) throw httpError(404, '', '');
      return getClan(id, signal);
    });
  });
});

/** Asks for the clan again after a failure. */
export function retryClan(): void {
  void clan.reload();
}
