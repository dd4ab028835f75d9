import { useStore } from '@nanostores/react';
import { Undo2 } from 'lucide';
import { type ComponentProps, useEffect, useEffectEvent } from 'react';
import { shortcutKey } from '#lib/domain/shortcut-key.ts';
import { $canUndo, undo } from '#lib/stores/moderation/undoables.ts';
import { $shortcutsOn } from '#lib/stores/settings/shortcuts.ts';
import { Button } from '../ui/Button.tsx';
import { focusAround } from '../ui/helpers/focus-around.ts';
import styles from './KeyButton.module.css';

const TEXT_FIELDS = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';

const hasDialog = (): boolean => document.querySelector('dialog[open]') !== null;
const hasForm = (): boolean => document.querySelector('[data-queue] form:not([data-idle])') !== null;

/** A dialog, or a form that is open. Undoing leaves forms, whose texts are drafts. */
const isOpen = (shortcut: string): boolean => hasDialog() || (shortcut !== 'u' && hasForm());

/** Whether the key is typed into a text, or pressed with others. */
const isTyped = ({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  isComposing ||
  (target instanceof Element && target.closest(TEXT_FIELDS) !== null);

/** Whether the key is meant for something else: a field, a form, a dialog or the browser. One that is held down counts once. */
const isTaken = (event: KeyboardEvent, shortcut: string): boolean =>
  event.repeat || event.shiftKey || isTyped(event) || isOpen(shortcut);

/** While a form is open, the keys of the frame rest (Rule 2.23); the list of keys opens on its check boxes, too. */
export function useFrameKeys(): void {
  const isOn = useStore($shortcutsOn);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!/^[/?jkoc]$/.test(event.key) || isTyped(event) || hasDialog() || !hasForm()) return;
      event.preventDefault();
      if (event.key === '?' && isOn) document.querySelector<HTMLElement>('[data-shortcut-list]')?.click();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [isOn]);
}

type KeyButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'size'> & {
  /** A letter in lower case. */
  shortcut: string;
  /** Explains the key in the list of shortcuts. */
  hint: string;
  onPress: () => unknown;
};

/** A button with a key of its own (Rule 28.46). */
export function KeyButton({ shortcut, hint, onPress, children, disabled, ...rest }: KeyButtonProps) {
  const isOn = useStore($shortcutsOn);
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!isOn || disabled) return;
    const onKey = (event: KeyboardEvent) => {
      if (shortcutKey(event) !== shortcut || isTaken(event, shortcut)) return;
      // The frame has other uses for some of these letters.
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [isOn, shortcut, disabled]);
  return (
    <Button
      {...rest}
      size="sm"
      disabled={disabled}
      title={hint}
      aria-keyshortcuts={isOn ? shortcut : undefined}
      data-shortcut-text={isOn ? hint : undefined}
      onClick={onPress}
    >
      {children}
      {isOn && (
        <span className={styles.key} aria-hidden="true">
          {shortcut}
        </span>
      )}
    </Button>
  );
}

/** The ref of a button that leaves its focus to what is around it. */
const leaveFocus = (button: HTMLButtonElement) => () => {
  if (button === document.activeElement) focusAround(button);
};

/** Undoes the last decision, and the ones before it when it is pressed again; nothing without one. */
export function UndoButton() {
  if (!useStore($canUndo)) return null;
  return (
    <KeyButton
      ref={leaveFocus}
      variant="ghost"
      shortcut="u"
      hint="Undo the last decision"
      icon={Undo2}
      onPress={() => undo()}
    >
      <span className="visually-hidden">Undo</span>
    </KeyButton>
  );
}
