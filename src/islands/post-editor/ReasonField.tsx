import { MOD_REASON_MAX_LENGTH } from '#lib/schemas/moderation.ts';
import { readReasons } from '#lib/stores/core/recent-reasons.ts';
import { Field } from '../ui/Field.tsx';
import { RecentReasons } from '../ui/RecentReasons.tsx';
import type { TextFieldState } from './TextField.tsx';

/** Why a moderator acts; the author reads it. What was said of other posts can be said again. */
export function ReasonField({
  registration,
  value,
  error,
  readOnly,
  onPick,
}: TextFieldState & { readOnly: boolean; onPick: (reason: string) => void }) {
  return (
    <>
      <Field
        label="Reason"
        required
        error={error}
        hint="Everybody can read it."
        count={{ length: value.trim().length, max: MOD_REASON_MAX_LENGTH }}
      >
        {(control) => <textarea {...control} {...registration} readOnly={readOnly} dir="auto" rows={3} />}
      </Field>
      {!readOnly && <RecentReasons read={readReasons} onPick={onPick} />}
    </>
  );
}
