import { useRef } from 'react';
import { postPath } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { Battle } from '#lib/schemas/replay.ts';
import { thumbnailUrl } from '#lib/thumbnail-url.ts';
import { useCode } from '../hooks/use-code.ts';
import styles from './PostCard.module.css';

const battleLine = { load: async () => (await import('./BattleLine.tsx')).BattleLine };

/** The line of the post's battle. It keeps its place until its code has loaded, and stays empty if that fails. */
export function BattlePlace({ battle, isUnchecked }: { battle: Battle; isUnchecked: boolean }) {
  const { loaded: BattleLine } = useCode(battleLine);
  return (
    <p className={styles.battle}>{BattleLine && <BattleLine battle={battle} isUnchecked={isUnchecked} />}</p>
  );
}

const caption = { load: async () => (await import('./Caption.tsx')).Caption };

/** The caption of a picture, whose code is not needed to lay out the card (Rule 30.61). */
function CaptionPlace({ battle }: { battle: Battle }) {
  const { loaded: Caption } = useCode(caption);
  return Caption && <Caption battle={battle} />;
}

/** Pictures are copied, because browsers do not count what is drawn on a canvas as the largest paint, whenever it arrives. */
function copyTo(canvas: HTMLCanvasElement | null, image: HTMLImageElement): void {
  if (canvas === null) return;
  Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
}

/**
 * The picture of the post's battle, which leads to the battle as "Play battle" does (Rule 30.10). Nothing without one. In
 * windows up to `stripTo` it is the strip.
 */
export function BattlePicture({ post, stripTo = '47.99rem' }: { post: Post; stripTo?: string }) {
  const { id, replayId, battle } = post;
  const canvas = useRef<HTMLCanvasElement>(null);
  if (!replayId || !battle?.thumbnail) return null;
  const url = thumbnailUrl(replayId, battle.thumbnail.version);
  return (
    <div className={styles.picture} aria-hidden="true">
      <a href={`${postPath(id)}#replay`} tabIndex={-1}>
        <picture>
          <source media={`(max-width: ${stripTo})`} srcSet={`${url}&shape=strip`} />
          <img
            src={url}
            alt=""
            loading="lazy"
            decoding="async"
            onLoad={({ currentTarget }) => copyTo(canvas.current, currentTarget)}
          />
        </picture>
        <canvas ref={canvas} />
      </a>
      <CaptionPlace battle={battle} />
    </div>
  );
}
