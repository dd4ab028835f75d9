import { useStore } from '@nanostores/react';
import { PencilLine } from 'lucide';
import { formatDay } from '#lib/domain/dates.ts';
import { FLAIR_CATEGORIES, FLAIR_NAMES } from '#lib/domain/flairs.ts';
import { totalKarma } from '#lib/domain/karma.ts';
import type { Sailor } from '#lib/domain/lineup.ts';
import { paths } from '#lib/paths.ts';
import type { FoundByName } from '#lib/schemas/calls/lineup.ts';
import {
  $divisions,
  $found,
  $hidesNames,
  $isOver,
  $lineup,
  $lookUpError,
  $ships,
  rate,
} from '#lib/stores/lineup/lineup.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { ClanTag } from '../ui/ClanTag.tsx';
import { Emblem, PlayerEmblem } from '../ui/Emblem.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Karma } from '../ui/Karma.tsx';
import { PlayerLink } from '../ui/PlayerLink.tsx';
import { Reputation } from '../ui/Reputation.tsx';
import { ShipLabel } from '../ui/ShipLabel.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './Lineup.module.css';

/** A plain pennant: a row with a name alone does not say why (Rule 30.3). */
const NEUTRAL_FLAG = 'LN';

/** Tiers as the game writes them. */
const TIERS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', '★'];

/** Total karma, ribbon, ratings, posts and the viewer's own post. */
function Numbers({ player }: { player: FoundByName }) {
  const { posts, ownPost, asOf } = player;
  return (
    <>
      <span className={styles.numbers}>
        <Reputation karma={totalKarma(player)} ribbon={player.ribbon} />
        {FLAIR_CATEGORIES.map((category, index) => (
          <span key={category} className={styles.rating} style={{ gridColumn: index + 3 }}>
            <span className="visually-hidden">{FLAIR_NAMES[category]} </span>
            <Karma value={player[category]} />
          </span>
        ))}
      </span>
      <span className={styles.posts}>
        <span>{posts === 1 ? '1 post' : `${posts} posts`}</span>
        {asOf && (
          <span>
            as of <Time value={asOf} format={formatDay} />
          </span>
        )}
        {ownPost && (
          <a href={paths.post(ownPost.id)}>
            You rated on <Time value={ownPost.createdAt} format={formatDay} />
          </a>
        )}
      </span>
    </>
  );
}

/** Clan, ship and division, and why there is no more. */
function Details({ sailor, isAsked }: { sailor: Sailor; isAsked: boolean }) {
  const { name, side, shipParamsId, hasAccount, isBot } = sailor;
  const found = useStore($found).get(name);
  const ship = useStore($ships)?.get(shipParamsId);
  const ownShip = useStore($lineup)?.ownShip;
  const division = useStore($divisions).get(name);
  const isWaiting = useStore($lookUpError) === null && isAsked;
  const clan = !useStore($hidesNames) && found && 'clan' in found && found.clan;
  return (
    <span className={styles.details}>
      {clan && <ClanTag tag={clan.tag} leagueColor={clan.leagueColor} />}
      <ShipLabel ship={shipParamsId} name={ship?.name ?? (side === 'self' ? ownShip : null)} />
      {ship?.tier && <span title={`Tier ${ship.tier}`}>{TIERS[ship.tier - 1]}</span>}
      {division && <span>division {division}</span>}
      {!found && hasAccount && isWaiting && <span aria-hidden="true">…</span>}
      {!found && !hasAccount && !isBot && <span>can’t be looked up</span>}
    </span>
  );
}

/**
 * A player of the battle, who has this number in the team: who they are, their ship and, unless they are an enemy in a running
 * battle, how they are rated.
 */
export function Row({ sailor, number }: { sailor: Sailor; number: number }) {
  const { name, side, isBot } = sailor;
  const isOver = useStore($isOver);
  const hidesNames = useStore($hidesNames);
  const found = useStore($found).get(name);
  const player = found && 'id' in found ? found : undefined;
  const known = hidesNames ? undefined : player;
  const shown = hidesNames ? `Player ${number}` : (player?.name ?? name);
  const isAsked = isOver || side !== 'enemy';
  const rated = isAsked && player;
  return (
    <li className={cx(styles.row, !rated && styles.bare)}>
      {known ? (
        <PlayerEmblem player={known} className={styles.emblem} />
      ) : (
        <Emblem flags={NEUTRAL_FLAG} className={cx('soft', styles.emblem)} />
      )}
      <span className={styles.name} title={shown}>
        {known ? (
          <PlayerLink player={{ id: known.id, username: shown }} />
        ) : (
          <bdi translate={hidesNames ? undefined : 'no'}>{shown}</bdi>
        )}{' '}
        {side === 'self' && <Badge>You</Badge>}
      </span>
      <Details sailor={sailor} isAsked={isAsked} />
      {rated && <Numbers player={rated} />}
      {isOver && side !== 'self' && !isBot && (
        <Button
          size="sm"
          icon={PencilLine}
          className={styles.rate}
          aria-label={`Rate ${shown}`}
          onClick={() => void rate(name)}
        >
          <span className={styles.word}>Rate</span>
        </Button>
      )}
    </li>
  );
}
