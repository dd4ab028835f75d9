import { cx } from '../ui/helpers/cx.ts';
import panel from '../ui/IdentityPanel.module.css';
import { Loading, Skeleton } from '../ui/states/Skeleton.tsx';
import layout from './PlayerProfile.module.css';
import styles from './ProfileSkeleton.module.css';

/** The profile's outline while the player loads: name, total, ribbon, ratings and facts next to the posts. */
export function ProfileSkeleton() {
  return (
    <>
      <h1 className="visually-hidden">Player profile</h1>
      <Loading />
      <div className={cx('two-columns', layout.columns)}>
        <div className={panel.panel}>
          <div className={styles.head}>
            <Skeleton shape="heading" />
          </div>
          <div className={styles.total}>
            <Skeleton shape="heading" />
          </div>
          <div className={styles.ribbon}>
            <Skeleton shape="row" />
          </div>
          <div className={styles.ratings}>
            <Skeleton className={styles.rating} count={3} />
          </div>
          <div className={styles.facts} />
        </div>
        <PostsSkeleton />
      </div>
    </>
  );
}

/** The outline of the posts and their bar. */
export function PostsSkeleton() {
  return (
    <div>
      <div className={styles.bar} />
      <Skeleton shape="card" count={3} />
    </div>
  );
}
