import { type ReactNode, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { isVisible } from '#lib/schemas/visible-text.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Markdown } from '../ui/Markdown.tsx';
import styles from './TextField.module.css';

/** A text field's part of a form. */
export interface TextFieldState {
  registration: UseFormRegisterReturn;
  /** What is typed now: counted as it will be sent, without white space around it. */
  value: string;
  error: string | undefined;
}

interface TextFieldProps extends TextFieldState {
  label: string;
  max: number;
  required?: boolean | undefined;
  readOnly?: boolean | undefined;
  hint?: ReactNode;
}

/** A line of text with a counter. */
export function TextField({
  label,
  registration,
  value,
  max,
  error,
  required,
  readOnly,
  hint,
}: TextFieldProps) {
  return (
    <Field
      label={label}
      required={required}
      error={error}
      hint={hint}
      count={{ length: value.trim().length, max }}
    >
      {(control) => (
        <input {...control} {...registration} readOnly={readOnly} dir="auto" autoComplete="off" />
      )}
    </Field>
  );
}

/** A long text in markdown with a counter and a preview of how it will look. */
export function MarkdownField({
  label,
  registration,
  value,
  max,
  error,
  required,
  readOnly,
}: TextFieldProps) {
  const [preview, setPreview] = useState(false);
  return (
    <div className={styles.markdown}>
      <Field
        label={label}
        required={required}
        error={error}
        hint="Markdown works: **bold**, _italic_, lists, quotes and links."
        count={{ length: value.trim().length, max }}
      >
        {(control) => (
          <>
            <textarea
              {...control}
              {...registration}
              readOnly={readOnly}
              dir="auto"
              rows={8}
              // Only out of sight: what moves the focus here, such as an error when sending, leaves the preview.
              className={preview ? 'visually-hidden' : control.className}
              tabIndex={preview ? -1 : undefined}
              onFocus={() => setPreview(false)}
            />
            {preview && (
              <section aria-label="Preview" className={styles.preview} tabIndex={-1}>
                {isVisible(value) ? <Markdown source={value} /> : <p>Nothing to preview yet.</p>}
              </section>
            )}
          </>
        )}
      </Field>
      <Button
        size="sm"
        variant="ghost"
        className={styles.toggle}
        aria-pressed={preview}
        onClick={() => setPreview(!preview)}
      >
        {preview ? 'Write' : 'Preview'}
      </Button>
    </div>
  );
}
