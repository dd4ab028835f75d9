import type { UseFormRegisterReturn } from 'react-hook-form';
import { BAN_LENGTHS, BanFormSchema, type BanLength, banDays } from '#lib/schemas/forms/ban-form.ts';
import { BAN_DAYS_MAX } from '#lib/schemas/written-moderation.ts';
import { banDraft, EMPTY_BAN } from '#lib/stores/profile/ban-draft.ts';
import type { TaskTarget } from '#lib/stores/profile/moderation-task.ts';
import { askOnProfile } from '#lib/stores/profile/profile-moderation.ts';
import { DraftNotice } from '../post-editor/DraftNotice.tsx';
import { ReasonField } from '../post-editor/ReasonField.tsx';
import { useDraftForm } from '../post-editor/use-draft-form.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './BanEditor.module.css';

function textOf(length: BanLength): string {
  if (length === 'permanent') return 'Permanent';
  if (length === 'custom') return 'Custom';
  return length === '1' ? '1 day' : `${length} days`;
}

function LengthField({ registration }: { registration: UseFormRegisterReturn }) {
  return (
    <fieldset className={styles.lengths}>
      <legend className={styles.legend}>Length</legend>
      {BAN_LENGTHS.map((length) => (
        <label key={length} className={styles.length}>
          <input {...registration} type="radio" value={length} className="visually-hidden" />
          {textOf(length)}
        </label>
      ))}
    </fieldset>
  );
}

interface BanEditorProps {
  player: TaskTarget;
  /** Called when the form is left. The draft is kept. */
  onClose: () => void;
}

/** The form for a ban: its length and its reason. Submitting opens the question (Rule 11.8). */
export function BanEditor({ player, onClose }: BanEditorProps) {
  const form = useDraftForm({
    schema: BanFormSchema,
    original: EMPTY_BAN,
    first: 'reason',
    draft: banDraft(player.id),
  });
  return (
    <form
      ref={form.formRef}
      noValidate
      className={cx('stack', styles.form)}
      aria-label="Ban this player"
      onSubmit={form.onSubmit((ban) =>
        askOnProfile({ kind: 'ban', player, days: banDays(ban), reason: ban.reason }),
      )}
    >
      <DraftNotice form={form} />
      <LengthField registration={form.register('length')} />
      {form.values.length === 'custom' && (
        <Field
          label="Days"
          required
          error={form.errorOf('customDays')}
          hint={`A whole number from 1 to ${BAN_DAYS_MAX}.`}
        >
          {(control) => (
            <input {...control} {...form.register('customDays')} inputMode="numeric" autoComplete="off" />
          )}
        </Field>
      )}
      <ReasonField field={form.field('reason')} hint="The player sees this reason." rows={4} />
      <div className={cx('row', styles.buttons)}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger">
          Ban…
        </Button>
      </div>
    </form>
  );
}
