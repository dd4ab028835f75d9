import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form';
import { formMessage } from '#lib/schemas/forms/messages.ts';
import type { PostForm, PostFormValues } from '#lib/schemas/forms/post-form.ts';
import {
  discardEditorDraft,
  type EditorDialog,
  editorDraft,
  editorSchema,
  keepEditorDraft,
  originalValues,
} from '#lib/stores/post-editor.ts';

/** The editor's form: its fields, what to say under each, and its draft. */
export interface PostFormState {
  form: UseFormReturn<PostFormValues, unknown, PostForm>;
  /** For the form element, in whose order errors are looked for. */
  formRef: RefObject<HTMLFormElement | null>;
  /** The sentence under a field: from the moment it was changed, and under every field once sent (Rule 9.7). */
  errorOf: (field: FieldPath<PostFormValues>) => string | undefined;
  /** A draft from before is shown. */
  restored: boolean;
  /** Forgets what was typed and shows the fields as they were. */
  discard: () => void;
}

const DRAFT_FIELDS = ['title', 'content', 'ticketId', 'flairs', 'replay'] as const;

/** Sets up the editor's form, brings back the draft that is kept on the device and keeps it up to date. */
export function usePostForm(dialog: EditorDialog): PostFormState {
  const form = useForm<PostFormValues, unknown, PostForm>({
    resolver: zodResolver(editorSchema(dialog), { error: formMessage }),
    mode: 'onChange',
    shouldFocusError: false,
    defaultValues: originalValues(dialog),
  });
  const [restored, setRestored] = useState(false);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const draft = editorDraft(dialog);
    for (const field of draft ? DRAFT_FIELDS : [])
      form.setValue(field, draft?.[field] ?? null, { shouldDirty: true, shouldValidate: true });
    setRestored(draft !== null);
    form.setFocus('title');
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, name }) => {
        keepEditorDraft(dialog, values);
        const [field] = name?.split('.') ?? [];
        if (field !== undefined)
          setChanged((before) => (before.has(field) ? before : new Set([...before, field])));
      },
    });
  }, [dialog, form]);
  const { isSubmitted, submitCount } = form.formState;
  const formRef = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sending moves the focus to the first error there is
  useEffect(() => {
    formRef.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount]);
  return {
    form,
    formRef,
    restored,
    errorOf: (field) => {
      const { error } = form.getFieldState(field, form.formState);
      const isShown = isSubmitted || changed.has(field) || (field === 'replay' && changed.has('flairs'));
      return isShown ? error?.message : undefined;
    },
    discard: () => {
      discardEditorDraft(dialog);
      form.reset(originalValues(dialog));
      setChanged(new Set());
      setRestored(false);
    },
  };
}
