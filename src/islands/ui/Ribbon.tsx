import { countSigns } from '#lib/domain/ribbon.ts';
import { RIBBON_MAX_LENGTH, type Sign } from '#lib/schemas/player.ts';
import styles from './Ribbon.module.css';

const STEP = 3;
const WIDTH = RIBBON_MAX_LENGTH * STEP - 1;
const HEIGHT = 20;
const MIDDLE = HEIGHT / 2;

/** The stripes of one sign as a path; the newest post is at the right edge. */
function stripes(signs: readonly Sign[], wanted: Sign): string {
  const first = RIBBON_MAX_LENGTH - signs.length;
  return signs
    .map((sign, index) =>
      sign === wanted ? `M${(first + index) * STEP + 1} ${MIDDLE - wanted}v${-8 * wanted || 2}` : '',
    )
    .join('');
}

/** How the latest posts rate a player, in a few millimetres: up, level or down. */
export function Ribbon({ signs }: { signs: readonly Sign[] }) {
  return (
    <svg
      className={styles.small}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Recent posts: ${countSigns(signs)}`}
    >
      <path className={styles.positive} d={stripes(signs, 1)} />
      <path className={styles.neutral} d={stripes(signs, 0)} />
      <path className={styles.negative} d={stripes(signs, -1)} />
    </svg>
  );
}
