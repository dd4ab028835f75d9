import { parseFlairs } from '#lib/domain/flairs.ts';
import { reasonNaming } from '#lib/domain/guidelines.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import { ModDeleteFormSchema, ModEditFormSchema } from '#lib/schemas/forms/post-form.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { sendModDelete, sendModEdit } from '#lib/stores/posts/mod-editor.ts';
import type { PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { postDraft } from '#lib/stores/posts/post-editor.ts';
import { FormDialog } from './FormDialog.tsx';
import { PostFields } from './PostFields.tsx';
import { ReasonField } from './ReasonField.tsx';
import { useDraftForm } from './use-draft-form.ts';

const REASON_HINT = 'Visible to everyone.';

/** A moderator's editor: the post's text and flairs, and the reason for the change (Rule 11.1). */
export function ModEdit({ dialog }: { dialog: Extract<PostDialog, { kind: 'mod-edit' }> }) {
  const { post, rules } = dialog;
  const modReason = reasonNaming(rules ?? [], $guidelines.get());
  const form = useDraftForm({
    schema: ModEditFormSchema,
    original: { title: post.title, content: post.content, flairs: parseFlairs(post.flairs), modReason },
    first: 'flairs',
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
          <PostFields form={form} about={post.player} source={{ moderated: post }} busy={busy} />
          <ReasonField field={form.field('modReason')} hint={REASON_HINT} rows={3} readOnly={busy} />
        </>
      )}
    </FormDialog>
  );
}

/** A moderator's deletion of a post, with its reason (Rule 11.2). */
export function ModDelete({ dialog }: { dialog: Extract<PostDialog, { kind: 'mod-delete' }> }) {
  const { post, rules } = dialog;
  const form = useDraftForm({
    schema: ModDeleteFormSchema,
    original: { modReason: reasonNaming(rules ?? [], $guidelines.get()) },
    first: 'modReason',
    draft: postDraft(dialog),
  });
  return (
    <FormDialog
      form={form}
      size="md"
      danger
      title={`Mod Delete: post by ${post.author.username}`}
      action="Remove post"
      onSubmit={form.onSubmit((deletion) => sendModDelete(post, deletion))}
    >
      {(busy) => (
        <>
          <p>
            <strong dir="auto" lang="">
              {postTitle(post)}
            </strong>
            , about{' '}
            <strong dir="auto" translate="no">
              {post.player.username}
            </strong>
            , will be hidden from everyone but its author and staff, and its karma will be removed. The author
            is notified with your reason.
          </p>
          <ReasonField
            field={form.field('modReason')}
            hint={REASON_HINT}
            rows={3}
            readOnly={busy}
            ticksFirst
          />
        </>
      )}
    </FormDialog>
  );
}
