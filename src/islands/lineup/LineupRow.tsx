import { useStore } from '@nanostores/react';
import { PencilLine } from 'lucide';
import type { ReactNode } from 'react';
import { formatDay } from '#lib/domain/dates.ts';
import { FLAIR_CATEGORIES, FLAIR_NAMES } from '#lib/domain/flairs.ts';
import { totalKarma } from '#lib/domain/karma.ts';
import type { Sailor } from '#lib/domain/lineup.ts';
import { paths } from '#lib/paths.ts';
import type { FoundByName } from '#lib/schemas/calls/lineup.ts';
import { $found, $lookUpError, $ships, rate } from '#lib/stores/lineup/lineup.ts';
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

/** How all rows are shown. */
export interface Shown {
  isOver: boolean;
  /** Name of the user's ship, where the file has it. */
  ownShip: string | null;
  /** Names are replaced, for pictures of the screen. */
  hidesNames: boolean;
}

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

/** Name of a player, with a link to the profile of one who was found; `shown` replaces it in pictures. */
function Name({
  name,
  player,
  shown,
}: {
  name: string;
  player: FoundByName | undefined;
  shown?: string | undefined;
}) {
  if (shown !== undefined) return shown;
  return player ? (
    <PlayerLink player={{ id: player.id, username: player.name }} />
  ) : (
    <bdi translate="no">{name}</bdi>
  );
}

interface RowProps extends Shown {
  sailor: Sailor;
  /** Place in the team. */
  number: number;
  division: number | undefined;
}

/** Clan, ship and division, and why there is no more. */
function Details({
  sailor,
  player,
  ...rest
}: Pick<RowProps, 'sailor' | 'division' | 'ownShip'> & { player: FoundByName | undefined; why: ReactNode }) {
  const { side, shipParamsId } = sailor;
  const { name, tier } = useStore($ships)?.get(shipParamsId) ?? {};
  return (
    <span className={styles.details}>
      {player?.clan && <ClanTag tag={player.clan.tag} leagueColor={player.clan.leagueColor} />}
      <ShipLabel ship={shipParamsId} name={name ?? (side === 'self' ? rest.ownShip : null)} />
      {tier && <span title={`Tier ${tier}`}>{TIERS[tier - 1]}</span>}
      {rest.division && <span>division {rest.division}</span>}
      {rest.why}
    </span>
  );
}

/** Why nothing is known of a player. */
function Missing({ sailor, isWaiting }: Pick<RowProps, 'sailor'> & { isWaiting: boolean }) {
  if (sailor.hasAccount) return isWaiting && <span aria-hidden="true">…</span>;
  return !sailor.isBot && <span>can’t be looked up</span>;
}

/** A player of the battle: who they are, their ship and, unless they are an enemy in a running battle, how they are rated. */
export function Row({ number, isOver, hidesNames, ...row }: RowProps) {
  const { name, side, isBot } = row.sailor;
  const found = useStore($found).get(name);
  const failed = useStore($lookUpError) !== null;
  const player = found && 'id' in found ? found : undefined;
  const known = hidesNames ? undefined : player;
  const shown = hidesNames ? `Player ${number}` : undefined;
  const isAsked = isOver || side !== 'enemy';
  const rated = isAsked ? player : undefined;
  return (
    <li className={cx(styles.row, !rated && styles.bare)}>
      {known ? (
        <PlayerEmblem player={known} className={styles.emblem} />
      ) : (
        <Emblem flags={NEUTRAL_FLAG} className={cx('soft', styles.emblem)} />
      )}
      <span className={styles.name} title={shown ?? player?.name ?? name}>
        <Name name={name} player={player} shown={shown} /> {side === 'self' && <Badge>You</Badge>}
      </span>
      <Details
        {...row}
        player={known}
        why={found === undefined && <Missing sailor={row.sailor} isWaiting={isAsked && !failed} />}
      />
      {rated && <Numbers player={rated} />}
      {isOver && side !== 'self' && !isBot && (
        <Button
          size="sm"
          icon={PencilLine}
          className={styles.rate}
          aria-label={`Rate ${shown ?? name}`}
          onClick={() => void rate(name)}
        >
          <span className={styles.word}>Rate</span>
        </Button>
      )}
    </li>
  );
}
