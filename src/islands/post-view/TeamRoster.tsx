import { useStore } from '@nanostores/react';
import { shipTitle } from 'wows-replay/ships';
import { evidenceOf, sentenceOfEvidence } from '#lib/domain/evidence.ts';
import { type RosterEntry, ratablePlayers, rosterOf, type Team } from '#lib/domain/roster.ts';
import { paths } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import { REMOVED_PLAYER, type ReplayFacts, type ReplayPlayer } from '#lib/schemas/replay.ts';
import { earlierPost } from '#lib/stores/posts/earlier-post.ts';
import { openNewPost } from '#lib/stores/posts/post-dialog.ts';
import { $viewer } from '#lib/stores/session/session.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { InlineEmblem } from '../ui/Emblem.tsx';
import { EvidenceSentence } from '../ui/EvidenceSentence.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { ShipLabel } from '../ui/ShipLabel.tsx';
import table from '../ui/Table.module.css';
import { Moment } from './Moment.tsx';
import styles from './ReplaySection.module.css';

/** Marks the post's author and the player it is about. */
export function PartBadge({ part }: { part: RosterEntry['part'] }) {
  if (part === null) return null;
  return part === 'author' ? <Badge tone="accent">Author</Badge> : <Badge>Player</Badge>;
}

type Identity = Pick<ReplayPlayer, 'accountId' | 'name'> & { clanTag?: string };

interface NameProps {
  player: Identity;
  /** Whether the player shares the emblem of all who are hidden; known of author and subject. */
  hidden?: boolean | undefined;
}

function Name({ player: { accountId, name, clanTag }, hidden }: NameProps) {
  return (
    <span className={styles.name} dir="auto" translate="no">
      {(accountId > 0 || name === REMOVED_PLAYER) && <InlineEmblem player={{ id: accountId, hidden }} />}
      {clanTag && <span className={styles.clan}>[{clanTag}] </span>}
      {accountId > 0 ? <a href={paths.player({ id: accountId, username: name })}>{name}</a> : name}
    </span>
  );
}

interface BattleProps {
  post: Post;
  players: readonly ReplayPlayer[];
  facts: ReplayFacts | null;
}

/** Opens the editor for a post about a player of the viewer's battle. */
function Rate({ accountId: id, name: username }: ReplayPlayer) {
  return (
    <Button size="sm" className={styles.rate} onClick={() => openNewPost({ id, username })}>
      Rate<span className="visually-hidden" translate="no">{` ${username}`}</span>
    </Button>
  );
}

/** When a ship was sunk, and by whom. */
function Sunk({ player: { sunk }, players, facts }: Omit<BattleProps, 'post'> & { player: ReplayPlayer }) {
  if (!sunk) return null;
  const by = sunk.by === 0 ? undefined : players.find(({ shipId }) => shipId === sunk.by);
  return (
    <span className={cx('soft', styles.sunk)}>
      Sunk
      {by && (
        <>
          {' '}
          by <bdi translate="no">{by.name}</bdi>
        </>
      )}{' '}
      at <Moment time={sunk.time} facts={facts} />
    </span>
  );
}

interface TeamTableProps extends BattleProps {
  team: Team;
  ratable: ReadonlySet<number>;
}

function TeamTable({ team, ratable, ...battle }: TeamTableProps) {
  const viewer = useStore($viewer);
  const { winner } = battle.facts?.result ?? {};
  const hasShips = team.entries.some(({ player }) => shipTitle(player.shipParamsId, player.shipName));
  return (
    <div className={table.scroll}>
      <table className={cx(table.table, styles.team)}>
        <caption className="visually-hidden">{team.title}</caption>
        <thead>
          <tr>
            <th scope="col">
              {team.title} · {team.entries.length}
              {winner === team.teamId && ' · won'}
            </th>
            {hasShips && <th scope="col">Ship</th>}
          </tr>
        </thead>
        <tbody>
          {team.entries.map(({ player, part }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bots share ids and names, and rows never move
            <tr key={index} className={part ? styles[part] : undefined}>
              <td>
                {ratable.has(player.accountId) && <Rate {...player} />}
                <Name player={player} hidden={part ? battle.post[part].hidden : undefined} />{' '}
                {player.accountId === viewer?.id && <Badge>You</Badge>} <PartBadge part={part} />
                {player.division != null && (
                  <>
                    {' '}
                    <Badge>Division {player.division}</Badge>
                  </>
                )}
                <Sunk player={player} players={battle.players} facts={battle.facts} />
              </td>
              {hasShips && (
                <td>
                  <ShipLabel ship={player.shipParamsId} name={player.shipName} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NO_ONE: ReadonlySet<number> = new Set();

/** The teams, with author and player first and marked (Rule 25.56), and what the replay shows unless the page's top has it. */
export function TeamRoster({ players, facts, post }: BattleProps) {
  const names = { author: post.author.username, player: post.player.username };
  const observers = facts?.observers ?? [];
  const viewer = useStore($viewer);
  const others = ratablePlayers(players, facts, post, (!viewer?.postsBanned && viewer?.id) || 0);
  const earlier = useStore(earlierPost(others.size > 0 ? facts : null));
  const ratable = earlier === null ? others : NO_ONE;
  if (players.length === 0) return <p className="soft">This replay lists no players.</p>;
  return (
    <>
      {!facts && !post.battle && (
        <EvidenceSentence evidence={sentenceOfEvidence(evidenceOf({ players, facts }, post), names)} />
      )}
      <div className={styles.teams}>
        {rosterOf(players, post).teams.map((team) => (
          <TeamTable
            key={team.teamId}
            team={team}
            post={post}
            ratable={ratable}
            players={players}
            facts={facts}
          />
        ))}
      </div>
      {observers.length > 0 && (
        <p className="soft">
          Spectators:{' '}
          {observers.map((observer, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: spectators never move
            <span key={index}>
              {index > 0 && ', '}
              <Name player={observer} />
            </span>
          ))}
        </p>
      )}
    </>
  );
}
