import { type UseFormReturn, useController } from 'react-hook-form';
import { needsReplay } from '#lib/domain/flairs.ts';
import type { FormFlairs, PostForm, PostFormValues } from '#lib/schemas/forms/post-form.ts';
import { ReplayField } from './ReplayField.tsx';

interface EditorReplayProps {
  form: UseFormReturn<PostFormValues, unknown, PostForm>;
  flairs: FormFlairs;
  error: string | undefined;
  busy: boolean;
}

/** The replay of a new post, required once a flair is not neutral (Rule 9.3). */
export function EditorReplay({ form, flairs, error, busy }: EditorReplayProps) {
  const { field } = useController({ control: form.control, name: 'replay' });
  return (
    <ReplayField
      value={field.value}
      onChange={field.onChange}
      required={needsReplay(flairs)}
      error={error}
      disabled={busy}
      controlRef={field.ref}
    />
  );
}
