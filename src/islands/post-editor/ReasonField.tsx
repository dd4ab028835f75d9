import { MOD_REASON_MAX_LENGTH } from '#lib/schemas/moderation.ts';
import { Field } from '../ui/Field.tsx';
import type { TextFieldState } from './TextField.tsx';

/** Why a moderator acts; the author reads it. */
export function ReasonField({
  registration,
  value,
  error,
  readOnly,
}: TextFieldState & { readOnly: boolean }) {
  return (
    <Field
      label="Reason"
      required
      error={error}
      hint="Everybody can read it."
      count={{ length: value.trim().length, max: MOD_REASON_MAX_LENGTH }}
    >
      {(control) => <textarea {...control} {...registration} readOnly={readOnly} dir="auto" rows={3} />}
    </Field>
  );
}
