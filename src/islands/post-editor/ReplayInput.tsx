import type { Ref } from 'react';
import { formatFileSize } from '#lib/schemas/forms/messages.ts';
import { REPLAY_EXTENSION, REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';
import type { ControlProps } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { DropZone } from './DropZone.tsx';
import styles from './ReplayField.module.css';

/** Which file to choose. */
export const REPLAY_HINT = `A ${REPLAY_EXTENSION} file of at most ${formatFileSize(REPLAY_MAX_BYTES)}.`;
/** Shown next to every field of a replay (Rule 20.2). */
export const REPLAY_CONTENTS =
  'The file contains the chat and the names of all players in the battle, and everyone can download it.';

interface ReplayInputProps {
  control: ControlProps;
  ref?: Ref<HTMLInputElement>;
  onChange: (file: File) => void;
  disabled?: boolean;
}

/** The control that chooses a replay, which can also be dropped on it. */
export function ReplayInput({ control, ref, onChange, disabled = false }: ReplayInputProps) {
  return (
    <DropZone onDrop={disabled ? undefined : onChange}>
      <input
        {...control}
        className={cx(control.className, styles.input)}
        ref={ref}
        type="file"
        accept={REPLAY_EXTENSION}
        disabled={disabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChange(file);
        }}
      />
    </DropZone>
  );
}
