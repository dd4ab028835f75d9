import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { walkWithArrows } from '../ui/arrow-keys.ts';
import { Field } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { useControl } from '../ui/hooks/use-control.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import styles from './SearchScreen.module.css';

interface SearchFieldProps {
  label: string;
  hint?: string | undefined;
  placeholder?: string | undefined;
  maxLength: number;
  text: string;
  /** Why the text cannot be searched. */
  error?: string | undefined;
  onText: (text: string) => void;
}

/** The field of a search. */
function SearchField({ label, hint, error, text, onText, ...rest }: SearchFieldProps) {
  const input = useControl<HTMLInputElement>({ value: text }, ({ value }) => onText(value));
  return (
    <Field label={label} error={error} hint={hint}>
      {({ className, ...control }) => (
        <div className={styles.box}>
          <Search aria-hidden="true" className={styles.icon} />
          <input
            {...control}
            {...rest}
            {...input}
            className={cx(className, styles.input)}
            type="search"
            name="search"
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
          />
        </div>
      )}
    </Field>
  );
}

/** A search screen: title, field, and the results as children; the arrow keys walk from the field to the results. */
export function SearchScreen({
  title,
  onSubmit,
  children,
  ...field
}: { title: string; onSubmit: () => void; children: ReactNode } & SearchFieldProps) {
  return (
    <>
      <PageHeader title={title} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut beside Tab */}
      <div className={styles.screen} onKeyDown={walkWithArrows}>
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit();
            }}
          >
            <SearchField {...field} />
          </form>
        </search>
        {children}
      </div>
    </>
  );
}
