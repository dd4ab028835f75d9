import { formatAge } from '#lib/domain/dates.ts';
import styles from './DataAge.module.css';
import { Time } from './Time.tsx';

interface DataAgeProps {
  refreshedAt: string | null;
  outdated: boolean;
}

/** The age of a profile or clan that could not be refreshed (Rule 19.3); nothing while the publisher responds. */
export function DataAge({ refreshedAt, outdated }: DataAgeProps) {
  const age = outdated ? formatAge(refreshedAt, Date.now()) : null;
  if (age === null) return null;
  return (
    <p className={styles.age}>
      As of <Time value={refreshedAt} format={() => age} />: the game’s publisher does not answer.
    </p>
  );
}
