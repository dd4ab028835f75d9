import { countSigns } from '#lib/domain/ribbon.ts';
import { RIBBON_MAX_LENGTH, type Sign } from '#lib/schemas/player.ts';
import styles from './Ribbon.module.css';

/** Pixels: from stripe to stripe, and of the whole ribbon. */
const STEP = 3;
const HEIGHT = 16;
const WIDTH = RIBBON_MAX_LENGTH * STEP - 1;

/** The stripe of a sign as a part of a path: upwards, a short one in the middle, or downwards. */
const STRIPES: Readonly<Record<Sign, string>> = { 1: 'V1', 0: 'v2', [-1]: `V${HEIGHT - 1}` };

/** The newest is at the right end, however few there are. */
const pathOf = (signs: readonly Sign[], wanted: Sign): string =>
  signs
    .map((sign, index) =>
      sign === wanted
        ? `M${WIDTH - (signs.length - index) * STEP + 2} ${HEIGHT / 2 - 1}${STRIPES[sign]}`
        : '',
    )
    .join('');

/** How the latest posts rate a player, in a few millimetres. Its line has room for as many posts as there can be. */
export function Ribbon({ signs }: { signs: readonly Sign[] }) {
  return (
    <svg
      className={styles.ribbon}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={`Recent posts: ${countSigns(signs)}`}
    >
      <path className={styles.positive} d={pathOf(signs, 1)} />
      <path className={styles.neutral} d={pathOf(signs, 0)} />
      <path className={styles.negative} d={pathOf(signs, -1)} />
    </svg>
  );
}
