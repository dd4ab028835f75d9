/** The posts a player received and sent, one page at a time; tab and page live in the address (Rule 5.6). */
import { computed, onMount, type ReadableAtom } from 'nanostores';
import { listReceivedPosts, listSentPosts, type PostPage } from '#lib/client/post.ts';
import { type ProfileTab, profileTabs, tabOf } from '#lib/domain/profile.ts';
import { $address, changeQuery, hrefWith, pageOf } from '#lib/stores/core/address.ts';
import { createPageLoader, type ListPage } from '#lib/stores/core/last-page.ts';
import { createRemote, type Remote } from '#lib/stores/core/remote.ts';
import { $profileView } from '#lib/stores/profile/player-profile.ts';

type PostListPage = PostPage & ListPage;

const list = createRemote<PostListPage>();

/** The page of posts that the address asks for. */
export const $profilePosts: ReadableAtom<Remote<PostListPage>> = list.$remote;

/** Which list of which player is shown, and which others there are. */
export interface ProfileListView {
  playerId: number;
  tabs: readonly ProfileTab[];
  tab: ProfileTab;
  /** Counted from 1. */
  page: number;
}

/** The list that the address asks for, as far as the viewer may see it; undefined until the player is there. */
export const $profileList = computed(
  [$address, $profileView],
  ({ query }, view): ProfileListView | undefined => {
    if (view === undefined) return undefined;
    const tabs = profileTabs(view.isHidden);
    return { playerId: view.player.id, tabs, tab: tabOf(query.tab, tabs), page: pageOf(query) };
  },
);

/** Address of a tab, of its first page. */
export function tabHref(tab: ProfileTab): string {
  return hrefWith($address.get(), { tab: tab === 'received' ? null : tab, page: null });
}

/** Address of a page of the open tab. */
export function pageHref(page: number): string {
  return hrefWith($address.get(), { page: page === 1 ? null : page });
}

/** Opens a tab at its first page. */
export function openTab(tab: ProfileTab): void {
  changeQuery({ tab: tab === 'received' ? null : tab, page: null });
}

/** Opens a page of the open tab. */
export function openPage(page: number): void {
  changeQuery({ page: page === 1 ? null : page });
}

const loadPage = createPageLoader();

function fetchList({ playerId, tab, page }: ProfileListView, signal: AbortSignal): Promise<PostListPage> {
  const fetch = tab === 'received' ? listReceivedPosts : listSentPosts;
  return loadPage<PostListPage>(
    page,
    (wanted) => fetch(playerId, wanted, signal),
    (last) => changeQuery({ page: last > 1 ? last : null }, { replace: true }),
  );
}

onMount($profilePosts, () => {
  let shown: ProfileListView | undefined;
  return $profileList.subscribe((view) => {
    if (view === undefined) return;
    const isSameList = shown?.playerId === view.playerId && shown.tab === view.tab;
    if (isSameList && shown?.page === view.page) return;
    shown = view;
    void list.load((signal) => fetchList(view, signal), { mode: isSameList ? 'keep' : 'replace' });
  });
});

/** Asks for the list again after a failure. */
export function retryPosts(): void {
  void list.reload();
}

/** Fetches the list again without a sign of it: something on it changed. Resolves to whether that could be done. */
export function refreshPosts(): Promise<boolean> {
  return list.reload({ mode: 'quiet' });
}
