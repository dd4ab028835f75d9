import { useStore } from '@nanostores/react';
import { type ComponentProps, useState } from 'react';
import { moderationRefusal } from '#lib/domain/refusal.ts';
import { createTask } from '#lib/stores/core/task.ts';
import { type WordsKind, wordsDraft } from '#lib/stores/session/words-draft.ts';
import { WordsForm } from '../post-editor/WordsForm.tsx';

interface StaffFormProps
  extends Omit<ComponentProps<typeof WordsForm>, 'draft' | 'original' | 'sending' | 'onSend'> {
  /** The kind of text, and the id of its subject. */
  subject: readonly [WordsKind, string];
  onSend: (words: string) => Promise<void>;
}

/** A form with one text of a moderator. Sending the text discards its draft. */
export function StaffForm({ subject, onSend, ...form }: StaffFormProps) {
  const [task] = useState(createTask);
  const sending = useStore(task.$state);
  const draft = wordsDraft(...subject);
  const send = async (words: string) => {
    if (!(await task.run(() => onSend(words), moderationRefusal))) return false;
    draft.discard();
    task.reset();
    return true;
  };
  return <WordsForm {...form} sending={sending} draft={draft} onSend={send} />;
}
