import { useStore } from '@nanostores/react';
import { ListFilter } from 'lucide';
import { useId, useRef, useState } from 'react';
import { formatNumber } from '#lib/domain/numbers.ts';
import { POSTS_FRAGMENT } from '#lib/paths.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { openNewPost } from '#lib/stores/posts/post-dialog.ts';
import { $hasNewPostDraft, $posting, retryPosting } from '#lib/stores/profile/posting.ts';
import '#lib/stores/profile/profile-live.ts';
import {
  $filteredCount,
  $profileList,
  listHref,
  type ProfileFilter,
  type ProfileListView,
  showList,
} from '#lib/stores/profile/profile-posts.ts';
import { LiveSign } from '../live/LiveSign.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { listTitle, usePageTitle } from '../ui/hooks/use-page-title.ts';
import { Icon } from '../ui/Icon.tsx';
import { SignFilter } from '../ui/SignFilter.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { PostingSlot } from './PostingSlot.tsx';
import { PostList } from './PostList.tsx';
import filters from './ProfileFilters.module.css';
import styles from './ProfilePosts.module.css';

interface ProfileFiltersProps {
  list: ProfileListView;
  id: string;
  onFilter: (filter: ProfileFilter) => void;
}

/** How many posts the filters leave, such as `7 of 52 posts`. */
function Count() {
  const count = useStore($filteredCount);
  return (
    <p role="status" className={cx('soft tabular', filters.count)}>
      {count && `${formatNumber(count.found)} of ${formatNumber(count.all)} posts`}
    </p>
  );
}

/** Chooses posts by how they rate their player, and those with a replay. Part of the address (Rule 5.15). */
function ProfileFilters({ list, id, onFilter }: ProfileFiltersProps) {
  return (
    <div className={cx('row', filters.filters)} id={id}>
      <SignFilter
        current={list.sign}
        hrefOf={(sign) => listHref({ sign })}
        onChoose={(sign) => onFilter({ sign })}
      />
      <label className={filters.replay}>
        <input
          type="checkbox"
          checked={list.hasReplay}
          onChange={({ target }) => onFilter({ hasReplay: target.checked })}
        />
        Has replay
      </label>
      <Count />
    </div>
  );
}

const LABELS = { received: 'Received', sent: 'Sent' } as const;

/** The player's received and sent posts, and whether the viewer can post. */
export function ProfilePosts({ player }: { player: PlayerProfile }) {
  const list = useStore($profileList);
  const posting = useStore($posting);
  const hasDraft = useStore($hasNewPostDraft);
  const top = useRef<HTMLElement>(null);
  usePageTitle(list && `${player.username} · ${listTitle(`${LABELS[list.tab]} posts`, list.page)}`);
  const [choice, setChoice] = useState<boolean | null>(null);
  const filtersId = useId();
  if (list === undefined) return null;
  const isFiltered = list.sign !== undefined || list.hasReplay;
  const showsFilters = choice ?? isFiltered;
  return (
    <section ref={top} id={POSTS_FRAGMENT} className={styles.section} aria-label="Posts" tabIndex={-1}>
      <div className={styles.bar}>
        <Tabs
          label="Posts"
          ids={list.tabs}
          labels={LABELS}
          current={list.tab}
          hrefOf={(tab) => listHref({ tab })}
          countOf={(id) => player.postCounts?.[id]}
          onNavigate={(tab) => showList({ tab })}
        />
      </div>
      {list.canFilter && (
        <button
          type="button"
          className={cx(styles.toggle, isFiltered && styles.active)}
          aria-label="Filters"
          aria-expanded={showsFilters}
          aria-controls={filtersId}
          onClick={() => setChoice(!showsFilters)}
        >
          <Icon node={ListFilter} />
        </button>
      )}
      <div className={styles.live}>
        <LiveSign />
      </div>
      <div className={styles.slot}>
        <PostingSlot
          posting={posting}
          hasDraft={hasDraft}
          onNewPost={() => openNewPost(player)}
          onRetry={retryPosting}
        />
      </div>
      {list.canFilter && (
        <div className={cx(styles.filters, showsFilters && styles.shown)}>
          <ProfileFilters
            list={list}
            id={filtersId}
            onFilter={(filter) => {
              setChoice(true);
              showList(filter);
            }}
          />
        </div>
      )}
      <div className={cx('stack', styles.list)}>
        <PostList
          list={list}
          drawsRibbon={player.ribbon === undefined}
          onPage={() => top.current?.scrollIntoView({ block: 'start' })}
        />
      </div>
    </section>
  );
}
