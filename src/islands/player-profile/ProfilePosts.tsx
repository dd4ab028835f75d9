import { useStore } from '@nanostores/react';
import { UserX } from 'lucide';
import { useRef } from 'react';
import { POSTING_SENTENCES } from '#lib/domain/posting.ts';
import { POSTS_FRAGMENT } from '#lib/paths.ts';
import type { PlayerProfile } from '#lib/schemas/player.ts';
import { $liveStatus, resume } from '#lib/stores/core/live.ts';
import { openNewPost } from '#lib/stores/posts/post-dialog.ts';
import { $posting, retryPosting } from '#lib/stores/posts/posting.ts';
import { Icon } from '../ui/Icon.tsx';
import '#lib/stores/profile/profile-live.ts';
import { $profileList, openTab, tabHref } from '#lib/stores/profile/profile-posts.ts';
import { cx } from '../ui/helpers/cx.ts';
import { listTitle, usePageTitle } from '../ui/hooks/use-page-title.ts';
import { LiveSign } from '../ui/post/LiveSign.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { PostingSlot } from './PostingSlot.tsx';
import { PostList } from './PostList.tsx';
import styles from './ProfilePosts.module.css';

const LABELS = { received: 'Received', sent: 'Sent' } as const;

/** The player's received and sent posts, and whether the viewer can post. */
export function ProfilePosts({ player }: { player: PlayerProfile }) {
  const list = useStore($profileList);
  const posting = useStore($posting);
  const live = useStore($liveStatus);
  const top = useRef<HTMLElement>(null);
  usePageTitle(list && `${player.username} · ${listTitle(`${LABELS[list.tab]} posts`, list.page)}`);
  if (list === undefined) return null;
  // Shown once: in the posting slot, or here. The slot is not known at first.
  const saysOptedOut = player.optedOut && posting.kind !== 'player-opted-out' && posting.kind !== 'checking';
  return (
    <section
      ref={top}
      id={POSTS_FRAGMENT}
      className={cx('stack', styles.section)}
      aria-label="Posts"
      tabIndex={-1}
    >
      <div className={cx('row', styles.bar)}>
        <div className={styles.tabs}>
          <Tabs
            label="Posts"
            current={list.tab}
            tabs={list.tabs.map((id) => ({ id, label: LABELS[id], href: tabHref(id) }))}
            onNavigate={(id) => openTab(id === 'sent' ? 'sent' : 'received')}
          />
          {saysOptedOut && (
            <p className={cx('soft', styles.notice)}>
              <Icon node={UserX} />
              {POSTING_SENTENCES['player-opted-out']}
            </p>
          )}
          <LiveSign status={live} onResume={resume} />
        </div>
        <div className={styles.slot}>
          <PostingSlot posting={posting} onNewPost={() => openNewPost(player)} onRetry={retryPosting} />
        </div>
      </div>
      <PostList
        list={list}
        drawsRibbon={player.ribbon === undefined}
        onPage={() => top.current?.scrollIntoView({ block: 'start' })}
      />
    </section>
  );
}
