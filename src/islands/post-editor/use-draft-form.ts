import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormHandleSubmit,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import { formMessage } from '#lib/schemas/forms/messages.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import type { Draft } from '#lib/stores/session/draft.ts';

interface DraftFormOptions<Values extends FieldValues, Output> {
  schema: { _zod: { input: Values; output: Output } };
  /** The fields before anything was typed. */
  original: Values;
  /** The field that gets the focus first; null leaves the focus where it is. */
  first: (keyof Values & string) | null;
  draft: Draft<NoInfer<Values>>;
  /** Fields whose error also appears once another field was changed: `{ replay: 'flairs' }`. */
  dependent?: Readonly<Record<string, string>>;
}

/** A text field as `TextField` draws it. */
export interface TextFieldState {
  registration: UseFormRegisterReturn;
  value: string;
  /** The sentence under the field. */
  error: string | undefined;
  set: (text: string) => void;
}

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string;

/** A form with a draft. */
export interface DraftForm<Values extends FieldValues, Output = Values> {
  values: Values;
  field: (name: TextName<Values>) => TextFieldState;
  register: (name: keyof Values & string) => UseFormRegisterReturn;
  set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  /** The error of a field that was changed; of every field once the form was submitted (Rule 9.7). */
  errorOf: (name: keyof Values & string) => string | undefined;
  /** For the form element: submitting moves the focus to its first field with an error. */
  formRef: RefObject<HTMLFormElement | null>;
  onSubmit: UseFormHandleSubmit<Values, Output>;
  /** Whether the form started from a draft. */
  restored: boolean;
  /** The name of the draft's file, if it has to be chosen again. */
  missingFile: string | null;
  /** Removes the draft and restores the original values. */
  discard: () => void;
}

/** Moves the focus to the first field with an error each time the form is submitted. */
function useFirstError(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each submit
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount]);
  return form;
}

/** Radios and files are drawn from a value and not registered: the control marked with the field's name gets the focus. */
function focusField<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  name: string | null,
  element: HTMLFormElement | null,
): void {
  if (name === null) return;
  const choice = element?.querySelector<HTMLElement>(`[data-field="${name}"] :is(:checked, [type="file"])`);
  // On small screens the dialog's title stays in view.
  if (choice) choice.focus({ preventScroll: true });
  else form.setFocus(name as Path<Values>);
  // A long text is read from its beginning.
  const { activeElement: text } = document;
  if (text instanceof HTMLTextAreaElement && text.scrollHeight > text.clientHeight)
    text.setSelectionRange(0, 0);
}

/** Puts the draft into the form, and keeps the draft up to date from then on. */
function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { original, first, draft }: Pick<DraftFormOptions<Values, Output>, 'original' | 'first' | 'draft'>,
  formRef: RefObject<HTMLFormElement | null>,
) {
  const [restored, setRestored] = useState(false);
  const [missingFile, setMissingFile] = useState<string | null>(null);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const saved = draft.read();
    const changes = Object.entries(saved ?? {}).filter(
      ([name, value]) => name in original && JSON.stringify(value) !== JSON.stringify(original[name]),
    );
    for (const [name, value] of changes)
      form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true });
    if (changes.length > 0) void form.trigger();
    setRestored(saved !== null);
    setMissingFile(draft.missingFile?.() ?? null);
    setChanged(new Set(changes.map(([name]) => name)));
    focusField(form, first, formRef.current);
    return form.subscribe({
      formState: { values: true },
      callback: ({ values, name }) => {
        draft.keep(values, original);
        setMissingFile(draft.missingFile?.() ?? null);
        if (name !== undefined)
          setChanged((before) => (before.has(name) ? before : new Set([...before, name])));
      },
    });
  }, [form, original, first, draft, formRef]);
  const discard = (): void => {
    draft.discard();
    showStatus('Draft discarded');
    focusField(form, first, formRef.current);
    form.reset(original as DefaultValues<Values>);
    setChanged(new Set());
    setRestored(false);
  };
  return { restored, missingFile, changed, discard };
}

/** Sets up a form, restores its draft, and keeps what the user types as the draft (Rule 9.14). */
export function useDraftForm<Values extends FieldValues, Output>({
  schema,
  ...options
}: DraftFormOptions<Values, Output>): DraftForm<Values, Output> {
  const [start] = useState(options);
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver<Values, unknown, Output>(schema, { error: formMessage }),
    mode: 'onChange',
    shouldFocusError: false,
    defaultValues: start.original as DefaultValues<Values>,
  });
  const { isSubmitted, submitCount } = form.formState;
  const formRef = useFirstError(submitCount);
  const { changed, ...draft } = useDraft(form, start, formRef);
  const values = form.watch();
  const register = (name: string) => form.register(name as Path<Values>);
  const errorOf = (name: string): string | undefined => {
    const isShown = isSubmitted || changed.has(name) || changed.has(start.dependent?.[name] ?? '');
    return isShown ? form.getFieldState(name as Path<Values>, form.formState).error?.message : undefined;
  };
  const set: DraftForm<Values>['set'] = (name, value) => {
    form.setValue(name as string as Path<Values>, value, { shouldDirty: true, shouldTouch: true });
    void form.trigger();
  };
  return {
    values,
    register,
    errorOf,
    set,
    field: (name) => ({
      registration: register(name),
      value: values[name],
      error: errorOf(name),
      set: (text) => set(name, text as Values[typeof name]),
    }),
    formRef,
    onSubmit: form.handleSubmit,
    ...draft,
  };
}
