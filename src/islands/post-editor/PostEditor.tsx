import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useId } from 'react';
import { offersTicket } from '#lib/domain/flairs.ts';
import { POST_CONTENT_MAX_LENGTH, POST_TITLE_MAX_LENGTH, TICKET_ID_MAX_LENGTH } from '#lib/schemas/post.ts';
import { $sending, type EditorDialog, leaveEditor, sendPost } from '#lib/stores/post-editor.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EditorFlairs } from './EditorFlairs.tsx';
import { EditorFooter } from './EditorFooter.tsx';
import { EditorReplay } from './EditorReplay.tsx';
import { GuidelinesField } from './GuidelinesField.tsx';
import styles from './PostEditor.module.css';
import { SendingStatus } from './SendingStatus.tsx';
import { ignoreEnter, MarkdownField, TextField } from './TextField.tsx';
import { usePostForm } from './use-post-form.ts';

/** Ctrl+Enter sends, from any field. */
function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  ignoreEnter(event);
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

/** Says that a draft is shown, with a way to start over. */
function DraftNotice({ busy, onDiscard }: { busy: boolean; onDiscard: () => void }) {
  return (
    <Alert tone="info">
      <span className={styles.draft}>
        Your draft was brought back.
        <Button size="sm" disabled={busy} onClick={onDiscard}>
          Discard draft
        </Button>
      </span>
    </Alert>
  );
}

/** The editor of a post: a new one about a player, or an existing one of the viewer. */
export function PostEditor({ dialog }: { dialog: EditorDialog }) {
  const { form, formRef, errorOf, restored, discard } = usePostForm(dialog);
  const sending = useStore($sending);
  const formId = useId();
  const values = form.watch();
  const busy = sending.state === 'sending';
  const name = dialog.kind === 'create' ? dialog.player.username : dialog.post.player.username;
  return (
    <Dialog
      open
      size="lg"
      title={dialog.kind === 'create' ? `New post about ${name}` : `Edit post about ${name}`}
      onClose={leaveEditor}
      footer={
        <EditorFooter
          formId={formId}
          label={dialog.kind === 'create' ? 'Publish post' : 'Save changes'}
          busy={busy}
          accepted={values.guidelinesAccepted}
        />
      }
    >
      <form
        ref={formRef}
        id={formId}
        noValidate
        className={styles.form}
        onKeyDown={sendOnCtrlEnter}
        onSubmit={form.handleSubmit((post) => sendPost(dialog, post))}
      >
        <SendingStatus sending={sending} />
        {restored && <DraftNotice busy={busy} onDiscard={discard} />}
        <TextField
          label="Title"
          required
          readOnly={busy}
          registration={form.register('title')}
          value={values.title}
          max={POST_TITLE_MAX_LENGTH}
          error={errorOf('title')}
        />
        <MarkdownField
          label="Content"
          required
          readOnly={busy}
          registration={form.register('content')}
          value={values.content}
          max={POST_CONTENT_MAX_LENGTH}
          error={errorOf('content')}
        />
        <EditorFlairs form={form} busy={busy} />
        {offersTicket(values.flairs) && (
          <TextField
            label="Customer support ticket ID"
            readOnly={busy}
            registration={form.register('ticketId')}
            value={values.ticketId}
            max={TICKET_ID_MAX_LENGTH}
            error={errorOf('ticketId')}
            hint="If you reported this player to customer support. Only you and staff can see the ID."
          />
        )}
        {dialog.kind === 'create' && (
          <EditorReplay form={form} flairs={values.flairs} error={errorOf('replay')} busy={busy} />
        )}
        <GuidelinesField
          registration={form.register('guidelinesAccepted')}
          error={errorOf('guidelinesAccepted')}
        />
      </form>
    </Dialog>
  );
}
