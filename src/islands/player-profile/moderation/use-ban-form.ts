import { zodResolver } from '@hookform/resolvers/zod';
import { type RefObject, useEffect, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { type BanForm, BanFormSchema } from '#lib/schemas/forms/ban-form.ts';
import { formMessage } from '#lib/schemas/forms/messages.ts';
import { showStatus } from '#lib/stores/core/status.ts';
import { discardBanDraft, EMPTY_BAN, keepBanDraft, readBanDraft } from '#lib/stores/profile/ban-draft.ts';
import { useFirstError } from '../../ui/hooks/use-first-error.ts';

/** The form of a ban: its fields, what to say under each, and its draft. */
export interface BanFormState {
  form: UseFormReturn<BanForm>;
  /** For the form element, in whose order errors are looked for. */
  formRef: RefObject<HTMLFormElement | null>;
  /** The sentence under a field: from the moment it was changed, and under every field once sent (Rule 9.7). */
  errorOf: (field: 'customDays' | 'reason') => string | undefined;
  /** A draft from before is shown. */
  restored: boolean;
  /** Forgets what was typed. */
  discard: () => void;
}

/** Sets up the form, brings back the draft that is kept on the device and keeps it up to date. */
export function useBanForm(playerId: number): BanFormState {
  const [draft] = useState(() => readBanDraft(playerId));
  const [restored, setRestored] = useState(draft !== null);
  const form = useForm<BanForm>({
    resolver: zodResolver(BanFormSchema, { error: formMessage }),
    mode: 'onChange',
    shouldFocusError: false,
    defaultValues: EMPTY_BAN,
  });
  useEffect(() => {
    if (draft !== null) {
      form.reset(draft, { keepDefaultValues: true });
      void form.trigger();
    }
    form.setFocus('reason');
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepBanDraft(playerId, values),
    });
  }, [form, playerId, draft]);
  const { isSubmitted, submitCount, dirtyFields } = form.formState;
  const formRef = useFirstError(submitCount);
  return {
    form,
    formRef,
    restored,
    errorOf: (field) => {
      const { error } = form.getFieldState(field, form.formState);
      return isSubmitted || dirtyFields[field] ? error?.message : undefined;
    },
    discard: () => {
      discardBanDraft(playerId);
      showStatus('Draft discarded');
      form.setFocus('reason');
      form.reset(EMPTY_BAN);
      setRestored(false);
    },
  };
}
