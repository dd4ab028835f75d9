import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type RefObject, type SubmitEventHandler, useState } from 'react';
import { REPORT_WORDS_MAX } from '#lib/schemas/report.ts';
import { isBusy } from '#lib/stores/core/task.ts';
import { $replies } from '#lib/stores/guidelines/guidelines.ts';
import { keep, keepState } from '#lib/stores/moderation/decisions.ts';
import { readReplies } from '#lib/stores/session/recent-reasons.ts';
import { wordsDraft } from '#lib/stores/session/words-draft.ts';
import reasons from '../post-editor/ReasonField.module.css';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import styles from './Decide.module.css';

const NONE = { words: '' };

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
  field: RefObject<HTMLTextAreaElement | null>;
  onClose: () => void;
}

/** The sentence for the reporters of a post that stays. Its draft survives failures and reloads. */
export function KeepForm({ postId, field, onClose }: KeepFormProps) {
  const keeping = useStore(keepState(postId));
  const [text, setText] = useState(() => wordsDraft('keep', postId).read()?.words ?? '');
  const [isTried, setTried] = useState(false);
  const replies = useReplies();
  const sentence = text.trim();
  const change = (typed: string) => {
    setText(typed);
    wordsDraft('keep', postId).keep({ words: typed }, NONE);
  };
  const error = (() => {
    if (sentence.length > REPORT_WORDS_MAX) return `Shorten it to ${REPORT_WORDS_MAX} characters.`;
    return isTried && sentence === ''
      ? 'Write a sentence: it goes to those who reported the post.'
      : undefined;
  })();
  const submit: SubmitEventHandler = (event) => {
    event.preventDefault();
    setTried(true);
    if (sentence === '' || sentence.length > REPORT_WORDS_MAX) field.current?.focus();
    else void keep(sentence);
  };
  const pick = (reply: string) => {
    change(reply);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const reply = text === '' && /^[1-9]$/.test(event.key) && replies[Number(event.key) - 1];
    if (reply && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      pick(reply);
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.requestSubmit();
    }
    if (event.key === 'Escape') onClose();
  };
  return (
    <form
      className={cx('stack', styles.form)}
      aria-label="Keep this post"
      noValidate
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      <Field
        label="Why it stays"
        required
        hint="Those who reported the post get this sentence. In the empty field, a digit chooses one. Ctrl+Enter sends (⌘ on a Mac)."
        error={error}
        count={{ length: sentence.length, max: REPORT_WORDS_MAX }}
      >
        {(control) => (
          <textarea
            {...control}
            ref={field}
            dir="auto"
            rows={2}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <Replies replies={replies} onPick={pick} />
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
