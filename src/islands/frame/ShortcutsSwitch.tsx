import { useStore } from '@nanostores/react';
import { $shortcutsOn, setShortcuts } from '#lib/stores/settings/shortcuts.ts';
import { CheckField } from '../ui/Field.tsx';

/** Turns the keyboard shortcuts on or off. */
export function ShortcutsSwitch() {
  const isOn = useStore($shortcutsOn, { ssr: 'initial' });
  return (
    <CheckField
      label="Keyboard shortcuts"
      hint="Single keys, such as / to search. Press ? for the list."
      checked={isOn}
      onChange={({ currentTarget }) => setShortcuts(currentTarget.checked)}
    />
  );
}
