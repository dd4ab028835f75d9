import { thumbnailUrl } from '#lib/client/thumbnail.ts';
import type { Battle } from '#lib/schemas/replay.ts';
import styles from './BattlePicture.module.css';

interface BattlePictureProps {
  replayId: string;
  thumbnail: NonNullable<Battle['thumbnail']>;
}

/** The thumbnail of a post's battle (Rule 31.24). It fills the place that its card has reserved. */
export function BattlePicture({ replayId, thumbnail: { version, width, height } }: BattlePictureProps) {
  return (
    <img
      className={styles.picture}
      src={thumbnailUrl(replayId, version)}
      width={width}
      height={height}
      alt=""
      loading="lazy"
      decoding="async"
      fetchPriority="low"
    />
  );
}
