import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { cx } from './cx.ts';
import styles from './Dialog.module.css';

interface DialogProps {
  open: boolean;
  /** Called for Escape, the close button and, when `closeOnOutside`, a click outside. Set `open` false there. */
  onClose: () => void;
  title: ReactNode;
  /** md 35 rem, lg 800 px, xl 1140 px and full screen from 1200 px down; side is a panel at the window's end. */
  size?: 'md' | 'lg' | 'xl' | 'side' | undefined;
  /** Off for forms, so that a stray click loses nothing. */
  closeOnOutside?: boolean | undefined;
  children: ReactNode;
  /** Buttons, in a row that stays in view. */
  footer?: ReactNode;
}

/** A modal on the native dialog: focus is kept inside, and returns to where it was. Mounted only while open. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  onClose,
  title,
  size = 'md',
  closeOnOutside,
  children,
  footer,
}: Omit<DialogProps, 'open'>) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
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
      onClick={(event) => {
        if (closeOnOutside && event.target === ref.current) onClose();
      }}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={styles.close} aria-label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </button>
        </div>
        <div className={styles.body}>{children}</div>
        {footer && <div className={styles.foot}>{footer}</div>}
      </div>
    </dialog>
  );
}
