import type { UseFormReturn } from 'react-hook-form';
import { FLAIR_CATEGORIES } from '#lib/domain/flairs.ts';
import type { PostForm, PostFormValues } from '#lib/schemas/forms/post-form.ts';
import { FlairField } from './FlairField.tsx';
import styles from './PostEditor.module.css';

interface EditorFlairsProps {
  form: UseFormReturn<PostFormValues, unknown, PostForm>;
  busy: boolean;
}

/** The three flairs of a post. Each change checks the replay field too, which depends on them. */
export function EditorFlairs({ form, busy }: EditorFlairsProps) {
  const flairs = form.watch('flairs');
  return (
    <div className={styles.flairs}>
      <span className={styles.heading}>Flairs</span>
      {FLAIR_CATEGORIES.map((category) => (
        <FlairField
          key={category}
          category={category}
          value={flairs[category]}
          disabled={busy}
          onChange={(value) => {
            form.setValue(`flairs.${category}`, value, { shouldDirty: true, shouldTouch: true });
            void form.trigger('replay');
          }}
        />
      ))}
    </div>
  );
}
