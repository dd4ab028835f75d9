import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import { readReason, toggleRule } from '#lib/domain/guidelines.ts';
import { RULES_MAX } from '#lib/schemas/written-moderation.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import styles from './ReasonField.module.css';
import type { TextFieldState } from './use-draft-form.ts';

/** Boxes that a digit ticks. */
const DIGITS = 9;

const TEXT_FIELDS = 'textarea, select, input:not([type=radio], [type=checkbox])';

/** Digits tick the first boxes while the focus is in the form, but not in a text; in that of the name `untyped`, too. */
function useDigits(
  boxes: RefObject<HTMLFieldSetElement | null>,
  areShown: boolean,
  untyped: string | undefined,
): void {
  useEffect(() => {
    const form = areShown ? boxes.current?.form : null;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isTyping =
        target instanceof Element &&
        target.matches(TEXT_FIELDS) &&
        (untyped === undefined || target.getAttribute('name') !== untyped);
      if (ctrlKey || metaKey || altKey || isTyping || !/^[1-9]$/.test(key)) return;
      const box = boxes.current?.querySelectorAll('input')[Number(key) - 1];
      if (box === undefined) return;
      event.preventDefault();
      box.click();
    };
    form?.addEventListener('keydown', onKey);
    return () => form?.removeEventListener('keydown', onKey);
  }, [boxes, areShown, untyped]);
}

/** A box for each guideline. Ticking one puts its title on a line of the reason; what is ticked is read from there. */
export function RuleTicks({ field, disabled }: { field: TextFieldState; disabled: boolean }) {
  const guidelines = useStore($guidelines);
  const boxes = useRef<HTMLFieldSetElement>(null);
  const { rules, words } = readReason(field.value, guidelines);
  useDigits(boxes, guidelines.length > 0, words === '' ? field.registration.name : undefined);
  if (guidelines.length === 0) return null;
  const offered = guidelines.filter((rule) => !rule.isNoRule || rules.includes(rule));
  return (
    <fieldset ref={boxes} className={styles.rules} disabled={disabled}>
      <legend className={styles.legend}>Guidelines</legend>
      {/* A digit ticks a box that does not have the focus. */}
      <span role="status" className="visually-hidden">
        {rules.length > 0 && `Ticked: ${rules.map(({ title }) => title).join('; ')}`}
      </span>
      {offered.map((rule, index) => {
        const checked = rules.includes(rule);
        return (
          <label key={rule.code} className={styles.rule}>
            <input
              type="checkbox"
              aria-keyshortcuts={index < DIGITS ? `${index + 1}` : undefined}
              checked={checked}
              disabled={!checked && rules.length === RULES_MAX}
              onChange={() => field.set(toggleRule(field.value, rule.code, guidelines))}
            />
            {index < DIGITS && (
              <span className="soft" aria-hidden="true">
                {index + 1}
              </span>
            )}
            {rule.title}
          </label>
        );
      })}
    </fieldset>
  );
}
