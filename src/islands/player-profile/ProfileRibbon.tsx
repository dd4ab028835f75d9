import { type KeyboardEvent, memo, useRef, useState } from 'react';
import { SIGN_NAMES, signTotals } from '#lib/domain/ribbon.ts';
import { paths } from '#lib/paths.ts';
import type { RibbonPost } from '#lib/schemas/player.ts';
import { cx } from '../ui/helpers/cx.ts';
import styles from './ProfileRibbon.module.css';

const KEYS: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** How many of the latest posts raise and lower the player's karma, in words. */
export function RibbonSummary({ posts }: { posts: readonly RibbonPost[] }) {
  if (posts.length === 0) return null;
  const { positive, neutral, negative } = signTotals(posts.map(({ sign }) => sign));
  return (
    <p className={styles.summary}>
      Last {posts.length}: <span className="positive">{positive} positive</span>, {neutral} neutral,{' '}
      <span className="negative">{negative} negative</span>
    </p>
  );
}

/**
 * The latest received posts as stripes, oldest on the left. One tab stop: arrow keys move, and each stripe opens its post.
 * Drawn again only with other posts, because a press of the header's button draws the header.
 */
export const ProfileRibbon = memo(({ posts }: { posts: readonly RibbonPost[] }) => {
  const last = posts.length - 1;
  const [current, setCurrent] = useState(last);
  const list = useRef<HTMLUListElement>(null);
  if (posts.length === 0) return <p className={cx('soft', styles.none)}>No posts about this player yet.</p>;
  const focusable = Math.min(current, last);
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = KEYS[event.key]?.(focusable, last);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setCurrent(next);
    list.current?.querySelectorAll('a')[next]?.focus();
  };
  return (
    <section className={styles.ribbon} aria-label="Recent posts">
      <ul ref={list} className={styles.stripes} onKeyDown={onKeyDown}>
        {posts.map(({ id, sign }, index) => {
          const name = SIGN_NAMES[sign];
          return (
            <li key={id}>
              <a
                className={cx(styles.stripe, styles[name])}
                href={paths.post(id)}
                tabIndex={index === focusable ? 0 : -1}
                onFocus={() => setCurrent(index)}
              >
                <span className="visually-hidden">
                  Post {index + 1} of {posts.length}: {name}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
      <p className={styles.newest} aria-hidden="true">
        newest →
      </p>
    </section>
  );
});
