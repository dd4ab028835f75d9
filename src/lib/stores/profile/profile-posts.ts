/** The posts a player received and sent, one page at a time; tab, filters and page live in the address (Rules 5.6, 5.15). */
import { computed, type ReadableAtom } from 'nanostores';
import { listProfilePosts, type PostPage } from '#lib/client/post.ts';
import { profileTabs, tabOf } from '#lib/domain/profile.ts';
import { prepareTexts } from '#lib/markdown/texts.ts';
import { SIGNS } from '#lib/schemas/list-options.ts';
import {
  $address,
  changeQuery,
  createAddressed,
  hrefWith,
  pageOf,
  type QueryChanges,
} from '#lib/stores/core/address.ts';
import { createPageLoader, type ListPage } from '#lib/stores/core/last-page.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { $profileView } from '#lib/stores/profile/player-profile.ts';

type PostListPage = PostPage & ListPage;

/** The list that the address names, as far as the viewer may see it; undefined until the player is loaded. */
export const $profileList = computed([$address, $profileView], ({ query }, view) => {
  if (view === undefined) return undefined;
  const tabs = profileTabs(view.isHidden);
  const canFilter = Boolean(view.player.postCounts);
  return {
    playerId: view.player.id,
    tabs,
    tab: tabOf(query.tab, tabs),
    /** Counted from 1. */
    page: pageOf(query),
    /** Posts that rate their player so; undefined for all. */
    sign: canFilter ? SIGNS.find((sign) => sign === query.sign) : undefined,
    hasReplay: canFilter && query.hasReplay === 'true',
    /** Whether the API filters. Without that, the address is ignored: a filter must not be shown as if it worked. */
    canFilter,
  };
});

/** The player and list that are shown, and the available tabs. */
export type ProfileListView = NonNullable<ReturnType<typeof $profileList.get>>;

type ListChanges = Partial<Pick<ProfileListView, 'tab' | 'page' | 'sign' | 'hasReplay'>>;

const queryOf = ({ tab, page = 1, hasReplay, ...filter }: ListChanges): QueryChanges => ({
  ...filter,
  page: page === 1 ? null : page,
  ...(tab !== undefined && { tab: tab === 'received' ? null : tab }),
  ...(hasReplay !== undefined && { hasReplay: hasReplay ? 'true' : null }),
});

/** The address of another list; without `page`, of its first page. */
export function listHref(changes: ListChanges): string {
  return hrefWith($address.get(), queryOf(changes));
}

/** Shows another list; without `page`, its first page. `replace` adds no history entry. */
export function showList(changes: ListChanges, options?: { replace?: boolean }): void {
  changeQuery(queryOf(changes), options);
}

/** The filter of a tab. */
export type ProfileFilter = Pick<ListChanges, 'sign' | 'hasReplay'>;

type ListKey = Pick<ProfileListView, 'playerId' | 'tab' | 'page' | 'sign' | 'hasReplay'>;

const $key = computed($profileList, (view): ListKey | undefined => {
  if (view === undefined) return undefined;
  const { playerId, tab, page, sign, hasReplay } = view;
  return { playerId, tab, page, sign, hasReplay };
});

async function fetchPage({ playerId, tab, ...query }: ListKey, signal: AbortSignal): Promise<PostPage> {
  const found = await listProfilePosts(tab, playerId, query, signal);
  await prepareTexts(found.posts.map(({ content }) => content));
  return found;
}

const loadPage = createPageLoader();

/** Another page of the same list keeps the present one until it is loaded; another list does not. */
const list = createAddressed<ListKey, PostListPage>(
  $key,
  (key, signal) =>
    loadPage<PostListPage>(
      key.page,
      (wanted) => fetchPage({ ...key, page: wanted }, signal),
      (page) => showList({ page }, { replace: true }),
    ),
  (key, shown) => (shown?.playerId === key?.playerId && shown?.tab === key?.tab ? 'keep' : 'replace'),
);

/** The page of posts. */
export const $profilePosts: ReadableAtom<Remote<PostListPage>> = list.$remote;

/** How many of the tab's posts the filters leave; null without a filter, and while that loads. */
export const $filteredCount = computed(
  [$profileList, $profilePosts, $profileView],
  (view, remote, profile): { found: number; all: number | null } | null => {
    const isFiltered = view?.sign !== undefined || view?.hasReplay;
    if (!isFiltered || remote.status !== 'ready' || remote.changing) return null;
    const all = profile?.player.postCounts?.[view.tab] ?? null;
    return { found: remote.value.paging.totalItems, all };
  },
);

/** Loads the list again after a failure. */
export const retryPosts = list.retry;

/** Reloads the list in the background, because something on it changed. Resolves to false when that failed. */
export function refreshPosts(): Promise<boolean> {
  return list.reload({ mode: 'quiet' });
}
