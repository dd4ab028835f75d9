import { zodResolver } from '@hookform/resolvers/zod';
import { parseFlairs } from '#lib/domain/flairs.ts';
import { formMessage } from '#lib/schemas/forms/messages.ts';
import { type ModEditForm, ModEditFormSchema } from '#lib/schemas/forms/post-form.ts';
import type { PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { sendModEdit } from '#lib/stores/posts/post-editor.ts';
import { FlairFields } from './FlairFields.tsx';
import { FormDialog } from './FormDialog.tsx';
import { PostTextFields } from './PostTextFields.tsx';
import { ReasonField } from './ReasonField.tsx';
import { usePostForm } from './use-post-form.ts';

/** A moderator's editor: the post's text and flairs, and why they are changed (Rule 11.1). */
export function ModEdit({ dialog }: { dialog: Extract<PostDialog, { kind: 'mod-edit' }> }) {
  const { post } = dialog;
  const { form, errorOf, discard, ...draft } = usePostForm<ModEditForm, ModEditForm>(dialog, {
    resolver: zodResolver(ModEditFormSchema, { error: formMessage }),
    original: { title: post.title, content: post.content, flairs: parseFlairs(post.flairs), modReason: '' },
    first: 'title',
  });
  const { flairs, title, content, modReason } = form.watch();
  return (
    <FormDialog
      {...draft}
      title={`Mod Edit: post by ${post.author.username}`}
      action="Save mod edit"
      onDiscard={discard}
      onSubmit={form.handleSubmit((edit) => sendModEdit(post, edit))}
    >
      {(busy) => (
        <>
          <p>The post becomes read-only, and its author is told about the change with your reason.</p>
          <PostTextFields
            title={{ registration: form.register('title'), value: title, error: errorOf('title') }}
            content={{ registration: form.register('content'), value: content, error: errorOf('content') }}
            readOnly={busy}
          />
          <FlairFields
            value={flairs}
            disabled={busy}
            onChange={(category, flair) =>
              form.setValue(`flairs.${category}`, flair, { shouldDirty: true, shouldTouch: true })
            }
          />
          <ReasonField
            registration={form.register('modReason')}
            value={modReason}
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
