import panel from '../ui/IdentityPanel.module.css';
import { Loading, Skeleton } from '../ui/states/Skeleton.tsx';
import styles from './ProfileSkeleton.module.css';

/** The profile's outline while the player loads. */
export function ProfileSkeleton() {
  return (
    <>
      <h1 className="visually-hidden">Player profile</h1>
      <Loading />
      <div className={panel.panel}>
        <div className={styles.head}>
          <Skeleton shape="heading" />
        </div>
        <div className={styles.numbers}>
          <Skeleton shape="row" />
        </div>
      </div>
      <PostsSkeleton />
    </>
  );
}

/** The outline of the posts and their bar. */
export function PostsSkeleton() {
  return (
    <>
      <div className={styles.bar} />
      <Skeleton shape="card" count={3} />
    </>
  );
}
