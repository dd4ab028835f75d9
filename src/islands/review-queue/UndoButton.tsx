import { useStore } from '@nanostores/react';
import { Undo2 } from 'lucide';
import { $canUndo, undo } from '#lib/stores/moderation/decisions.ts';
import { KeyButton } from './KeyButton.tsx';

/** Undoes the last decision, and the ones before it when it is pressed again. */
export function UndoButton() {
  const canUndo = useStore($canUndo);
  return (
    <KeyButton
      disabled={!canUndo}
      size="sm"
      variant="ghost"
      shortcut="u"
      hint="Undo the last decision"
      icon={Undo2}
      onPress={() => undo()}
    >
      Undo
    </KeyButton>
  );
}
