import { X } from 'lucide';
import {
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { addDialog, leaveDialogs } from '#lib/history.ts';
import { cx } from '../helpers/cx.ts';
import { onPlainClick } from '../helpers/link-click.ts';
import { Icon } from '../Icon.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  /** Called for Escape, back, the close button and, with `closeOnOutside`, a click outside. Unmount the dialog there. */
  onClose: () => void;
  title: ReactNode;
  /** md: 35 rem; lg: 800 px; xl: 1140 px, full screen below 1200 px; side: a panel at the inline end of the window. */
  size?: 'md' | 'lg' | 'xl' | 'side' | undefined;
  /** Off for forms, so that a stray click loses nothing. */
  closeOnOutside?: boolean | undefined;
  /** The address already names the open dialog, so it needs no history entry. */
  inAddress?: boolean | undefined;
  children: ReactNode;
  /** Buttons, in a row that stays in view. */
  footer?: ReactNode;
}

/** A link to another page closes the dialog on the way, so that back from there leads to the page below. */
function followLink(event: MouseEvent<HTMLDialogElement>): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link?.protocol.startsWith('http') || link.target || link.hasAttribute('download')) return;
  // A copy, because the link may be gone with the dialog, and a click on it would end up here again.
  onPlainClick(() => leaveDialogs(() => (link.cloneNode() as HTMLAnchorElement).click()))(event);
}

/**
 * A modal on the native dialog. It keeps the focus inside and returns it on close; the back button closes it. Mounted
 * only while open.
 */
export function Dialog({
  onClose,
  title,
  size = 'md',
  closeOnOutside,
  inAddress = false,
  children,
  footer,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const focused = useRef<HTMLElement>(null);
  const titleId = useId();
  const onBack = useEffectEvent(() => onClose());
  useEffect(() => (inAddress ? undefined : addDialog(() => onBack())), [inAddress]);
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    const below = before?.closest('dialog');
    dialog?.showModal();
    return () => {
      dialog?.close();
      const next = before?.isConnected ? before : below?.querySelector('button');
      if (next instanceof HTMLElement) next.focus();
    };
  }, []);
  // If a field is removed while it has the focus, WebKit moves its caret to the text before the dialog and scrolls there.
  // React cleans up layout effects before it removes the element.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.querySelector<HTMLElement>(':focus')?.blur();
  }, []);
  // Browsers let a page cancel Escape only once per user interaction. The next Escape closes the element, so it is
  // opened again, and `onClose` decides.
  const reopen = () => {
    const inside = focused.current;
    ref.current?.showModal();
    if (inside?.isConnected) inside.focus();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes with Escape, which the element handles
    <dialog
      ref={ref}
      className={cx(styles.dialog, styles[size])}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (event.target !== ref.current) return;
        event.preventDefault();
        onClose();
      }}
      onFocus={(event) => {
        focused.current = event.target;
      }}
      onClose={(event) => {
        if (event.target === ref.current) reopen();
      }}
      onClick={(event) => {
        if (closeOnOutside && event.target === ref.current) onClose();
        else if (!inAddress) followLink(event);
      }}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <button
            type="button"
            className={cx('close-button', styles.close)}
            aria-label="Close"
            onClick={onClose}
          >
            <Icon node={X} />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
        <div data-status-slot />
        {footer && <div className={cx('row', styles.foot)}>{footer}</div>}
      </div>
    </dialog>
  );
}
