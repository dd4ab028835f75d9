import type { ReactNode } from 'react';
import { cx } from '../ui/helpers/cx.ts';
import panel from '../ui/IdentityPanel.module.css';
import karma from '../ui/Karma.module.css';
import { Loading, Skeleton } from '../ui/states/Skeleton.tsx';
import layout from './PlayerProfile.module.css';
import header from './ProfileHeader.module.css';
import list from './ProfilePosts.module.css';
import styles from './ProfileSkeleton.module.css';

/** Classes of a total by its sign, for `early-content.ts`. */
const TONES = ['negative', `warning ${karma.none}`, 'positive'].join(',');

/**
 * The profile's outline while the player loads: name, total, ribbon, ratings and facts next to the posts. `early-content.ts` writes
 * the name and the total into the first one of a page.
 */
export function ProfileSkeleton({ children = <PostsSkeleton /> }: { children?: ReactNode }) {
  return (
    <>
      <Loading />
      <div className={cx('two-columns', layout.columns)} data-early-profile="">
        <div className={panel.panel}>
          <div className={cx(panel.head, header.head, styles.head)}>
            <div className={header.clan} />
            <h1 className={cx(panel.name, header.name)} dir="auto" data-early-name="">
              <span className="visually-hidden">Player profile</span>
            </h1>
          </div>
          <div className={cx(header.karma, styles.karma)}>
            <p className={header.total}>
              <span className={header.label}>Total Karma</span>
              <span className={header.figure}>
                {/* As high as the number. */}
                <span className={karma.karma} data-early-total="" data-tones={TONES}>
                  {'\u200b'}
                </span>
              </span>
            </p>
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
