import { ArrowRight, Map as MapIcon } from 'lucide';
import { mapName } from '#lib/domain/battle-names.ts';
import type { Battle } from '#lib/schemas/replay.ts';
import { Icon } from '../Icon.tsx';
import { ShipLabel } from '../ShipLabel.tsx';
import styles from './BattleLine.module.css';

function Ship({ shipParamsId, shipName }: NonNullable<Battle['author']>) {
  return <ShipLabel short ship={shipParamsId} name={shipName} className={shipName ? '' : styles.kind} />;
}

/** The battle of a post in one line: its map, the ships of author and player, and whether they were checked (Rule 25.55). */
export function BattleLine({
  battle: { map, author, player },
  isUnchecked,
}: {
  battle: Battle;
  isUnchecked: boolean;
}) {
  return (
    <>
      <Icon node={MapIcon} />
      <span className="visually-hidden">Battle: </span>
      <span className={styles.map} translate="no">
        {map === null ? 'Unknown map' : mapName(map)}
      </span>
      {author && <Ship {...author} />}
      {author && player && <Icon node={ArrowRight} />}
      {player && (
        <>
          <span className="visually-hidden"> about </span>
          <Ship {...player} />
        </>
      )}
      {isUnchecked && <span className={styles.unchecked}>not checked</span>}
    </>
  );
}
