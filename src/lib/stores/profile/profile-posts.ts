/** The posts a player received and sent, one page at a time; tab and page live in the address (Rule 5.6). */
import { computed, type ReadableAtom } from 'nanostores';
import { listProfilePosts, type PostPage } from '#lib/client/post.ts';
import { type ProfileTab, profileTabs, tabOf } from '#lib/domain/profile.ts';
import { prepareTexts } from '#lib/markdown/texts.ts';
import { $address, changeQuery, createAddressed, hrefWith, pageOf } from '#lib/stores/core/address.ts';
import { createPageLoader, type ListPage } from '#lib/stores/core/last-page.ts';
import type { Remote } from '#lib/stores/core/remote.ts';
import { $profileView } from '#lib/stores/profile/player-profile.ts';

type PostListPage = PostPage & ListPage;

/** Which list of which player is shown, and the tabs to choose from. */
export interface ProfileListView {
  playerId: number;
  tabs: readonly ProfileTab[];
  tab: ProfileTab;
  /** Counted from 1. */
  page: number;
}

/** The list that the address names, as far as the viewer may see it; undefined until the player is loaded. */
export const $profileList = computed(
  [$address, $profileView],
  ({ query }, view): ProfileListView | undefined => {
    if (view === undefined) return undefined;
    const tabs = profileTabs(view.isHidden);
    return { playerId: view.player.id, tabs, tab: tabOf(query.tab, tabs), page: pageOf(query) };
  },
);

/** Address of a tab's first page. */
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

type ListKey = Pick<ProfileListView, 'playerId' | 'tab' | 'page'>;

const $key = computed(
  $profileList,
  (view): ListKey | undefined => view && { playerId: view.playerId, tab: view.tab, page: view.page },
);

async function fetchPage({ playerId, tab, page }: ListKey, signal: AbortSignal): Promise<PostPage> {
  const found = await listProfilePosts(tab, playerId, page, signal);
  await prepareTexts(found.posts.map(({ content }) => content));
  return found;
}

const loadPage = createPageLoader();

/** Another page of the same list keeps the present one until it is loaded; another list does not. */
const list = createAddressed<ListKey, PostListPage>(
  $key,
  ({ playerId, tab, page }, signal) =>
    loadPage<PostListPage>(
      page,
      (wanted) => fetchPage({ playerId, tab, page: wanted }, signal),
      (last) => changeQuery({ page: last > 1 ? last : null }, { replace: true }),
    ),
  (key, shown) => (shown?.playerId === key?.playerId && shown?.tab === key?.tab ? 'keep' : 'replace'),
);

/** The page of posts. */
export const $profilePosts: ReadableAtom<Remote<PostListPage>> = list.$remote;

/** Loads the list again after a failure. */
export function retryPosts(): void {
  void list.reload();
}

/** Reloads the list in the background, because something on it changed. Resolves to false when that failed. */
export function refreshPosts(): Promise<boolean> {
  return list.reload({ mode: 'quiet' });
}
