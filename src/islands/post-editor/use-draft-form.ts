import { zodResolver } from '@hookform/resolvers/zod';
import { useStore } from '@nanostores/react';
import { atom, type ReadableAtom } from 'nanostores';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type FieldValues, type UseFormRegisterReturn, type UseFormReturn, useForm } from 'react-hook-form';
import { formMessage } from '#lib/schemas/forms/messages.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { isBusy, type TaskState } from '#lib/stores/core/task.ts';
import { takeEarlyText } from '#lib/stores/posts/post-dialog.ts';
import type { Draft } from '#lib/stores/session/draft.ts';

interface DraftFormOptions<Values, Output> {
  schema: { _zod: { input: Values; output: Output } };
  /** The fields before anything was typed. */
  original: Values;
  /** The field that gets the focus first; null leaves the focus where it is. */
  first: (keyof Values & string) | null;
  draft: Draft<NoInfer<Values>>;
  /** Sends the fields once they are valid. */
  send: (fields: Output) => unknown;
  /** How far sending is. */
  $sending?: ReadableAtom<TaskState>;
  /** Stops sending, or closes the form, whose draft is kept. */
  onLeave?: () => void;
  /** A field that is checked together with another one: `{ flairs: 'replay' }`. */
  dependent?: Readonly<Record<string, string>>;
}

/** A text field as `TextField` draws it. */
export interface TextFieldState {
  registration: UseFormRegisterReturn;
  value: string;
  /** The sentence under the field. */
  error: string | undefined;
  /** The form is being sent. */
  readOnly: boolean;
  set: (text: string) => void;
}

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string;

/** A form with its draft. */
export type DraftForm<Values extends FieldValues> = ReturnType<typeof useDraftForm<Values, FieldValues>>;

/** The part of the form that its shell uses. */
export type FormState = Pick<
  DraftForm<FieldValues>,
  'formRef' | 'onSubmit' | 'onLeave' | 'sending' | 'busy' | 'restored' | 'missingFile' | 'discard'
>;

const NOT_SENT = atom<TaskState>({ state: 'idle' });

/** Radios and files are drawn from a value and not registered: the control marked with the field's name gets the focus. */
function focusField(form: HTMLFormElement | null, name: string | null): void {
  const choice = form?.querySelector<HTMLElement>(`[data-field="${name}"] :is(:checked, [type="file"])`);
  const field = choice ?? form?.querySelector<HTMLElement>(`[name="${name}"]`);
  // On small screens the dialog's title stays in view.
  field?.focus({ preventScroll: field === choice });
  // A long text is read from its beginning.
  if (field instanceof HTMLTextAreaElement && field.scrollHeight > field.clientHeight)
    field.setSelectionRange(0, 0);
}

/** Adds what was typed while the form was loading to its first field, if it is a long text. The caret moves to the end. */
function addEarlyText({ getValues, setValue }: UseFormReturn<FieldValues>, first: string | null): void {
  const text = takeEarlyText();
  if (text && first && document.activeElement instanceof HTMLTextAreaElement)
    setValue(first, getValues(first) + text, { shouldValidate: true });
}

/** For the form element: each submit moves the focus to its first field with an error. */
function useFirstError(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each submit
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [submitCount]);
  return form;
}

/** Sets up a form, restores its draft, keeps what the user types as the draft (Rule 9.14), and sends it. */
export function useDraftForm<Values extends FieldValues, Output extends FieldValues>(
  options: DraftFormOptions<Values, Output>,
) {
  const [{ original, first, draft, dependent, saved }] = useState(() => ({
    ...options,
    saved: options.draft.read(),
  }));
  const [restored, setRestored] = useState(saved !== null);
  const { send, $sending = NOT_SENT, onLeave = () => {} } = options;
  const sending = useStore($sending);
  // Errors appear at fields that were changed; at every field once the form was submitted (Rule 9.7).
  const form = useForm<FieldValues, unknown, FieldValues>({
    resolver: zodResolver<FieldValues, unknown, FieldValues>(options.schema, { error: formMessage }),
    mode: 'onChange',
    shouldFocusError: false,
    defaultValues: { ...original, ...saved },
  });
  const { errors, submitCount } = form.formState;
  const formRef = useFirstError(submitCount);
  const values = form.watch() as Values;
  const [check] = useState(
    () => (names: string[]) => form.trigger(names.flatMap((name) => [name, dependent?.[name] ?? name])),
  );
  useEffect(() => {
    const isChanged = ([name, value]: [string, unknown]) =>
      JSON.stringify(value) !== JSON.stringify(original[name]);
    const changed = Object.entries(saved ?? {}).filter(isChanged);
    void check(changed.map(([name]) => name));
    focusField(formRef.current, first);
    return form.subscribe({
      formState: { values: true },
      callback: (state) => draft.keep(state.values as Values, original),
    });
  }, [form, formRef, check, original, first, draft, saved]);
  useEffect(() => addEarlyText(form, first), [form, first]);
  const register = (name: keyof Values & string) => form.register(name);
  const errorOf = (name: keyof Values & string) => errors[name]?.message as string | undefined;
  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]): void => {
    form.setValue(name as string, value);
    void check([name]);
  };
  return {
    values,
    register,
    errorOf,
    set,
    field: (name: TextName<Values>): TextFieldState => ({
      registration: register(name),
      value: values[name],
      error: errorOf(name),
      readOnly: isBusy(sending),
      set: (text) => set(name, text as Values[typeof name]),
    }),
    formRef,
    onSubmit: form.handleSubmit((fields) => send(fields as Output)),
    onLeave,
    sending,
    busy: isBusy(sending),
    /** Whether the form started from a draft. */
    restored,
    /** The name of the draft's file, if it has to be chosen again. */
    missingFile: draft.missingFile?.() ?? null,
    /** Removes the draft and restores the original values. */
    discard: (): void => {
      draft.discard();
      showStatus('Draft discarded');
      focusField(formRef.current, first);
      form.reset(original);
      setRestored(false);
    },
  };
}
