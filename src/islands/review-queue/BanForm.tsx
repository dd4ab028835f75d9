import { reasonNaming } from '#lib/domain/guidelines.ts';
import { proposedBanLength } from '#lib/domain/ladder.ts';
import { BanFormSchema } from '#lib/schemas/forms/ban-form.ts';
import type { ReviewItem } from '#lib/schemas/review.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { $banning, leaveBanForm, removeAndBan } from '#lib/stores/moderation/undoables.ts';
import { banDraft, EMPTY_BAN } from '#lib/stores/profile/ban-draft.ts';
import { BanLength } from '../moderation/BanLength.tsx';
import { FormDialog } from '../post-editor/FormDialog.tsx';
import { ReasonField } from '../post-editor/ReasonField.tsx';
import { useDraftForm } from '../post-editor/use-draft-form.ts';

/** Removes the post and bans its author, with one reason for both (Rule 28.47). */
export function BanForm({ item, onClose }: { item: ReviewItem; onClose: () => void }) {
  const { post } = item;
  const step = item.author.ladder && proposedBanLength(item.author.ladder, '1');
  const form = useDraftForm({
    schema: BanFormSchema,
    original: {
      ...EMPTY_BAN,
      // Nothing else asks before the ban is issued (Rule 11.8).
      length: '' as const,
      reason: reasonNaming(
        item.reports.map(({ rule }) => rule),
        $guidelines.get(),
      ),
    },
    first: 'reason',
    draft: banDraft(post.author.id),
    send: (ban) => void removeAndBan(item, ban),
    $sending: $banning,
    onLeave: () => {
      if (leaveBanForm()) onClose();
    },
  });
  return (
    <FormDialog form={form} danger title="Remove and ban" action="Remove and ban">
      <p>
        The post will be hidden from everyone but its author and staff, its karma will be removed, and its
        author will be banned from posting.
      </p>
      <ReasonField
        field={form.field('reason')}
        hint="Visible to everyone, with your name, as the reason of the removal."
        rows={3}
      >
        <BanLength form={form} proposed={step === '1' ? undefined : step} />
      </ReasonField>
    </FormDialog>
  );
}
