import { zodResolver } from '@hookform/resolvers/zod';
import { offersTicket } from '#lib/domain/flairs.ts';
import { formMessage } from '#lib/schemas/forms/messages.ts';
import type { PostForm, PostFormValues } from '#lib/schemas/forms/post-form.ts';
import { type EditorDialog, editorSchema, originalValues, sendPost } from '#lib/stores/posts/post-editor.ts';
import { EditorReplay } from './EditorReplay.tsx';
import { FlairFields } from './FlairFields.tsx';
import { FormDialog } from './FormDialog.tsx';
import { GuidelinesField } from './GuidelinesField.tsx';
import { PostTextFields } from './PostTextFields.tsx';
import { TicketField } from './TicketField.tsx';
import { usePostForm } from './use-post-form.ts';

/** The editor of a post: a new one about a player, or an existing one of the viewer. */
export function PostEditor({ dialog }: { dialog: EditorDialog }) {
  const { form, errorOf, discard, ...draft } = usePostForm<PostFormValues, PostForm>(dialog, {
    resolver: zodResolver(editorSchema(dialog), { error: formMessage }),
    original: originalValues(dialog),
    first: 'title',
    dependent: { replay: 'flairs' },
  });
  const { flairs, title, content, ticketId, guidelinesAccepted } = form.watch();
  const isNew = dialog.kind === 'create';
  const { username } = dialog.kind === 'create' ? dialog.player : dialog.post.player;
  return (
    <FormDialog
      {...draft}
      title={`${isNew ? 'New' : 'Edit'} post about ${username}`}
      action={isNew ? 'Publish post' : 'Save changes'}
      blocked={!guidelinesAccepted}
      onDiscard={discard}
      onSubmit={form.handleSubmit((post) => sendPost(dialog, post))}
    >
      {(busy) => (
        <>
          <PostTextFields
            title={{ registration: form.register('title'), value: title, error: errorOf('title') }}
            content={{ registration: form.register('content'), value: content, error: errorOf('content') }}
            readOnly={busy}
          />
          <FlairFields
            value={flairs}
            disabled={busy}
            onChange={(category, flair) => {
              form.setValue(`flairs.${category}`, flair, { shouldDirty: true, shouldTouch: true });
              void form.trigger('replay');
            }}
          />
          {offersTicket(flairs) && (
            <TicketField
              registration={form.register('ticketId')}
              value={ticketId}
              error={errorOf('ticketId')}
              readOnly={busy}
            />
          )}
          {isNew && <EditorReplay form={form} flairs={flairs} error={errorOf('replay')} busy={busy} />}
          <GuidelinesField
            registration={form.register('guidelinesAccepted')}
            error={errorOf('guidelinesAccepted')}
          />
        </>
      )}
    </FormDialog>
  );
}
