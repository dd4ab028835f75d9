import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { paths } from '#lib/paths.ts';
import { $recentKarmas, $recentRibbons } from '#lib/stores/search/recent-players.ts';
import type { Recent } from '#lib/stores/search/recents.ts';
import { $suggestedRibbons, type SiteSearch } from '#lib/stores/search/site-search.ts';
import { ClanTag } from '../ui/ClanTag.tsx';
import { ClanEmblem, PlayerEmblem } from '../ui/Emblem.tsx';
import { Reputation } from '../ui/Reputation.tsx';
import styles from './SearchSuggestions.module.css';

/** A player, a clan, or all of them. */
export interface Option {
  /** Unique among the options. */
  key: string;
  href: string;
  content: ReactNode;
}

/** Options of one kind. */
export interface Group {
  title: string;
  options: readonly Option[];
}

type Named = Omit<Recent, 'kind'>;

interface ReputationsProps {
  id: number;
  /** As the search has it; recent visits have none. */
  karma: number | null | undefined;
}

function SuggestedReputation({ id, karma }: ReputationsProps) {
  const [recent, recentRibbons, ribbons] = [
    useStore($recentKarmas),
    useStore($recentRibbons),
    useStore($suggestedRibbons),
  ];
  return (
    <span className={styles.reputation}>
      <Reputation
        karma={karma === undefined ? recent[id] : karma}
        ribbon={ribbons[id] ?? recentRibbons[id]}
      />
    </span>
  );
}

const player = ({
  id,
  name,
  tag,
  leagueColor,
  hidden,
  karma,
}: Named & Partial<ReputationsProps>): Option => ({
  key: `player-${id}`,
  href: paths.player({ id, username: name }),
  content: (
    <>
      <PlayerEmblem player={{ id, hidden, clan: tag ? { leagueColor } : null }} />
      {tag && <ClanTag tag={tag} leagueColor={leagueColor} />} <bdi translate="no">{name}</bdi>
      <SuggestedReputation id={id} karma={karma} />
    </>
  ),
});

const clan = ({ id, name, tag = '', leagueColor }: Named): Option => ({
  key: `clan-${id}`,
  href: paths.clan({ id, tag, name }),
  content: (
    <>
      <ClanEmblem clan={{ id, leagueColor }} />
      <ClanTag tag={tag} leagueColor={leagueColor} /> <bdi translate="no">{name}</bdi>
    </>
  ),
});

const recent = (visit: Recent): Option => (visit.kind === 'player' ? player(visit) : clan(visit));

const all = (path: string, text: string, content: string): Option => ({
  key: path,
  href: `${path}?search=${encodeURIComponent(text)}`,
  content,
});

/** The players and clans found or, while the field is empty, the recent visits. */
export function groupsOf({ text, players, clans }: SiteSearch, recents: readonly Recent[]): Group[] {
  if (text === '') return [{ title: 'Recent', options: recents.map(recent) }];
  const foundPlayers = players.items.map(({ username, clan: of, ...found }) =>
    player({ ...found, name: username, tag: of?.tag, leagueColor: of?.leagueColor }),
  );
  const foundClans = clans.items.map(clan);
  if (players.hasMore) foundPlayers.push(all(paths.players, text, 'All players'));
  if (clans.hasMore) foundClans.push(all(paths.clans, text, 'All clans'));
  return [
    { title: 'Players', options: foundPlayers },
    { title: 'Clans', options: foundClans },
  ];
}
