import { useStore } from '@nanostores/react';
import { PencilLine } from 'lucide';
import type { Lineup } from 'wows-replay/lineup';
import { formatDay } from '#lib/domain/dates.ts';
import { FLAIR_CATEGORIES, FLAIR_NAMES } from '#lib/domain/flairs.ts';
import { totalKarma } from '#lib/domain/karma.ts';
import { type LineupTeam, type Sailor, teamsOf } from '#lib/domain/lineup.ts';
import { paths } from '#lib/paths.ts';
import type { FoundByName } from '#lib/schemas/calls/lineup.ts';
import { $found, $lookUpError, rate } from '#lib/stores/lineup/lineup.ts';
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

interface Shown {
  isOver: boolean;
  /** Name of the user's ship, where the file has it. */
  ownShip: string | null;
  /** Names are replaced, for pictures of the screen. */
  hidesNames: boolean;
}

/** Total karma, ribbon, ratings, posts and the viewer's own post. */
function Numbers({ player }: { player: FoundByName }) {
  const { posts, ownPost } = player;
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
    <PlayerLink player={{ id: player.id, username: name }} />
  ) : (
    <bdi translate="no" title={name}>
      {name}
    </bdi>
  );
}

/** A player of the battle: who they are, their ship and, unless they are an enemy in a running battle, how they are rated. */
function Row({ sailor, number, isOver, ownShip, hidesNames }: Shown & { sailor: Sailor; number: number }) {
  const { name, side, shipParamsId, isBot, hasAccount } = sailor;
  const found = useStore($found).get(name);
  const failed = useStore($lookUpError) !== null;
  const player = found && 'id' in found ? found : undefined;
  const known = hidesNames ? undefined : player;
  const isAsked = hasAccount && (isOver || side !== 'enemy');
  const shown = hidesNames ? `Player ${number}` : undefined;
  return (
    <li className={styles.row}>
      {known ? (
        <PlayerEmblem player={known} className={styles.emblem} />
      ) : (
        <Emblem flags={NEUTRAL_FLAG} className={cx('soft', styles.emblem)} />
      )}
      <span className={styles.name}>
        <Name name={name} player={player} shown={shown} /> {side === 'self' && <Badge>You</Badge>}
      </span>
      <span className={styles.details}>
        {known?.clan && <ClanTag tag={known.clan.tag} leagueColor={known.clan.leagueColor} />}
        <ShipLabel ship={shipParamsId} name={side === 'self' ? ownShip : null} />
        {!hasAccount && !isBot && <span>can’t be looked up</span>}
        {isAsked && found === undefined && !failed && <span aria-hidden="true">…</span>}
      </span>
      {player && isAsked && <Numbers player={player} />}
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

function Team({ title, team, ...shown }: Shown & { title: string; team: LineupTeam }) {
  const { players, bots } = team;
  const rows = (sailors: readonly Sailor[], label: string) => (
    <ul className={styles.rows} aria-label={label}>
      {sailors.map((sailor, index) => (
        // Two bots can have one name.
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a battle never change their order
        <Row key={`${sailor.name} ${index}`} sailor={sailor} number={index + 1} {...shown} />
      ))}
    </ul>
  );
  return (
    <section className={styles.team}>
      <div className={styles.top}>
        <h3>{title}</h3>
        <span className={cx('soft', styles.numbers)} aria-hidden="true">
          <span className={styles.karma}>Karma</span>
          {FLAIR_CATEGORIES.map((category, index) => (
            <span
              key={category}
              className={styles.rating}
              style={{ gridColumn: index + 3 }}
              title={FLAIR_NAMES[category]}
            >
              {FLAIR_NAMES[category].slice(0, 4)}
            </span>
          ))}
        </span>
      </div>
      {players.length > 0 && rows(players, title)}
      {bots.length > 0 && (
        <details>
          <summary>{bots.length === 1 ? '1 bot' : `${bots.length} bots`}</summary>
          {rows(bots, `Bots, ${title.toLowerCase()}`)}
        </details>
      )}
    </section>
  );
}

/** Both teams, as the game lists them. */
export function LineupTeams({ battle, ...rest }: Omit<Shown, 'ownShip'> & { battle: Lineup }) {
  const { own, enemy } = teamsOf(battle);
  const shown = { ...rest, ownShip: battle.ownShip };
  return (
    <div className={styles.teams} data-over={rest.isOver || undefined}>
      <Team title="Your team" team={own} {...shown} />
      <Team title="Other team" team={enemy} {...shown} />
    </div>
  );
}
