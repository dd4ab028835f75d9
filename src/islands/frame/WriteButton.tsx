import { PencilLine } from 'lucide';
import { type DragEvent, useState } from 'react';
import { openWriting } from '#lib/stores/posts/post-dialog.ts';
import { cx } from '../ui/helpers/cx.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './AccountMenu.module.css';

/** Starts a post. A replay that is dropped on it opens with its battle (Rule 30.42). */
export function WriteButton() {
  const [isOver, setOver] = useState(false);
  const accept = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(event.type === 'dragover');
  };
  return (
    <button
      type="button"
      className={cx(styles.write, isOver && styles.over)}
      title="Write a post, or drop a replay here"
      onClick={() => openWriting(null)}
      onDragOver={accept}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        accept(event);
        const file = event.dataTransfer.files[0];
        if (file) openWriting(file);
      }}
    >
      <Icon node={PencilLine} />
      Write
    </button>
  );
}
