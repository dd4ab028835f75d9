import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useState } from 'react';
import { limitedText } from '#lib/schemas/common.ts';
import { REPORT_WORDS_MAX } from '#lib/schemas/report.ts';
import { z } from '#lib/schemas/zod.ts';
import { $replies } from '#lib/stores/guidelines/guidelines.ts';
import { keep, keepState } from '#lib/stores/moderation/undoables.ts';
import { wordsDraft } from '#lib/stores/session/draft.ts';
import { readReplies } from '#lib/stores/session/recent-reasons.ts';
import { FormDialog } from '../post-editor/FormDialog.tsx';
import fields from '../post-editor/ReasonField.module.css';
import { Sentences } from '../post-editor/ReasonField.tsx';
import { TextField } from '../post-editor/TextField.tsx';
import { useDraftForm } from '../post-editor/use-draft-form.ts';

const FormSchema = z.object({ words: limitedText(1, REPORT_WORDS_MAX) });

/** Sentences that a digit chooses. */
const DIGITS = 9;

/** The sentences of the editors, then the moderator's last ones, as many as there are digits. */
function useReplies(): readonly string[] {
  const templates = useStore($replies);
  const [recent] = useState(readReplies);
  const others = recent.filter((text) => !templates.includes(text));
  return [...templates.slice(0, DIGITS - others.length), ...others];
}

interface KeepFormProps {
  postId: string;
  /** Whether the field gets the focus. */
  focuses: boolean;
  onClose: () => void;
}

/** The sentence for the reporters of a post that stays. Its draft survives failures and reloads. */
export function KeepForm({ postId, focuses, onClose }: KeepFormProps) {
  const replies = useReplies();
  const form = useDraftForm({
    schema: FormSchema,
    original: { words: '' },
    first: focuses ? 'words' : null,
    draft: wordsDraft('keep', postId),
    send: ({ words }) => void keep(words),
    $sending: keepState(postId),
    onLeave: onClose,
  });
  const field = form.field('words');
  const onKeyDown = (event: KeyboardEvent) => {
    const text = event.currentTarget.querySelector('textarea');
    const isReplaced = text?.selectionStart === 0 && text.selectionEnd === text.value.length;
    const reply = isReplaced && /^[1-9]$/.test(event.key) && replies[Number(event.key) - 1];
    if (!reply || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.set(reply);
  };
  return (
    <FormDialog form={form} idle={!focuses} title="Keep this post" action="Keep the post">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: digits are shortcuts for the buttons */}
      <div className={fields.fields} onKeyDown={onKeyDown}>
        <TextField
          field={field}
          label="Why it stays"
          required
          hint="Those who reported the post get this sentence. In the empty field, a digit chooses one."
          rows={2}
          max={REPORT_WORDS_MAX}
        />
        <Sentences
          label="Sentences to choose"
          sentences={replies}
          numbered
          onPick={(reply) => {
            field.set(reply);
            form.formRef.current?.querySelector('textarea')?.focus();
          }}
        />
      </div>
    </FormDialog>
  );
}
