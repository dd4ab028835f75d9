import { type ShipClass, shipOf, shipTitle } from 'wows-replay/ships';
import { cx } from './helpers/cx.ts';
import styles from './ShipLabel.module.css';

/** Each class from the side, bow right, in a box of 36 by 16. They differ in hull, height, turrets and funnels. */
const SILHOUETTES: Readonly<Record<ShipClass, string>> = {
  // A flight deck longer than the hull, with an island.
  carrier: 'M0 8H36L34 10.5H32L30 15H5L3 10.5H1ZM20 7.5V4H21.5V1H22.5V4H26V7.5Z',
  // A tall tower, a funnel, and three large turrets.
  battleship:
    'M0 10.5H28L36 9L32.5 15H3ZM16 10V3H17.5V0H18.5V3H20V6H22V10ZM11.5 10V5H14V10ZM27 10V9H33V8H27V7H23.5V10ZM9.5 10V7H6V8H1V9H6V10Z',
  // Two raked funnels, and small turrets.
  cruiser:
    'M0 11H27L36 9.5L33 15H2.5ZM20 10.5V5.5H21V2.5H22V5.5H24V10.5ZM14.5 10.5L15.5 5.5H18L17.5 10.5ZM9.5 10.5L10.5 5.5H13L12.5 10.5ZM25.5 10.5V8.5H28V9H31V9.5H28V10.5ZM8 10.5V8.5H5.5V9H2.5V9.5H5.5V10.5Z',
  // Low and short, with a raised bow.
  destroyer:
    'M4 12.5H22L23 11L33 9.5L30.5 15H5ZM19.5 12V8H20.5V5H21.3V8H23.5V10.5L22 12ZM13.5 12L14.3 9H16.8L16.5 12ZM8 12V10.8H11.5V12Z',
  // Round, with a sail and a periscope.
  submarine:
    'M1 12.5Q4 10.5 9 10.5H29Q34 10.5 35 12.5Q32 15 26 15H9Q4 15 1 12.5ZM15 10V6H17V2H18V6H21.5L22.5 10Z',
  // High sides, a bridge at the stern, and masts of cranes.
  auxiliary:
    'M2 8.5H14L15 10H29L30 8H35L32 15H4ZM4 8V4.5H6V2H8.5V4.5H12V8ZM18 9.5V3H19V9.5ZM25 9.5V3H26V9.5Z',
};

interface ShipLabelProps {
  /** The ship's number in the game (`shipParamsId`). */
  ship: number;
  name?: string | null | undefined;
  /** Leaves out the nation of a ship without a name. */
  short?: boolean | undefined;
  className?: string | undefined;
}

/** A ship: the silhouette of its class, and its name or else nation and class. */
export function ShipLabel({ ship: shipParamsId, name, short, className }: ShipLabelProps) {
  const ship = shipOf(shipParamsId);
  const kind = shipTitle(shipParamsId);
  return (
    <span className={cx(styles.label, className)} title={kind ?? undefined}>
      {ship && (
        <svg viewBox="0 0 36 16" aria-hidden="true">
          <path d={SILHOUETTES[ship.class]} />
        </svg>
      )}
      <span className={styles.text} dir="auto" translate={name ? 'no' : undefined}>
        {shipTitle(shipParamsId, name, short) ?? 'Unknown ship'}
        {name && ship && <span className="visually-hidden"> ({kind})</span>}
      </span>
    </span>
  );
}
