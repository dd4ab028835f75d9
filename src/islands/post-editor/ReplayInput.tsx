import { useStore } from '@nanostores/react';
import { type RefObject, useEffect } from 'react';
import { formatFileSize } from '#lib/schemas/forms/messages.ts';
import { CIS_EXTENSION, REPLAY_EXTENSION, REPLAY_MAX_BYTES } from '#lib/schemas/replay-upload.ts';
import { $takesCis } from '#lib/stores/posts/advice-rules.ts';
import zone from '../ui/DropZone.module.css';
import { DropZone } from '../ui/DropZone.tsx';
import type { ControlProps } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';

/** Which file to choose. */
export function useReplayHint(): string {
  const extensions = useStore($takesCis) ? `${REPLAY_EXTENSION} or ${CIS_EXTENSION}` : REPLAY_EXTENSION;
  return `A ${extensions} file of at most ${formatFileSize(REPLAY_MAX_BYTES)}.`;
}

/** Shown next to every field of a replay (Rule 20.2). */
export const REPLAY_CONTENTS =
  'The file contains the chat and the names of all players in the battle, and everyone can download it.';

interface ReplayInputProps {
  control: ControlProps;
  ref: RefObject<HTMLInputElement | null>;
  /** The chosen file, whose name the control shows. */
  value: File | null;
  onChange: (file: File) => void;
  disabled?: boolean;
}

/** The control that chooses a replay, which can also be dropped on it. */
export function ReplayInput({ control, ref, value, onChange, disabled = false }: ReplayInputProps) {
  useEffect(() => {
    const input = ref.current;
    if (input === null || input.files?.[0] === value) return;
    // Otherwise the control keeps its file, and choosing the same file again fires no change event.
    input.value = '';
    if (value === null) return;
    // Dropped, or chosen before.
    const chosen = new DataTransfer();
    chosen.items.add(value);
    input.files = chosen.files;
  }, [ref, value]);
  return (
    <DropZone onDrop={disabled ? undefined : onChange}>
      <input
        {...control}
        className={cx(control.className, zone.input)}
        ref={ref}
        // Without `accept`: iOS does not know the extension, and would let no file be chosen.
        type="file"
        disabled={disabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChange(file);
        }}
      />
    </DropZone>
  );
}
