import { type ReactNode, useRef } from 'react';
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

/** The signs of a thumbnail as it draws them. */
const SIGNS = {
  author: <circle cx="4" cy="5" r="4" />,
  player: <path d="M0 5h16" strokeWidth="3.5" strokeDasharray="6.5 3" />,
  sunk: <path d="M1 1l8 8M1 9l8-8" strokeWidth="2.5" />,
};
const WIDTHS = { author: 8, player: 16, sunk: 10 };

function Entry({ sign, children }: { sign: keyof typeof SIGNS; children: ReactNode }) {
  return (
    <span className={styles[sign]}>
      <svg viewBox={`0 0 ${WIDTHS[sign]} 10`} width={WIDTHS[sign]} aria-hidden="true">
        {SIGNS[sign]}
      </svg>
      {children}
    </span>
  );
}

/** What the picture shows (Rule 30.61). An API before this one says neither what it shows nor the time of a sinking. */
export function Caption({ battle: { author, player, thumbnail } }: { battle: Battle }) {
  const { shown = { author: author !== null, player: player !== null, sunk: null } } = thumbnail ?? {};
  return (
    <p className={styles.caption}>
      {shown?.author && <Entry sign="author">author</Entry>}
      {shown?.player && <Entry sign="player">player</Entry>}
      {shown?.sunk && <Entry sign="sunk">sunk at {shown.sunk}</Entry>}
    </p>
  );
}

/** Pictures are copied, because browsers do not count what is drawn on a canvas as the largest paint, whenever it arrives. */
function copyTo(canvas: HTMLCanvasElement | null, image: HTMLImageElement): void {
  if (canvas === null) return;
  Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext('2d')?.drawImage(image, 0, 0);
}

/** The picture of the post's battle, which leads to the battle as "Play battle" does (Rule 30.10). Nothing without one. */
export function BattlePicture({ post: { id, replayId, battle } }: { post: Post }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  if (!replayId || !battle?.thumbnail) return null;
  const url = thumbnailUrl(replayId, battle.thumbnail.version);
  return (
    <div className={styles.picture} aria-hidden="true">
      <a href={`${postPath(id)}#replay`} tabIndex={-1}>
        <picture>
          <source media="(max-width: 47.99rem)" srcSet={`${url}&shape=strip`} />
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
      <Caption battle={battle} />
    </div>
  );
}
