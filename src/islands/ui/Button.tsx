import type { IconNode } from 'lucide';
import type { ComponentProps } from 'react';
import styles from './Button.module.css';
import { cx } from './helpers/cx.ts';
import { Icon } from './Icon.tsx';

interface Look {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | undefined;
  size?: 'sm' | 'md' | undefined;
  /** An icon before the text. */
  icon?: IconNode | undefined;
}

const classOf = ({ variant = 'secondary', size = 'md' }: Look, className?: string): string =>
  cx(styles.button, styles[variant], size === 'sm' && styles.sm, className);

/** A button. `busy` shows a spinner, keeps the width, and ignores clicks without losing the focus. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: Look & { busy?: boolean | undefined } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(classOf({ variant, size }, className), busy && styles.busy)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon && <Icon node={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: Look & ComponentProps<'a'> & { href: string }) {
  return (
    <a {...rest} className={classOf({ variant, size }, className)}>
      {icon && <Icon node={icon} />}
      {children}
    </a>
  );
}
