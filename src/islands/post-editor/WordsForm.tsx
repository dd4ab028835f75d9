import { useLayoutEffect, useState } from 'react';
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
}

/** When it closes, the focus goes to what is around it. */
function OpenForm({ action, original = '', draft, sending, onSend, ...field }: FormProps) {
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
      <div key={`${form.restored}`} ref={scrollIntoView}>
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

interface WordsFormProps extends FormProps {
  /** The text of the button that opens the form; without it, the form is open. */
  opener?: string | undefined;
}

/** A form with one text and its draft. */
export function WordsForm({ opener, ...form }: WordsFormProps) {
  const [isOpen, setOpen] = useState(false);
  const send = async (words: string) => {
    if (await form.onSend(words)) setOpen(false);
  };
  if (opener === undefined) return <OpenForm {...form} />;
  return (
    <>
      <div>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {opener}
        </Button>
      </div>
      {isOpen && <OpenForm {...form} onSend={send} />}
    </>
  );
}
