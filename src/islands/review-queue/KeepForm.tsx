import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useState } from 'react';
import { limitedText } from '#lib/schemas/common.ts';
import { REPORT_WORDS_MAX } from '#lib/schemas/report.ts';
import { z } from '#lib/schemas/zod.ts';
import { isBusy } from '#lib/stores/core/task.ts';
import { $replies } from '#lib/stores/guidelines/guidelines.ts';
import { keep, keepState } from '#lib/stores/moderation/decisions.ts';
import { readReplies } from '#lib/stores/session/recent-reasons.ts';
import { wordsDraft } from '#lib/stores/session/words-draft.ts';
import { sendByKeys } from '../post-editor/FormDialog.tsx';
import reasons from '../post-editor/ReasonField.module.css';
import { TextField } from '../post-editor/TextField.tsx';
import { useDraftForm } from '../post-editor/use-draft-form.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './Decide.module.css';

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

interface RepliesProps {
  replies: readonly string[];
  onPick: (sentence: string) => void;
}

function Replies({ replies, onPick }: RepliesProps) {
  if (replies.length === 0) return null;
  return (
    <ul className={reasons.reasons} aria-label="Sentences to choose">
      {replies.map((sentence, index) => (
        <li key={sentence} className={reasons.item}>
          <Button size="sm" className={reasons.reason} title={sentence} onClick={() => onPick(sentence)}>
            <span className="soft" aria-hidden="true">
              {index + 1}
            </span>
            <span className={reasons.text} dir="auto" lang="">
              {sentence}
            </span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface KeepFormProps {
  postId: string;
  /** Whether the field gets the focus. */
  focuses: boolean;
  onClose: () => void;
}

/** The sentence for the reporters of a post that stays. Its draft survives failures and reloads. */
export function KeepForm({ postId, focuses, onClose }: KeepFormProps) {
  const keeping = useStore(keepState(postId));
  const replies = useReplies();
  const form = useDraftForm({
    schema: FormSchema,
    original: { words: '' },
    first: focuses ? 'words' : null,
    draft: wordsDraft('keep', postId),
  });
  const field = form.field('words');
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const reply = field.value === '' && /^[1-9]$/.test(event.key) && replies[Number(event.key) - 1];
    if (reply && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      field.set(reply);
    }
    if (event.key === 'Escape') onClose();
    sendByKeys(event);
  };
  return (
    <form
      ref={form.formRef}
      className={cx('stack', styles.form)}
      aria-label="Keep this post"
      noValidate
      onSubmit={form.onSubmit(({ words }) => void keep(words))}
      onKeyDown={onKeyDown}
    >
      <TextField
        field={field}
        label="Why it stays"
        required
        hint="Those who reported the post get this sentence. In the empty field, a digit chooses one. Ctrl+Enter sends (⌘ on a Mac)."
        rows={2}
        max={REPORT_WORDS_MAX}
      />
      <Replies
        replies={replies}
        onPick={(reply) => {
          field.set(reply);
          form.formRef.current?.querySelector('textarea')?.focus();
        }}
      />
      <div className={cx('row', styles.buttons)}>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary" busy={isBusy(keeping)}>
          Keep the post
        </Button>
      </div>
    </form>
  );
}
