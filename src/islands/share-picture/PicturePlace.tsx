import type { PicturedPage } from '#lib/stores/share-picture/share-picture.ts';
import { useCode } from '../ui/hooks/use-code.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from '../ui/post/PostActions.module.css';

const sharePicture = { load: async () => (await import('./SharePicture.tsx')).SharePicture };

/** The place of "Copy as picture". Its code loads before the first click, because browsers copy pictures only within a click. */
export function PicturePlace({ page }: { page: PicturedPage }) {
  const { loaded: SharePicture } = useCode(sharePicture);
  if (SharePicture) return <SharePicture page={page} />;
  return (
    <span className={styles.icon}>
      <Icon node={[]} />
    </span>
  );
}
