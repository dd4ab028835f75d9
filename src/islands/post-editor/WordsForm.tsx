import { type ReactNode, useLayoutEffect, useState } from 'react';
import { limitedText } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';
import { createTask, type Task } from '#lib/stores/core/task.ts';
import { type WordsKind, wordsDraft } from '#lib/stores/session/draft.ts';
import { Button } from '../ui/Button.tsx';
import { focusAround } from '../ui/helpers/focus-around.ts';
import { Form, scrollIntoView } from './Form.tsx';
import { TextField, type TextFieldProps } from './TextField.tsx';
import { useDraftForm } from './use-draft-form.ts';

interface OpenFormProps extends Pick<TextFieldProps, 'label' | 'hint' | 'max'> {
  /** The kind of text, and the id of its subject. */
  subject: readonly [WordsKind, string];
  /** The text of the button that sends. */
  action: string;
  /** The text before anything was typed. */
  original?: string | undefined;
  /** Sends the text with the task, and resolves to whether it was sent. */
  onSend: (words: string, task: Task) => Promise<boolean>;
  /** Closes the form; the draft stays. */
  onCancel?: (() => void) | undefined;
  task: Task;
}

/** When it closes, the focus goes to what is around it. */
function OpenForm({ subject, action, original = '', onSend, onCancel, task, ...field }: OpenFormProps) {
  const [schema] = useState(() => z.object({ words: limitedText(1, field.max) }));
  const draft = wordsDraft(...subject);
  const form = useDraftForm({
    schema,
    original: { words: original },
    first: 'words',
    draft,
    $sending: task.$state,
    send: async ({ words }) => {
      if (!(await onSend(words, task))) return;
      draft.discard();
      task.reset();
    },
  });
  const { formRef, busy } = form;
  useLayoutEffect(() => {
    const shown = formRef.current;
    return () => {
      if (shown?.contains(document.activeElement)) focusAround(shown);
    };
  }, [formRef]);
  return (
    <Form form={form} className="stack" aria-label={field.label}>
      <TextField {...field} field={form.field('words')} rows={4} required />
      {/* Browsers scroll to the text that gets the focus, not to what is below. */}
      <div ref={scrollIntoView} className="row">
        <Button type="submit" variant="primary" busy={busy}>
          {action}
        </Button>
        {onCancel && (
          <Button variant="ghost" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </Form>
  );
}

/** A button that takes the focus back when it returns in place of its form, unless the user has moved the focus. */
const takeFocus = (button: HTMLButtonElement | null): void => {
  if (document.activeElement?.contains(button)) button?.focus();
};

interface WordsFormProps extends Omit<OpenFormProps, 'task'> {
  /** The text of the button that the form replaces; without it, the form is open. */
  opener?: string | undefined;
  /** Shown first in place of the form. */
  first?: ReactNode;
}

/** A form with one text of the viewer, and its draft. */
export function WordsForm({ opener, first, ...form }: WordsFormProps) {
  const [task] = useState(createTask);
  const [isOpen, setOpen] = useState<boolean>();
  // A form without a text of its own follows the original, which may change elsewhere.
  const key = form.original;
  if (opener === undefined) return <OpenForm key={key} {...form} task={task} />;
  if (!isOpen)
    return (
      <div>
        <Button ref={isOpen === false ? takeFocus : undefined} onClick={() => setOpen(true)}>
          {opener}
        </Button>
      </div>
    );
  const cancel = () => {
    task.reset();
    setOpen(false);
  };
  const send = async (words: string) => {
    const isSent = await form.onSend(words, task);
    if (isSent) setOpen(false);
    return isSent;
  };
  return first || <OpenForm key={key} {...form} task={task} onSend={send} onCancel={cancel} />;
}
