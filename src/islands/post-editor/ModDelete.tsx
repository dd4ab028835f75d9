import { zodResolver } from '@hookform/resolvers/zod';
import { formMessage } from '#lib/schemas/forms/messages.ts';
import { type ModDeleteForm, ModDeleteFormSchema } from '#lib/schemas/forms/post-form.ts';
import type { PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { sendModDelete } from '#lib/stores/posts/post-editor.ts';
import { FormDialog } from './FormDialog.tsx';
import { ReasonField } from './ReasonField.tsx';
import { usePostForm } from './use-post-form.ts';

/** Asks a moderator why a post shall be deleted (Rule 11.2). */
export function ModDelete({ dialog }: { dialog: Extract<PostDialog, { kind: 'mod-delete' }> }) {
  const { post } = dialog;
  const { form, errorOf, discard, ...draft } = usePostForm<ModDeleteForm, ModDeleteForm>(dialog, {
    resolver: zodResolver(ModDeleteFormSchema, { error: formMessage }),
    original: { modReason: '' },
    first: 'modReason',
  });
  return (
    <FormDialog
      {...draft}
      size="md"
      danger
      title={`Mod Delete: post by ${post.author.username}`}
      action="Delete post"
      onDiscard={discard}
      onSubmit={form.handleSubmit((deletion) => sendModDelete(post, deletion))}
    >
      {(busy) => (
        <>
          <p>
            <strong dir="auto">{post.title}</strong>, about <strong dir="auto">{post.player.username}</strong>
            , is hidden from everybody but its author and staff, and its karma is taken back. The author is
            told, with your reason.
          </p>
          <ReasonField
            registration={form.register('modReason')}
            value={form.watch('modReason')}
            error={errorOf('modReason')}
            readOnly={busy}
            onPick={(reason) =>
              form.setValue('modReason', reason, { shouldDirty: true, shouldValidate: true })
            }
          />
        </>
      )}
    </FormDialog>
  );
}
