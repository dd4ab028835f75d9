import type { ComponentProps } from 'react';
import styles from './Card.module.css';
import { cx } from './helpers/cx.ts';

interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'article' | 'section' | undefined;
  /** Colours the leading edge; the content must express the same in words. */
  tone?: 'positive' | 'negative' | 'neutral' | undefined;
}

/** A raised surface. */
export function Card({ as: Tag = 'div', tone, className, ...rest }: CardProps) {
  const Element = Tag as 'div';
  return (
    <Element {...rest} className={cx(styles.card, tone && styles.edge, tone && styles[tone], className)} />
  );
}
