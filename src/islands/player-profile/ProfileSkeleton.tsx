import type { ReactNode } from 'react';
import { cx } from '../ui/helpers/cx.ts';
import panel from '../ui/IdentityPanel.module.css';
import { Loading, Skeleton } from '../ui/states/Skeleton.tsx';
import layout from './PlayerProfile.module.css';
import header from './ProfileHeader.module.css';
import { PlayerName, ProfileEmblem, TotalKarma } from './ProfileHeader.tsx';
import list from './ProfilePosts.module.css';
import styles from './ProfileSkeleton.module.css';

interface ProfileSkeletonProps {
  /** The one of the page, into which `early-content.ts` writes the name and the total. */
  early?: boolean;
  children?: ReactNode;
}

/** The profile's outline while the player loads: name, total, ribbon, ratings and facts next to the posts. */
export function ProfileSkeleton({ early, children = <PostsSkeleton /> }: ProfileSkeletonProps) {
  return (
    <>
      <Loading />
      <div className={cx('two-columns', layout.columns)} data-early-profile={early}>
        <div className={panel.panel}>
          <div className={cx(panel.head, header.head, styles.head)}>
            <ProfileEmblem flags="NN" />
            <div className={header.clan} />
            <PlayerName>
              <span className="visually-hidden">Player profile</span>
            </PlayerName>
          </div>
          <div className={cx(header.karma, styles.karma)}>
            <TotalKarma value={0} blank />
          </div>
          <div className={styles.ribbon}>
            <Skeleton shape="row" />
          </div>
          <div className={styles.ratings}>
            <Skeleton className={styles.rating} count={3} />
          </div>
          <div className={styles.facts} />
        </div>
        {children}
      </div>
    </>
  );
}

/** The outline of the posts and their bar. */
export function PostsSkeleton({ children = <Skeleton shape="card" count={3} /> }: { children?: ReactNode }) {
  return (
    <div className={list.section}>
      <div className={list.bar} />
      <div className={list.slot} />
      <div className={styles.filters} />
      <div className={list.list}>{children}</div>
    </div>
  );
}
