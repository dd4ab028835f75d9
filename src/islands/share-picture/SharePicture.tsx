import { useStore } from '@nanostores/react';
import { Image } from 'lucide';
import {
  $hasPictures,
  type PicturedPage,
  sharePicture,
  usesShareSheet,
} from '#lib/stores/share-picture/share-picture.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from '../ui/post/PostActions.module.css';

/** A button for the picture of a post or profile; an empty place where the API draws none. */
export function SharePicture({ page }: { page: PicturedPage }) {
  const hasPictures = useStore($hasPictures);
  if (!hasPictures)
    return (
      <span className={styles.icon} data-none={hasPictures === false || undefined}>
        <Icon node={[]} />
      </span>
    );
  const name = usesShareSheet() ? 'Share as picture' : 'Copy as picture';
  return (
    <button type="button" className={styles.icon} aria-label={name} onClick={() => void sharePicture(page)}>
      <Icon node={Image} />
    </button>
  );
}
