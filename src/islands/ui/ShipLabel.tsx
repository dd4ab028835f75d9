import { type ShipClass, shipOf, shipTitle } from '#lib/domain/ships.ts';
import { cx } from './helpers/cx.ts';
import styles from './ShipLabel.module.css';

/** Half of the length and of the beam, where gaps cross the hull (shares of half the length), and whether the bow is blunt. */
interface Hull {
  length: number;
  beam: number;
  gaps: readonly number[];
  blunt?: true;
}

/** As in the battle player, but for details that are too fine for the size of text. */
const HULLS: Readonly<Record<ShipClass, Hull>> = {
  carrier: { length: 11, beam: 5, gaps: [0], blunt: true },
  battleship: { length: 11.5, beam: 5.5, gaps: [0, 0.4] },
  cruiser: { length: 11, beam: 4.5, gaps: [0.1] },
  destroyer: { length: 10, beam: 3.5, gaps: [] },
  submarine: { length: 9, beam: 2.6, gaps: [-0.05, 0.35] },
  auxiliary: { length: 7, beam: 4, gaps: [], blunt: true },
};

const GAP = 1.8;

/** A hull with its bow up; the gaps are holes. */
function pathOf({ length, beam, gaps, blunt }: Hull): string {
  const bow = blunt
    ? `M${-beam * 0.7} ${-length}H${beam * 0.7}L${beam} ${-length * 0.6}V0`
    : `M0 ${-length}Q${beam} ${-length / 2} ${beam} 0`;
  const stern = `V${length * 0.75}L${beam * 0.6} ${length}H${-beam * 0.6}L${-beam} ${length * 0.75}`;
  const port = blunt ? `V${-length * 0.6}Z` : `V0Q${-beam} ${-length / 2} 0 ${-length}Z`;
  const holes = gaps.map((gap) => `M${-beam} ${gap * length}H${beam}v${GAP}H${-beam}Z`);
  return bow + stern + port + holes.join('');
}

interface ShipLabelProps {
  /** The ship's number in the game (`shipParamsId`). */
  ship: number;
  name?: string | null | undefined;
  /** Leaves out the nation of a ship without a name. */
  short?: boolean | undefined;
  className?: string | undefined;
}

/** A ship: the icon of its class, and its name or else nation and class. */
export function ShipLabel({ ship: shipParamsId, name, short, className }: ShipLabelProps) {
  const ship = shipOf(shipParamsId);
  const kind = shipTitle(shipParamsId);
  return (
    <span className={cx(styles.label, className)} title={kind ?? undefined}>
      {ship && (
        <svg viewBox="-7 -12 14 24" aria-hidden="true">
          <path fillRule="evenodd" d={pathOf(HULLS[ship.class])} />
        </svg>
      )}
      <span className={styles.text} dir="auto">
        {shipTitle(shipParamsId, name, short) ?? 'Unknown ship'}
        {name && ship && <span className="visually-hidden"> ({kind})</span>}
      </span>
    </span>
  );
}
