import { banDays } from '#lib/schemas/forms/ban-form.ts';
import { BAN_DAYS_MAX, MOD_REASON_MAX_LENGTH } from '#lib/schemas/moderation.ts';
import { readReasons } from '#lib/stores/core/recent-reasons.ts';
import { askFor, type TaskTarget } from '#lib/stores/profile/moderation-task.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { RecentReasons } from '../../ui/RecentReasons.tsx';
import styles from './BanEditor.module.css';
import { BanLengthField } from './BanLengthField.tsx';
import { useBanForm } from './use-ban-form.ts';

interface BanEditorProps {
  player: TaskTarget;
  /** Called when it is left; what was typed is kept. */
  onClose: () => void;
}

/** The form for a ban: how long, and why. Sending it asks once more. */
export function BanEditor({ player, onClose }: BanEditorProps) {
  const { form, formRef, errorOf, restored, discard } = useBanForm(player.id);
  const { length, reason } = form.watch();
  return (
    <form
      ref={formRef}
      noValidate
      className={styles.form}
      aria-label="Ban this player"
      onSubmit={form.handleSubmit((values) =>
        askFor({ kind: 'ban', player, days: banDays(values), reason: values.reason }),
      )}
    >
      {restored && (
        <Alert tone="info">
          <span className={styles.draft}>
            Your draft was brought back.
            <Button size="sm" onClick={discard}>
              Discard draft
            </Button>
          </span>
        </Alert>
      )}
      <BanLengthField registration={form.register('length')} />
      {length === 'custom' && (
        <Field
          label="Days"
          required
          error={errorOf('customDays')}
          hint={`A whole number from 1 to ${BAN_DAYS_MAX}.`}
        >
          {(control) => (
            <input {...control} {...form.register('customDays')} inputMode="numeric" autoComplete="off" />
          )}
        </Field>
      )}
      <Field
        label="Reason"
        required
        error={errorOf('reason')}
        hint="The player is told this reason."
        count={{ length: reason.trim().length, max: MOD_REASON_MAX_LENGTH }}
      >
        {(control) => <textarea {...control} {...form.register('reason')} dir="auto" rows={4} />}
      </Field>
      <RecentReasons
        read={readReasons}
        onPick={(given) => form.setValue('reason', given, { shouldDirty: true, shouldValidate: true })}
      />
      <div className={styles.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger">
          Ban…
        </Button>
      </div>
    </form>
  );
}
