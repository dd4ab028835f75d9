import { type ReactNode, useState } from 'react';
import { isVisible } from '#lib/schemas/visible-text.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Markdown } from '../ui/Markdown.tsx';
import styles from './TextField.module.css';
import type { TextFieldState } from './use-draft-form.ts';

export interface TextFieldProps {
  label: string;
  field: TextFieldState;
  max: number;
  min?: number | undefined;
  required?: boolean | undefined;
  hint?: ReactNode;
  /** Lines of a longer text; without it the field is a single line. */
  rows?: number | undefined;
}

interface CoverProps {
  /** Shown in place of the text. */
  cover?: ReactNode;
  onFocus?: () => void;
}

/** A text with a counter. It counts what will be sent: the text without surrounding white space. */
export function TextField({ field, max, min, rows, cover, onFocus, ...rest }: TextFieldProps & CoverProps) {
  const { value, error, readOnly, registration } = field;
  const shared = { ...registration, readOnly, onFocus, dir: 'auto' } as const;
  return (
    <Field {...rest} error={error} count={{ length: value.trim().length, max, min }}>
      {(control) =>
        rows === undefined ? (
          <input {...control} {...shared} autoComplete="off" />
        ) : (
          <>
            <textarea
              {...control}
              {...shared}
              rows={rows}
              // It can be focused even while covered: an error on sending moves the focus here.
              className={cover ? 'visually-hidden' : control.className}
              // Hidden words have no background.
              style={{ clipPath: cover ? 'inset(50%)' : undefined }}
              tabIndex={cover ? -1 : undefined}
            />
            {cover}
          </>
        )
      }
    </Field>
  );
}

/** A long text in markdown, with a preview of how it will look. */
export function MarkdownField(props: TextFieldProps) {
  const [preview, setPreview] = useState(false);
  const { value } = props.field;
  return (
    <div className={styles.markdown}>
      <TextField
        {...props}
        rows={8}
        hint="Markdown works: **bold**, _italic_, lists, quotes and links."
        onFocus={() => setPreview(false)}
        cover={
          preview && (
            <section aria-label="Preview" className={styles.preview} tabIndex={-1}>
              {isVisible(value) ? <Markdown source={value} /> : <p>Nothing to preview yet.</p>}
            </section>
          )
        }
      />
      <Button size="sm" variant="ghost" className={styles.toggle} onClick={() => setPreview(!preview)}>
        {preview ? 'Write' : 'Preview'}
      </Button>
    </div>
  );
}
