import { captionOf } from '#lib/domain/caption.ts';
import type { Battle } from '#lib/schemas/replay.ts';
import styles from './PostCard.module.css';

/** The signs of a thumbnail as it draws them. */
const SIGNS = {
  author: <circle cx="12" cy="5" r="4" />,
  player: <path d="M0 5h16" strokeWidth="3.5" strokeDasharray="6.5 3" />,
  sunk: <path d="M7 1l8 8M7 9l8-8" strokeWidth="2.5" />,
};

function Sign({ of, text }: { of: keyof typeof SIGNS; text: string }) {
  return (
    <>
      <svg viewBox="0 0 16 10" width="16" aria-hidden="true">
        {SIGNS[of]}
      </svg>
      {`\u00a0${text}`}
    </>
  );
}

/**
 * The caption of the picture (Rule 30.61); nothing for one of another battle. `home-live.ts` finds its parts by their elements.
 */
export function Caption({ battle }: { battle: Battle }) {
  const entries = captionOf(battle).map(({ part, sunk, by }) => (
    <span key={part} className={styles[part]}>
      <Sign of={part} text={`${part} `} />
      <span>{sunk && <Sign of="sunk" text={sunk} />}</span>
      <bdi translate="no">{by}</bdi>
    </span>
  ));
  return entries.length > 0 && <p className={styles.caption}>{entries}</p>;
}
