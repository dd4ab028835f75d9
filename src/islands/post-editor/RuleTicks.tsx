import { useStore } from '@nanostores/react';
import { type RefObject, useEffect, useRef } from 'react';
import { readReason, toggleRule } from '#lib/domain/guidelines.ts';
import { RULES_MAX } from '#lib/schemas/written-moderation.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import styles from './ReasonField.module.css';
import type { TextFieldState } from './use-draft-form.ts';

/** Boxes that a digit ticks. */
const DIGITS = 9;

interface RuleTicksProps {
  field: TextFieldState;
  disabled: boolean;
  /** The first box gets the focus that the field would get. */
  isFirst: boolean;
}

/** Digits tick the first boxes while the focus is in the form, but not in a text. */
function useDigits(boxes: RefObject<HTMLFieldSetElement | null>, areShown: boolean): void {
  useEffect(() => {
    const form = areShown ? boxes.current?.form : null;
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isTyping =
        target instanceof Element &&
        target.matches('textarea, select, input:not([type=radio], [type=checkbox])');
      if (ctrlKey || metaKey || altKey || isTyping || !/^[1-9]$/.test(key)) return;
      event.preventDefault();
      boxes.current?.querySelectorAll('input')[Number(key) - 1]?.click();
    };
    form?.addEventListener('keydown', onKey);
    return () => form?.removeEventListener('keydown', onKey);
  }, [boxes, areShown]);
}

/** A box for each guideline. Ticking one puts its title on a line of the reason; what is ticked is read from there. */
export function RuleTicks({ field, disabled, isFirst }: RuleTicksProps) {
  const guidelines = useStore($guidelines);
  const boxes = useRef<HTMLFieldSetElement>(null);
  useDigits(boxes, guidelines.length > 0);
  if (guidelines.length === 0) return null;
  const { rules } = readReason(field.value, guidelines);
  const offered = guidelines.filter((rule) => !rule.isNoRule || rules.includes(rule));
  return (
    <fieldset
      ref={boxes}
      className={styles.rules}
      disabled={disabled}
      data-field={isFirst ? field.registration.name : undefined}
    >
      <legend className={styles.legend}>Guidelines</legend>
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
