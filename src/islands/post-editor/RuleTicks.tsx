import { useStore } from '@nanostores/react';
import type { KeyboardEvent } from 'react';
import { readReason, toggleRule } from '#lib/domain/guidelines.ts';
import { RULES_MAX } from '#lib/schemas/written-moderation.ts';
import { $guidelines } from '#lib/stores/core/guidelines.ts';
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

/** Digits tick the first boxes while one has the focus. */
function onDigit(event: KeyboardEvent<HTMLFieldSetElement>): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget } = event;
  if (ctrlKey || metaKey || altKey || !/^[1-9]$/.test(key)) return;
  event.preventDefault();
  currentTarget.querySelectorAll('input')[Number(key) - 1]?.click();
}

/** A box for each guideline. Ticking one puts its title on a line of the reason; what is ticked is read from there. */
export function RuleTicks({ field, disabled, isFirst }: RuleTicksProps) {
  const guidelines = useStore($guidelines);
  if (guidelines.length === 0) return null;
  const { rules } = readReason(field.value, guidelines);
  return (
    <fieldset
      className={styles.rules}
      disabled={disabled}
      data-field={isFirst ? field.registration.name : undefined}
      onKeyDown={onDigit}
    >
      <legend className={styles.legend}>Guidelines</legend>
      {guidelines.map((rule, index) => {
        const checked = rules.includes(rule);
        if (rule.isNoRule && !checked) return null;
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
