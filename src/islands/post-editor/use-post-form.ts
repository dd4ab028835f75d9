import { type RefObject, useEffect, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { showStatus } from '#lib/stores/core/status.ts';
import type { PostDialog } from '#lib/stores/posts/post-dialog.ts';
import { discardDraft, keepDraft, type PostDraft, readDraft } from '#lib/stores/posts/post-draft.ts';
import { useFirstError } from '../ui/hooks/use-first-error.ts';

/** What the form of a dialog is made of. */
interface PostFormOptions<Values extends FieldValues, Output> {
  resolver: Resolver<Values, unknown, Output>;
  /** The fields before anything was typed. */
  original: Values;
  /** The field that has the focus at first. */
  first: Path<Values>;
  /** Fields whose error is shown when another one changes, by name. */
  dependent?: Readonly<Record<string, string>>;
}

/** The form of a dialog: its fields, what to say under each, and its draft. */
export interface PostFormState<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** For the form element, in whose order errors are looked for. */
  formRef: RefObject<HTMLFormElement | null>;
  /** The sentence under a field: from the moment it was changed, and under every field once sent (Rule 9.7). */
  errorOf: (field: Path<Values>) => string | undefined;
  /** A draft from before is shown. */
  restored: boolean;
  /** Forgets what was typed and shows the fields as they were. */
  discard: () => void;
}

/**
 * Puts the draft into the form, and keeps what is typed from then on. `restored` names the fields that the draft
 * changed; null when there was none.
 */
function connectDraft<Values extends FieldValues, Output>(
  dialog: PostDialog,
  form: UseFormReturn<Values, unknown, Output>,
  { original, onChange }: { original: Values; onChange: (field: string) => void },
): { restored: string[] | null; stop: () => void } {
  const draft = readDraft(dialog);
  const restored = Object.entries(draft ?? {}).filter(
    ([name, value]) => name in original && JSON.stringify(value) !== JSON.stringify(original[name]),
  );
  for (const [name, value] of restored) {
    const field = name as Path<Values>;
    form.setValue(field, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
  }
  if (restored.length > 0) void form.trigger();
  const stop = form.subscribe({
    formState: { values: true },
    callback: ({ values, name }) => {
      const { guidelinesAccepted: _, ...kept } = values as FieldValues;
      const { guidelinesAccepted: __, ...start } = original as FieldValues;
      keepDraft(dialog, kept as PostDraft, start as PostDraft);
      if (name !== undefined) onChange(name.split('.')[0] ?? name);
    },
  });
  return { restored: draft && restored.map(([name]) => name), stop };
}

/** Sets up the form of a dialog, brings back the draft that is kept on the device and keeps it up to date. */
export function usePostForm<Values extends FieldValues, Output>(
  dialog: PostDialog,
  { resolver, original, first, dependent = {} }: PostFormOptions<Values, Output>,
): PostFormState<Values, Output> {
  const [start] = useState({ original, first });
  const form = useForm<Values, unknown, Output>({
    resolver,
    mode: 'onChange',
    shouldFocusError: false,
    defaultValues: start.original as DefaultValues<Values>,
  });
  const [restored, setRestored] = useState(false);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const onChange = (field: string) =>
      setChanged((before) => (before.has(field) ? before : new Set([...before, field])));
    const draft = connectDraft(dialog, form, { original: start.original, onChange });
    setRestored(draft.restored !== null);
    setChanged(new Set(draft.restored));
    form.setFocus(start.first);
    return draft.stop;
  }, [dialog, form, start]);
  const { isSubmitted, submitCount } = form.formState;
  const formRef = useFirstError(submitCount);
  return {
    form,
    formRef,
    restored,
    errorOf: (field) => {
      const { error } = form.getFieldState(field, form.formState);
      const isShown = isSubmitted || changed.has(field) || changed.has(dependent[field] ?? '');
      return isShown ? error?.message : undefined;
    },
    discard: () => {
      discardDraft(dialog);
      showStatus('Draft discarded');
      form.setFocus(start.first);
      form.reset(start.original as DefaultValues<Values>);
      setChanged(new Set());
      setRestored(false);
    },
  };
}
