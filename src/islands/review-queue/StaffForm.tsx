import { useStore } from '@nanostores/react';
import { type ComponentProps, useState } from 'react';
import { limitedText } from '#lib/schemas/common.ts';
import { z } from '#lib/schemas/zod.ts';
import { type Subject, wordsState } from '#lib/stores/moderation/words.ts';
import { wordsDraft } from '#lib/stores/session/words-draft.ts';
import { OpenForm, WordsForm } from '../post-editor/WordsForm.tsx';

interface StaffFormProps
  extends Omit<ComponentProps<typeof OpenForm>, 'schema' | 'draft' | 'original' | 'sending'> {
  subject: Subject;
  /** The text of the button that opens the form; without it, the form is open. */
  opener?: string;
}

/** A form with one text of a moderator. */
export function StaffForm({ subject, opener, ...rest }: StaffFormProps) {
  const sending = useStore(wordsState(subject));
  const [schema] = useState(() => z.object({ words: limitedText(1, rest.max) }));
  const form = { ...rest, schema, sending, draft: wordsDraft(...subject), original: '' };
  return opener === undefined ? <OpenForm {...form} /> : <WordsForm {...form} opener={opener} />;
}
