import { useStore } from '@nanostores/react';
import { readReason, toggleRule } from '#lib/domain/guidelines.ts';
import { RULES_MAX } from '#lib/schemas/written-moderation.ts';
import { $guidelines } from '#lib/stores/core/guidelines.ts';
import styles from './ReasonField.module.css';
import type { TextFieldState } from './use-draft-form.ts';

/** A box for each guideline. Ticking one puts its title on a line of the reason; what is ticked is read from there. */
export function RuleTicks({ field, disabled }: { field: TextFieldState; disabled: boolean }) {
  const guidelines = useStore($guidelines);
  if (guidelines.length === 0) return null;
  const { rules } = readReason(field.value, guidelines);
  return (
    <fieldset className={styles.rules} disabled={disabled}>
      <legend className={styles.legend}>Guidelines</legend>
      {guidelines.map((rule) => {
        const checked = rules.includes(rule);
        if (rule.isNoRule && !checked) return null;
        return (
          <label key={rule.code} className={styles.rule}>
            <input
              type="checkbox"
              checked={checked}
              disabled={!checked && rules.length === RULES_MAX}
              onChange={() => field.set(toggleRule(field.value, rule.code, guidelines))}
            />
            {rule.title}
          </label>
        );
      })}
    </fieldset>
  );
}
