import { useStore } from '@nanostores/react';
import { type ComponentProps, useState } from 'react';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { limitedText } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';
import { createTask } from '#lib/stores/core/task.ts';
import { type WordsKind, wordsDraft } from '#lib/stores/session/words-draft.ts';
import { OpenForm, WordsForm } from '../post-editor/WordsForm.tsx';

interface StaffFormProps
  extends Omit<ComponentProps<typeof OpenForm>, 'schema' | 'draft' | 'original' | 'sending' | 'onSend'> {
  /** What is written, and the id of what it is about. */
  subject: readonly [WordsKind, string];
  /** The text of the button that opens the form; without it, the form is open. */
  opener?: string;
  onSend: (words: string) => Promise<void>;
}

/** A form with one text of a moderator. Sending the text discards its draft. */
export function StaffForm({ subject, opener, onSend, ...rest }: StaffFormProps) {
  const [task] = useState(createTask);
  const sending = useStore(task.$state);
  const [schema] = useState(() => z.object({ words: limitedText(1, rest.max) }));
  const draft = wordsDraft(...subject);
  const send = async (words: string) => {
    if (!(await task.run(() => onSend(words), moderationRefusal))) return false;
    draft.discard();
    task.reset();
    return true;
  };
  const form = { ...rest, schema, sending, draft, original: '', onSend: send };
  return opener === undefined ? <OpenForm {...form} /> : <WordsForm {...form} opener={opener} />;
}
