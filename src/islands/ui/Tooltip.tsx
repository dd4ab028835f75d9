import { type ReactNode, useId, useRef } from 'react';
import { cx } from './helpers/cx.ts';
import styles from './Tooltip.module.css';

interface TooltipProps {
  /** The tooltip's content. */
  tip: ReactNode;
  /** The explained element: an icon or a few words. */
  children: ReactNode;
  /** Names the button when `children` is only an icon. */
  label?: string | undefined;
  className?: string | undefined;
}

/** A tooltip that opens on hover, focus, tap and Enter. Escape closes it. */
export function Tooltip({ tip, children, label, className }: TooltipProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const show = () => {
    if (bubble.current?.matches(':popover-open') === false && button.current)
      bubble.current.showPopover({ source: button.current });
  };
  const hide = () => {
    if (bubble.current?.matches(':popover-open')) bubble.current.hidePopover();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx(styles.anchor, className)}
        aria-label={label}
        aria-describedby={id}
        onPointerEnter={(event) => event.pointerType === 'mouse' && show()}
        onPointerLeave={(event) => event.pointerType === 'mouse' && hide()}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {children}
      </button>
      <span ref={bubble} id={id} role="tooltip" popover="auto" className={styles.bubble}>
        {tip}
      </span>
    </>
  );
}
