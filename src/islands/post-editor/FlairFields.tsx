import { FLAIR_CATEGORIES, type Flair, type FlairCategory, type ParsedFlairs } from '#lib/domain/flairs.ts';
import styles from './FlairField.module.css';
import { FlairField } from './FlairField.tsx';

interface FlairFieldsProps {
  value: ParsedFlairs;
  disabled: boolean;
  onChange: (category: FlairCategory, flair: Flair) => void;
}

/** The three flairs of a post. */
export function FlairFields({ value, disabled, onChange }: FlairFieldsProps) {
  return (
    <div className={styles.flairs}>
      <span className={styles.heading}>Flairs</span>
      {FLAIR_CATEGORIES.map((category) => (
        <FlairField
          key={category}
          category={category}
          value={value[category]}
          disabled={disabled}
          onChange={(flair) => onChange(category, flair)}
        />
      ))}
    </div>
  );
}
