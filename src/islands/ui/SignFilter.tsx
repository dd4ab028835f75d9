import { SIGNS, type SignName } from '#lib/schemas/list-options.ts';
import { onPlainClick } from './helpers/link-click.ts';
import styles from './SignFilter.module.css';

const CHOICES: readonly [sign: SignName | undefined, label: string][] = [
  [undefined, 'All'],
  ...SIGNS.map((sign): [SignName, string] => [sign, `${sign[0]?.toUpperCase()}${sign.slice(1)}`]),
];

interface SignFilterProps {
  current: SignName | undefined;
  hrefOf: (sign: SignName | undefined) => string;
  onChoose: (sign: SignName | undefined) => void;
}

/** Links to the posts that rate their player positive, neutral or negative on the whole, and to all. */
export function SignFilter({ current, hrefOf, onChoose }: SignFilterProps) {
  return (
    <nav aria-label="Filter by rating">
      <ul className={styles.signs}>
        {CHOICES.map(([sign, label]) => (
          <li key={label}>
            <a
              className={styles.sign}
              href={hrefOf(sign)}
              aria-current={sign === current ? 'true' : undefined}
              onClick={onPlainClick(() => onChoose(sign))}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
