import { useStore } from '@nanostores/react';
import { PencilLine } from 'lucide';
import type { Lineup } from 'wows-replay/lineup';
import { formatDay } from '#lib/domain/dates.ts';
import { playerEmblem } from '#lib/domain/emblems.ts';
import { totalKarma } from '#lib/domain/karma.ts';
import { type LineupTeam, type Sailor, teamsOf } from '#lib/domain/lineup.ts';
import { paths } from '#lib/paths.ts';
import type { FoundByName } from '#lib/schemas/calls/lineup.ts';
import { remoteValue } from '#lib/stores/core/remote.ts';
import { $replay } from '#lib/stores/lineup/folder.ts';
import { $found } from '#lib/stores/lineup/lineup.ts';
import { openWriting } from '#lib/stores/posts/post-dialog.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { ClanTag } from '../ui/ClanTag.tsx';
import { Emblem, PlayerEmblem } from '../ui/Emblem.tsx';
import { Karma } from '../ui/Karma.tsx';
import { PlayerLink } from '../ui/PlayerLink.tsx';
import { Reputation } from '../ui/Reputation.tsx';
import { ShipLabel } from '../ui/ShipLabel.tsx';
import { Time } from '../ui/Time.tsx';
import styles from './Lineup.module.css';

/** Posts, ratings and the viewer's own post. */
function Numbers({ performance, teamplay, courtesy, posts, ownPost }: FoundByName) {
  const ratings = { Performance: performance, Teamplay: teamplay, Courtesy: courtesy };
  return (
    <>
      <span>{posts === 1 ? '1 post' : `${posts} posts`}</span>
      <span className={styles.ratings}>
        {Object.entries(ratings).map(([name, value]) => (
          <span key={name}>
            {name} <Karma value={value} />
          </span>
        ))}
      </span>
      {ownPost && (
        <a href={paths.post(ownPost.id)}>
          You rated on <Time value={ownPost.createdAt} format={formatDay} />
        </a>
      )}
    </>
  );
}

interface RowProps {
  sailor: Sailor;
  /** Name of the ship, where the file has it. */
  shipName: string | null;
  isOver: boolean;
}

/** A player of the battle: who they are, their ship and, unless they are an enemy in a running battle, how they are rated. */
function Row({ sailor: { name, side, shipParamsId, isBot, hasAccount }, shipName, isOver }: RowProps) {
  const replay = useStore($replay);
  const remote = useStore($found);
  const found = remoteValue(remote)?.find((one) => one.name === name);
  const player = found && 'id' in found ? found : undefined;
  const hasNumbers = player && (isOver || side !== 'enemy');
  return (
    <li className={styles.row}>
      {player ? (
        <PlayerEmblem player={player} className={styles.emblem} />
      ) : (
        <Emblem flags={playerEmblem(0, true)} className={styles.emblem} />
      )}
      <span className={styles.name}>
        {player?.clan && <ClanTag tag={player.clan.tag} leagueColor={player.clan.leagueColor} />}{' '}
        {player ? (
          <PlayerLink player={{ id: player.id, username: name }} />
        ) : (
          <bdi translate="no">{name}</bdi>
        )}{' '}
        {side === 'self' && <Badge>You</Badge>}
      </span>
      <span className={styles.reputation}>
        {hasNumbers && <Reputation karma={totalKarma(player)} ribbon={player.ribbon} />}
      </span>
      <span className={styles.details}>
        <ShipLabel ship={shipParamsId} name={shipName} className={styles.ship} />
        {hasNumbers && <Numbers {...player} />}
        {!hasAccount && !isBot && <span>can’t be looked up</span>}
        {hasAccount && remote.status === 'loading' && <span aria-hidden="true">…</span>}
      </span>
      {isOver && side !== 'self' && !isBot && (
        <Button
          size="sm"
          icon={PencilLine}
          className={styles.rate}
          aria-label={`Rate ${name}`}
          onClick={() => openWriting(replay, name)}
        >
          Rate
        </Button>
      )}
    </li>
  );
}

function Team({
  title,
  team,
  ...shown
}: {
  title: string;
  team: LineupTeam;
  isOver: boolean;
  ownShip: string | null;
}) {
  const { ownShip, isOver } = shown;
  const { players, bots } = team;
  const rows = (sailors: readonly Sailor[], label: string) => (
    <ul className={styles.rows} aria-label={label}>
      {sailors.map((sailor, index) => (
        <Row
          // Two bots can have one name.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a battle never change their order
          key={`${sailor.name} ${index}`}
          sailor={sailor}
          shipName={sailor.side === 'self' ? ownShip : null}
          isOver={isOver}
        />
      ))}
    </ul>
  );
  return (
    <section className="stack">
      <h3>{title}</h3>
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
export function LineupTeams({ battle, isOver }: { battle: Lineup; isOver: boolean }) {
  const { own, enemy } = teamsOf(battle);
  const shown = { isOver, ownShip: battle.ownShip };
  return (
    <div className={styles.teams}>
      <Team title="Your team" team={own} {...shown} />
      <Team title="Other team" team={enemy} {...shown} />
    </div>
  );
}
