import { type DragEvent, type ReactNode, useEffect, useState } from 'react';
import styles from './DropZone.module.css';
import { cx } from './helpers/cx.ts';

const hasFiles = ({ dataTransfer }: Pick<globalThis.DragEvent, 'dataTransfer'>): boolean =>
  dataTransfer?.types.includes('Files') === true;

/** A file that is dropped next to the zone would open in place of the page, and what was chosen before would be lost. */
function ignoreFile(event: globalThis.DragEvent): void {
  if (event.defaultPrevented || !hasFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
}

interface DropZoneProps {
  /** Gets the first file, and all that was dropped; undefined while none may be dropped. */
  onDrop: ((file: File, all: DataTransfer) => void) | undefined;
  /** The control that chooses a file without a mouse. */
  children: ReactNode;
}

/** A place to drop a file on. It must contain a control that does the same. */
export function DropZone({ onDrop, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    window.addEventListener('dragover', ignoreFile);
    window.addEventListener('drop', ignoreFile);
    return () => {
      window.removeEventListener('dragover', ignoreFile);
      window.removeEventListener('drop', ignoreFile);
    };
  }, []);
  const accept = (event: DragEvent) => {
    if (onDrop === undefined || !hasFiles(event)) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the control inside does the same with any device
    <div
      className={cx(styles.zone, isOver && styles.over)}
      onDragOver={accept}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        accept(event);
        const file = event.dataTransfer.files[0];
        if (file) onDrop?.(file, event.dataTransfer);
      }}
    >
      {children}
      <span className={cx('soft', styles.drop)}>or drop it here</span>
    </div>
  );
}
