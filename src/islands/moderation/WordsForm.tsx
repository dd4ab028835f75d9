import { type KeyboardEvent, type ReactNode, type SubmitEventHandler, useRef, useState } from 'react';
import { isBusy, type TaskState } from '#lib/stores/core/task.ts';
import type { WordsDraft } from '#lib/stores/session/words-draft.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';

interface WordsFormProps {
  label: string;
  hint: ReactNode;
  /** The text of the button that sends. */
  action: string;
  max: number;
  /** The text before anything was typed. */
  original?: string;
  draft: WordsDraft;
  sending: TaskState;
  onSend: (words: string) => void;
  onCancel?: () => void;
}

/** A form with one text and its draft. Ctrl+Enter sends. */
export function WordsForm({ label, hint, action, max, original = '', sending, ...rest }: WordsFormProps) {
  const { draft, onSend, onCancel } = rest;
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => draft.read()?.words ?? original);
  const [isTried, setTried] = useState(false);
  const words = text.trim();
  const tooLong = words.length > max ? `Shorten it to ${max.toLocaleString('en')} characters.` : undefined;
  const error = tooLong ?? (isTried && words === '' ? 'Write something first.' : undefined);
  const change = (typed: string) => {
    setText(typed);
    draft.keep({ words: typed }, { words: original });
  };
  const submit: SubmitEventHandler = (event) => {
    event.preventDefault();
    setTried(true);
    if (tooLong || words === '') field.current?.focus();
    else onSend(words);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  return (
    <form className="stack" aria-label={label} noValidate onSubmit={submit} onKeyDown={onKeyDown}>
      {sending.state === 'refused' && (
        <Alert tone="danger" title="Couldn’t send it.">
          {sending.message}
        </Alert>
      )}
      <Field label={label} required hint={hint} error={error} count={{ length: words.length, max }}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            dir="auto"
            rows={4}
            value={text}
            readOnly={isBusy(sending)}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <div className="row">
        <Button type="submit" variant="primary" busy={isBusy(sending)}>
          {action}
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
