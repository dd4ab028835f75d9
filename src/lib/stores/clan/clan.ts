/** The clan whose page is open, its numbers, and the order of its members (Rules 6.5 to 6.12). */
import { computed, type ReadableAtom } from 'nanostores';
import { getClan } from '#lib/client/clan.ts';
import {
  clanMetrics,
  type MemberColumn,
  type MemberSort,
  mixedKarma,
  nextMemberSort,
  readMemberSort,
  sortMembers,
  writeMemberSort,
} from '#lib/domain/clan.ts';
import { prepareTexts } from '#lib/markdown/texts.ts';
import { runtime } from '#lib/runtime.ts';
import type { Clan } from '#lib/schemas/clan.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { clanStatisticsUrl } from '#lib/statistics-url.ts';
import { $address, $idInAddress, changeQuery, createAddressed } from '#lib/stores/core/address.ts';
import { type Remote, remoteValue } from '#lib/stores/core/remote.ts';
import { rememberVisit } from '#lib/stores/search/recents.ts';
import { createRibbons } from '#lib/stores/search/ribbons.ts';

async function visitClan(id: number, signal: AbortSignal): Promise<Clan> {
  const found = await getClan(id, signal);
  const { tag, name, leagueColor } = found;
  rememberVisit({ kind: 'clan', id, name, tag, leagueColor });
  await prepareTexts([found.description]);
  return found;
}

const clan = createAddressed($idInAddress, visitClan);

/** The clan of the address; "not found" also when the address has no id. */
export const $clan: ReadableAtom<Remote<Clan>> = clan.$remote;

/** The content of the page; undefined until the clan is loaded. */
export const $clanView = computed($clan, (remote) => {
  const value = remoteValue(remote);
  if (value === undefined) return undefined;
  // An empty list that was never updated means that there is no list.
  const members = value.membersUpdatedAt === null && value.members?.length === 0 ? null : value.members;
  return {
    clan: value,
    /** Sum of all members' game and platform karma; null without a member list. */
    karma: members && mixedKarma(members),
    metrics: clanMetrics(members ?? []),
    /** Null without a member list. */
    membersCount: members?.length ?? null,
    statisticsUrl: clanStatisticsUrl(runtime.region(), value),
  };
});

/** A clan's page. */
export type ClanView = NonNullable<ReturnType<typeof $clanView.get>>;

/** The order of the member table, from the address. */
export const $memberSort = computed($address, ({ query }): MemberSort => readMemberSort(query.sort));

/** The members in that order. */
export const $members = computed([$clan, $memberSort], (remote, sort): PlayerProfile[] =>
  sortMembers(remoteValue(remote)?.members ?? [], sort),
);

/** The ribbons of the members. */
export const $memberRibbons = createRibbons(
  computed($clan, (remote) => (remoteValue(remote)?.members ?? []).map(({ id }) => id)),
);

/** Sorts the members by a column, or reverses the order if they are sorted by it already. The back button undoes it. */
export function sortBy(column: MemberColumn): void {
  changeQuery({ sort: writeMemberSort(nextMemberSort($memberSort.get(), column)) });
}

/** Loads the clan again after a failure. */
export const retryClan = clan.retry;
