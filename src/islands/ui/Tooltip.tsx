import { type PointerEvent, type ReactNode, useId, useRef } from 'react';
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

/** Pixels between a tooltip and its control, and the edges of the window. */
const GAP = 4;
/** So long the pointer may take from the explained element to the tooltip, in milliseconds. */
const LEAVE_MS = 150;

/** Puts a tooltip above its element or, without room, below. By script: anchors are too new for some browsers. */
function place(bubble: HTMLElement, anchor: HTMLElement): void {
  const { top, bottom, left, width } = anchor.getBoundingClientRect();
  const above = top - bubble.offsetHeight - GAP;
  const last = document.documentElement.clientWidth - bubble.offsetWidth - GAP;
  const middle = left + (width - bubble.offsetWidth) / 2;
  bubble.style.top = `${(above < 0 ? bottom + GAP : above) + window.scrollY}px`;
  bubble.style.left = `${Math.max(GAP, Math.min(middle, last)) + window.scrollX}px`;
}

/** A tooltip that opens on hover, focus, tap and Enter. Escape closes it; the pointer may move onto it. */
export function Tooltip({ tip, children, label, className }: TooltipProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const leaving = useRef(0);
  const show = () => {
    clearTimeout(leaving.current);
    if (bubble.current?.matches(':popover-open') !== false || !button.current) return;
    bubble.current.showPopover({ source: button.current });
    place(bubble.current, button.current);
  };
  const hide = () => {
    if (bubble.current?.matches(':popover-open')) bubble.current.hidePopover();
  };
  const hover = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && show(),
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') leaving.current = window.setTimeout(hide, LEAVE_MS);
    },
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className={cx(styles.anchor, className)}
        aria-label={label}
        aria-describedby={id}
        {...hover}
        onFocus={show}
        onBlur={hide}
        onClick={show}
      >
        {children}
      </button>
      <span ref={bubble} id={id} role="tooltip" popover="auto" className={styles.bubble} {...hover}>
        {tip}
      </span>
    </>
  );
}
