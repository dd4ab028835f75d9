import { BanFormSchema, banDays } from '#lib/schemas/forms/ban-form.ts';
import type { PlayerListing } from '#lib/schemas/player.ts';
import { banDraft, EMPTY_BAN } from '#lib/stores/profile/ban-draft.ts';
import { askOnProfile } from '#lib/stores/profile/profile-moderation.ts';
import { DraftNotice } from '../post-editor/Form.tsx';
import { ReasonField } from '../post-editor/ReasonField.tsx';
import { useDraftForm } from '../post-editor/use-draft-form.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './BanEditor.module.css';
import { BanLength } from './BanLength.tsx';

interface BanEditorProps {
  player: PlayerListing;
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
    send: (ban) => askOnProfile({ kind: 'ban', player, days: banDays(ban), reason: ban.reason }),
  });
  return (
    <form
      ref={form.formRef}
      noValidate
      className={cx('stack', styles.form)}
      aria-label="Ban this player"
      onSubmit={form.onSubmit}
    >
      <DraftNotice form={form} />
      <BanLength form={form} />
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
