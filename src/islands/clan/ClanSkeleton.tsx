import { Loading, Skeleton } from '../ui/states/Skeleton.tsx';
import styles from './Clan.module.css';

/** The clan page before its clan is known. */
export function ClanSkeleton() {
  return (
    <>
      <h1 className="visually-hidden">Clan</h1>
      <div className={styles.panel}>
        <div className={styles.head}>
          <Loading visible />
        </div>
        <div className={styles.waiting}>
          <Skeleton className={styles.facts} />
        </div>
      </div>
      <Skeleton shape="card" />
      <Skeleton shape="row" count={8} />
    </>
  );
}
