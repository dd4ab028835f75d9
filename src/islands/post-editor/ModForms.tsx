import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { parseFlairs } from '#lib/domain/flairs.ts';
import { reasonNaming } from '#lib/domain/guidelines.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import { type ModDeleteForm, ModDeleteFormSchema, ModEditFormSchema } from '#lib/schemas/forms/post-form.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { sendModDelete, sendModEdit, sendReplyRemoval, sendWarning } from '#lib/stores/posts/mod-editor.ts';
import type { PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { postDraft } from '#lib/stores/posts/post-editor.ts';
import { $hasStatements } from '#lib/stores/session/feature.ts';
import { CheckField } from '../ui/Field.tsx';
import { StrongName } from '../ui/PlayerLink.tsx';
import { FlairOutcome } from './FlairOutcome.tsx';
import { FormDialog } from './FormDialog.tsx';
import { PostFields } from './PostFields.tsx';
import { ReasonField } from './ReasonField.tsx';
import { useDraftForm } from './use-draft-form.ts';

const REASON_HINT = 'Visible to everyone, with your name.';

/** A moderator's editor: the post's text and flairs, and the reason for the change (Rule 11.1). */
export function ModEdit({ dialog }: { dialog: Extract<PostDialog, { kind: 'mod-edit' }> }) {
  const { post, rules } = dialog;
  const modReason = reasonNaming(rules ?? [], $guidelines.get());
  const form = useDraftForm({
    schema: ModEditFormSchema,
    original: { title: post.title, content: post.content, flairs: parseFlairs(post.flairs), modReason },
    first: 'content',
    draft: postDraft(dialog),
  });
  return (
    <FormDialog
      form={form}
      title={`Mod Edit: post by ${post.author.username}`}
      action="Save mod edit"
      onSubmit={form.onSubmit((edit) => sendModEdit(post, edit))}
    >
      {(busy) => (
        <>
          <p>The post becomes read-only, and its author is notified of the change with your reason.</p>
          <PostFields form={form} busy={busy}>
            <FlairOutcome flairs={form.values.flairs} about={post.player.username} isHeld={post.held} />
          </PostFields>
          <ReasonField field={form.field('modReason')} hint={REASON_HINT} rows={3} readOnly={busy} />
        </>
      )}
    </FormDialog>
  );
}

interface ReasonDialogProps {
  dialog: Extract<PostDialog, { kind: 'mod-delete' | 'remove-reply' | 'warn' }>;
  title: string;
  action: string;
  /** Who reads the reason. */
  hint: string;
  /** Says the effect of the action. */
  children: ReactNode;
  onSend: (form: ModDeleteForm) => Promise<void>;
}

/** A form for a reason. For a removed post or reply it offers to warn the author, too (Rule 31.30). */
function ReasonDialog({ dialog, title, action, hint, children, onSend }: ReasonDialogProps) {
  const hasStatements = useStore($hasStatements);
  const removed = dialog.kind === 'warn' ? null : dialog;
  const rules = removed?.rules ?? [];
  const form = useDraftForm({
    schema: ModDeleteFormSchema,
    original: { modReason: reasonNaming(rules, $guidelines.get()), warns: false },
    first: 'modReason',
    draft: postDraft(dialog),
  });
  return (
    <FormDialog form={form} size="md" danger title={title} action={action} onSubmit={form.onSubmit(onSend)}>
      {(busy) => (
        <>
          <p>{children}</p>
          <ReasonField field={form.field('modReason')} hint={hint} rows={3} readOnly={busy}>
            {removed && hasStatements && (
              <CheckField
                {...form.register('warns')}
                label={
                  <>
                    Also warn{' '}
                    <bdi translate="no">
                      {(removed.kind === 'remove-reply' ? removed.post.player : removed.post.author).username}
                    </bdi>
                  </>
                }
                hint={`The warning has the same reason${removed.kind === 'mod-delete' ? ', which everyone can read' : ''}. It must be confirmed before the next post.`}
                disabled={busy}
              />
            )}
          </ReasonField>
        </>
      )}
    </FormDialog>
  );
}

/** A moderator's deletion of a post, with its reason (Rule 11.2). */
export function ModDelete({ dialog }: { dialog: Extract<PostDialog, { kind: 'mod-delete' }> }) {
  const { post } = dialog;
  return (
    <ReasonDialog
      dialog={dialog}
      title={`Mod Delete: post by ${post.author.username}`}
      action="Remove post"
      hint={REASON_HINT}
      onSend={(form) => sendModDelete(post, form)}
    >
      <strong dir="auto" lang="">
        {postTitle(post)}
      </strong>
      , about <StrongName of={post.player} />, will be hidden from everyone but its author and staff, and its
      karma will be removed. The author is notified with your reason.
    </ReasonDialog>
  );
}

/** A moderator's removal of the reply to a post (Rule 31.7). */
export function RemoveReply({ dialog }: { dialog: Extract<PostDialog, { kind: 'remove-reply' }> }) {
  const { post } = dialog;
  return (
    <ReasonDialog
      dialog={dialog}
      title={`Remove reply by ${post.player.username}`}
      action="Remove reply"
      hint="The author of the reply gets this reason."
      onSend={(form) => sendReplyRemoval(post, form)}
    >
      The reply of <StrongName of={post.player} /> will be hidden from everyone but its author and staff, and
      they can write no other one. The post stays.
    </ReasonDialog>
  );
}

/** A moderator's warning of a player (Rule 31.30). */
export function Warn({ dialog }: { dialog: Extract<PostDialog, { kind: 'warn' }> }) {
  const { player } = dialog;
  return (
    <ReasonDialog
      dialog={dialog}
      title={`Warn ${player.username}`}
      action="Warn"
      hint="The player gets this reason."
      onSend={(form) => sendWarning(player, form)}
    >
      <StrongName of={player} /> is notified, and must confirm the warning before the next post.
    </ReasonDialog>
  );
}
