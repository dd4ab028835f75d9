import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { limitedText } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';
import { isBusy, type TaskState } from '#lib/stores/core/task.ts';
import type { WordsDraft } from '#lib/stores/session/words-draft.ts';
import { Button } from '../ui/Button.tsx';
import { focusAround } from '../ui/helpers/focus-around.ts';
import { DraftNotice } from './DraftNotice.tsx';
import { SendingStatus, scrollIntoView, sendByKeys } from './FormDialog.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { useDraftForm } from './use-draft-form.ts';

interface FormProps extends Pick<TextFieldProps, 'label' | 'hint'> {
  max: number;
  /** The text of the button that sends. */
  action: string;
  /** The text before anything was typed. */
  original?: string | undefined;
  draft: WordsDraft;
  sending: TaskState;
  onSend: (words: string) => unknown;
  /** Closes the form; the draft stays. */
  onCancel?: (() => void) | undefined;
}

/** When it closes, the focus goes to what is around it. */
function OpenForm({ action, original = '', draft, sending, onSend, onCancel, ...field }: FormProps) {
  const [schema] = useState(() => z.object({ words: limitedText(1, field.max) }));
  const form = useDraftForm({ schema, original: { words: original }, first: 'words', draft });
  const busy = isBusy(sending);
  const { formRef } = form;
  useLayoutEffect(() => {
    const shown = formRef.current;
    return () => {
      if (shown?.contains(document.activeElement)) focusAround(shown);
    };
  }, [formRef]);
  return (
    <form
      ref={formRef}
      className="stack"
      aria-label={field.label}
      noValidate
      onKeyDown={sendByKeys}
      onSubmit={form.onSubmit(({ words }) => onSend(words))}
    >
      <SendingStatus sending={sending} />
      <DraftNotice form={form} busy={busy} />
      <TextField {...field} field={form.field('words')} rows={4} required readOnly={busy} />
      {/* Browsers scroll to the text that gets the focus, not to what is below. A restored draft makes it longer. */}
      <div key={`${form.restored}`} ref={scrollIntoView} className="row">
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
        {onCancel && (
          <Button variant="ghost" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}

interface WordsFormProps extends FormProps {
  /** The text of the button that the form replaces; without it, the form is open. */
  opener?: string | undefined;
  /** Shown first in place of the form. */
  first?: ReactNode;
}

/** A form with one text and its draft. Closed, it leaves the focus to its button, unless the user has moved it. */
export function WordsForm({ opener, first, ...form }: WordsFormProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement?.contains(button.current))
      button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => setOpen(false);
  const cancel = () => {
    form.onCancel?.();
    close();
  };
  const send = async (words: string) => {
    if (await form.onSend(words)) close();
  };
  // A form without a text of its own follows the original, which may change elsewhere.
  const key = form.original;
  if (opener === undefined) return <OpenForm key={key} {...form} />;
  if (isOpen) return first || <OpenForm key={key} {...form} onSend={send} onCancel={cancel} />;
  return (
    <div>
      <Button ref={button} onClick={() => setOpen(true)}>
        {opener}
      </Button>
    </div>
  );
}
