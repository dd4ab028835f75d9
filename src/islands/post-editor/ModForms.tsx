import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { parseFlairs } from '#lib/domain/flairs.ts';
import { reasonNaming } from '#lib/domain/guidelines.ts';
import { postTitle } from '#lib/domain/post-face.ts';
import { type ModDeleteForm, ModDeleteFormSchema, ModEditFormSchema } from '#lib/schemas/forms/post-form.ts';
import { $guidelines } from '#lib/stores/guidelines/guidelines.ts';
import { sendModDelete, sendModEdit, sendReplyRemoval, sendWarning } from '#lib/stores/posts/mod-editor.ts';
import type { PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { editorForm, postDraft } from '#lib/stores/posts/post-editor.ts';
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
    send: (edit) => sendModEdit(post, edit),
    ...editorForm,
  });
  return (
    <FormDialog form={form} title={`Mod Edit: post by ${post.author.username}`} action="Save mod edit">
      <p>The post becomes read-only, and its author is notified of the change with your reason.</p>
      <PostFields form={form}>
        <FlairOutcome flairs={form.values.flairs} about={post.player.username} isHeld={post.held} />
      </PostFields>
      <ReasonField field={form.field('modReason')} hint={REASON_HINT} rows={3} />
    </FormDialog>
  );
}

type ReasonDialog = Extract<PostDialog, { kind: 'mod-delete' | 'remove-reply' | 'warn' }>;

interface ReasonQuestion {
  title: string;
  action: string;
  /** Says the effect of the action. */
  text: ReactNode;
  /** Who reads the reason. */
  hint: string;
  send: (form: ModDeleteForm) => Promise<void>;
}

function questionOf(dialog: ReasonDialog): ReasonQuestion {
  if (dialog.kind === 'warn')
    return {
      title: `Warn ${dialog.player.username}`,
      action: 'Warn',
      text: (
        <>
          <StrongName of={dialog.player} /> is notified, and must confirm the warning before the next post.
        </>
      ),
      hint: 'The player gets this reason.',
      send: (form) => sendWarning(dialog.player, form),
    };
  const { post } = dialog;
  if (dialog.kind === 'remove-reply')
    return {
      title: `Remove reply by ${post.player.username}`,
      action: 'Remove reply',
      text: (
        <>
          The reply of <StrongName of={post.player} /> will be hidden from everyone but its author and staff,
          and they can write no other one. The post stays.
        </>
      ),
      hint: 'The author of the reply gets this reason.',
      send: (form) => sendReplyRemoval(post, form),
    };
  return {
    title: `Mod Delete: post by ${post.author.username}`,
    action: 'Remove post',
    text: (
      <>
        <strong dir="auto" lang="">
          {postTitle(post)}
        </strong>
        , about <StrongName of={post.player} />, will be hidden from everyone but its author and staff, and
        its karma will be removed. The author is notified with your reason.
      </>
    ),
    hint: REASON_HINT,
    send: (form) => sendModDelete(post, form),
  };
}

/** The reason for the removal of a post or its reply (Rules 11.2 and 31.7), or for a warning, alone or with it (Rule 31.30). */
export function ReasonForm({ dialog }: { dialog: ReasonDialog }) {
  const { title, action, text, hint, send } = questionOf(dialog);
  const hasStatements = useStore($hasStatements);
  const removed = dialog.kind === 'warn' ? null : dialog;
  const form = useDraftForm({
    schema: ModDeleteFormSchema,
    original: { modReason: reasonNaming(removed?.rules ?? [], $guidelines.get()), warns: false },
    first: 'modReason',
    draft: postDraft(dialog),
    send,
    ...editorForm,
  });
  return (
    <FormDialog form={form} size="md" danger title={title} action={action}>
      <p>{text}</p>
      <ReasonField field={form.field('modReason')} hint={hint} rows={3}>
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
            disabled={form.busy}
          />
        )}
      </ReasonField>
    </FormDialog>
  );
}
