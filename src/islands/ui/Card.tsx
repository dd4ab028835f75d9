import type { ComponentProps } from 'react';
import styles from './Card.module.css';
import { cx } from './helpers/cx.ts';

interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'article' | 'section' | undefined;
}

/** A raised surface. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  const Element = Tag as 'div';
  return <Element {...rest} className={cx(styles.card, className)} />;
}
