import { SIGNS, type SignName } from '#lib/schemas/list-options.ts';
import { onPlainClick } from './helpers/link-click.ts';
import { useMarkedFirst } from './hooks/smooth-drawing.ts';
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
  const [marked, open] = useMarkedFirst(current, onChoose);
  return (
    <nav aria-label="Filter by rating">
      <ul className={styles.signs}>
        {CHOICES.map(([sign, label]) => (
          <li key={label}>
            <a
              className={styles.sign}
              href={hrefOf(sign)}
              aria-current={sign === marked ? 'true' : undefined}
              onClick={onPlainClick(() => open(sign))}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
