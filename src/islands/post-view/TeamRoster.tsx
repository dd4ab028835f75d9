import { type Meeting, type RosterEntry, rosterOf, type Team } from '#lib/domain/battle.ts';
import { paths } from '#lib/paths.ts';
import type { Post } from '#lib/schemas/post.ts';
import type { ReplayPlayer } from '#lib/schemas/replay.ts';
import { Badge } from '../ui/Badge.tsx';
import { cx } from '../ui/helpers/cx.ts';
import table from '../ui/Table.module.css';
import styles from './ReplaySection.module.css';

const MEETINGS: Readonly<Record<Meeting, string>> = {
  'same-team': 'Author and player were on the same team.',
  opponents: 'Author and player were on opposing teams.',
  'not-both': 'This replay does not show both author and player.',
};

/** Marks the post's author and the player it is about. */
export function PartBadge({ part }: { part: RosterEntry['part'] }) {
  if (part === null) return null;
  return part === 'author' ? <Badge tone="accent">Author</Badge> : <Badge tone="warning">Player</Badge>;
}

function Name({ player }: { player: ReplayPlayer }) {
  return (
    <span className={styles.name} dir="auto">
      {player.clanTag && <span className={styles.clan}>[{player.clanTag}] </span>}
      {player.accountId > 0 ? (
        <a href={paths.player({ id: player.accountId, username: player.name })}>{player.name}</a>
      ) : (
        player.name
      )}
    </span>
  );
}

function TeamTable({ team, number }: { team: Team; number: number }) {
  return (
    <div className={table.scroll}>
      <table className={cx(table.table, styles.team)}>
        <caption className="visually-hidden">Team {number}</caption>
        <thead>
          <tr>
            <th scope="col">
              Team {number} · {team.entries.length}
            </th>
          </tr>
        </thead>
        <tbody>
          {team.entries.map(({ player, part }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bots share ids and names, and rows never move
            <tr key={index} className={part ? styles[part] : undefined}>
              <td>
                <Name player={player} /> <PartBadge part={part} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The teams, with author and player marked, and whether they met. */
export function TeamRoster({ players, post }: { players: readonly ReplayPlayer[]; post: Post }) {
  const { teams, meeting } = rosterOf(players, post);
  if (players.length === 0) return <p className="soft">This replay lists no players.</p>;
  return (
    <>
      <p className={meeting === 'not-both' ? 'warning' : 'soft'}>{MEETINGS[meeting]}</p>
      <div className={styles.teams}>
        {teams.map((team, index) => (
          <TeamTable key={team.teamId} team={team} number={index + 1} />
        ))}
      </div>
    </>
  );
}
