import { useStore } from '@nanostores/react';
import { needsReplay, offersTicket } from '#lib/domain/flairs.ts';
import { postsLeftSentence } from '#lib/domain/posting.ts';
import { paths } from '#lib/paths.ts';
import {
  EDITOR_SCHEMAS,
  type EditorDialog,
  editorForm,
  originalValues,
  postDraft,
  sendPost,
} from '#lib/stores/posts/post-editor.ts';
import { $postsLeft } from '#lib/stores/profile/posting.ts';
import { CheckField } from '../ui/Field.tsx';
import { EditOutcome, NewPostOutcome } from './FlairOutcome.tsx';
import styles from './FormDialog.module.css';
import { FormDialog } from './FormDialog.tsx';
import { PostFields } from './PostFields.tsx';
import { ReplayField } from './ReplayField.tsx';
import { TicketField } from './TicketField.tsx';
import { useDraftForm } from './use-draft-form.ts';

const GUIDELINES_LABEL = (
  <>
    I have read the{' '}
    <a href={paths.guidelines} target="_blank" rel="noreferrer">
      posting guidelines
    </a>{' '}
    and this post follows them.
  </>
);

/** The editor of a post: a new one about a player, or an existing one of the viewer. */
export function PostEditor({ dialog }: { dialog: EditorDialog }) {
  const isNew = dialog.kind === 'create';
  const form = useDraftForm({
    schema: EDITOR_SCHEMAS[dialog.kind],
    original: originalValues(dialog),
    first: isNew && !dialog.replay ? 'replay' : 'flairs',
    draft: postDraft(dialog),
    dependent: { flairs: 'replay' },
    send: (post) => sendPost(dialog, post),
    ...editorForm,
  });
  const { busy } = form;
  const { flairs, replay, guidelinesAccepted } = form.values;
  const postsLeft = useStore($postsLeft);
  const about = isNew ? dialog.player : dialog.post.player;
  return (
    <FormDialog
      form={form}
      title={`${isNew ? 'New' : 'Edit'} post about ${about.username}`}
      action={isNew ? 'Publish post' : 'Save changes'}
      blocked={guidelinesAccepted ? undefined : `To ${isNew ? 'publish' : 'save'}, accept the guidelines.`}
    >
      {isNew && (
        <div data-field="replay">
          <ReplayField
            about={about}
            flairs={flairs}
            value={replay}
            onChange={(file) => form.set('replay', file)}
            required={needsReplay(flairs)}
            error={form.errorOf('replay')}
            disabled={busy}
          />
        </div>
      )}
      <PostFields form={form}>
        {isNew ? (
          <NewPostOutcome flairs={flairs} about={about} replay={replay} />
        ) : (
          <EditOutcome flairs={flairs} post={dialog.post} />
        )}
      </PostFields>
      {offersTicket(flairs) && <TicketField field={form.field('ticketId')} />}
      {isNew && postsLeft !== null && postsLeft > 0 && <p className="soft">{postsLeftSentence(postsLeft)}</p>}
      <div className={styles.consent}>
        <CheckField
          {...form.register('guidelinesAccepted')}
          error={form.errorOf('guidelinesAccepted')}
          label={GUIDELINES_LABEL}
          disabled={busy}
        />
      </div>
    </FormDialog>
  );
}
