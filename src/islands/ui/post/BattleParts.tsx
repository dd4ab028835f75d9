import { type ComponentType, useRef } from 'react';
import { postPath } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { Battle } from '#lib/schemas/replay.ts';
import { thumbnailUrl } from '#lib/thumbnail-url.ts';
import { type Code, useCode } from '../hooks/use-code.ts';
import styles from './PostCard.module.css';

const battleLine: Code<ComponentType<{ battle: Battle }>> = {
  load: async () => (await import('./BattleLine.tsx')).BattleLine,
};

/** The line of the post's battle. It keeps its place until its code has loaded, and stays empty if that fails. */
export function BattlePlace({ battle }: { battle: Battle }) {
  const { loaded: BattleLine } = useCode(battleLine);
  return <p className={styles.battle}>{BattleLine && <BattleLine battle={battle} />}</p>;
}

/** The picture of the post's battle, which leads to the battle as "Play battle" does (Rule 30.10). Nothing without one. */
export function BattlePicture({ post: { id, replayId, battle } }: { post: Post }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  if (!replayId || !battle?.thumbnail) return null;
  const { version, width, height } = battle.thumbnail;
  return (
    <div className={styles.picture} aria-hidden="true">
      <a href={`${postPath(id)}#replay`} tabIndex={-1}>
        {/* Browsers do not count what is drawn on a canvas as the largest paint, whenever the picture arrives. */}
        <img
          src={thumbnailUrl(replayId, version)}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget }) => canvas.current?.getContext('2d')?.drawImage(currentTarget, 0, 0)}
        />
        <canvas ref={canvas} width={width} height={height} />
      </a>
    </div>
  );
}
