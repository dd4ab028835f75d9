import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { paths } from '#lib/paths.ts';
import { $recentKarmas, $recentRibbons } from '#lib/stores/search/recent-players.ts';
import { $recents, clearRecents, type Recent } from '#lib/stores/search/recents.ts';
import {
  $siteSearch,
  retrySiteSearch,
  type SiteSearch,
  typeSiteSearch,
} from '#lib/stores/search/site-search.ts';
import { $suggestedRibbons } from '#lib/stores/search/suggested.ts';
import { ClanTag } from '../ui/ClanTag.tsx';
import { ClanEmblem, PlayerEmblem } from '../ui/Emblem.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { Reputation } from '../ui/Reputation.tsx';
import styles from './SiteSearch.module.css';

interface Option {
  /** Unique among the options. */
  key: string;
  href: string;
  content: ReactNode;
}

interface Group {
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
      <PlayerEmblem player={{ id, hidden }} />
      {tag && <ClanTag tag={tag} leagueColor={leagueColor} />} <bdi>{name}</bdi>
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
      <ClanTag tag={tag} leagueColor={leagueColor} /> <bdi>{name}</bdi>
    </>
  ),
});

const recent = (visit: Recent): Option => (visit.kind === 'player' ? player(visit) : clan(visit));

const all = (path: string, text: string, content: string): Option => ({
  key: path,
  href: `${path}?search=${encodeURIComponent(text)}`,
  content,
});

function groupsOf({ text, players, clans }: SiteSearch, recents: readonly Recent[]): Group[] {
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

const isLoading = ({ players, clans }: Pick<SiteSearch, 'players' | 'clans'>): boolean =>
  players.status === 'loading' || clans.status === 'loading';

/** The state in words; undefined when the options say it all, or an alert does. */
function sentenceOf({ text, players, clans, hint }: SiteSearch, count: number): string | undefined {
  if (text === '') return count === 0 ? 'Players and clans that you visit appear here.' : undefined;
  if (isLoading({ players, clans })) return count === 0 ? 'Searching...' : undefined;
  if (players.status === 'failed' || clans.status === 'failed') return undefined;
  if (hint !== undefined && count === 0) return hint;
  return count === 0 ? 'No results found' : undefined;
}

interface SearchSuggestionsProps {
  listId: string;
  /** The field's text. */
  text: string;
  /** Id of the option that the arrow keys have reached. */
  active: string | undefined;
}

/** The players and clans below the search field. */
export function SearchSuggestions({ listId, text, active }: SearchSuggestionsProps) {
  const search = useStore($siteSearch);
  const recents = useStore($recents);
  useEffect(() => typeSiteSearch(text), [text]);
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const groups = groupsOf(search, recents).filter(({ options }) => options.length > 0);
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  const sentence = sentenceOf(search, count);
  const hasFailed = search.players.status === 'failed' || search.clans.status === 'failed';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click must not take the focus from the field
    <div className={styles.panel} onMouseDown={(event) => event.preventDefault()}>
      <div
        id={listId}
        className={cx(isLoading(search) && styles.changing)}
        role="listbox"
        aria-label="Players and clans"
        aria-busy={isLoading(search)}
        tabIndex={-1}
      >
        {groups.map(({ title, options }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and no fieldsets
          <div key={title} role="group" aria-label={title}>
            <p className={styles.title} aria-hidden="true">
              {title}
            </p>
            {options.map(({ key, href, content }) => (
              <a
                key={key}
                id={`${listId}-${key}`}
                className={styles.option}
                role="option"
                href={href}
                tabIndex={-1}
                aria-selected={active === `${listId}-${key}`}
              >
                {content}
              </a>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className={sentence === undefined ? 'visually-hidden' : styles.sentence}>
        {sentence ?? (!hasFailed && `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`)}
      </p>
      {hasFailed && (
        <p role="alert" className={styles.sentence}>
          The search failed.{' '}
          <button type="button" className={styles.action} onClick={retrySiteSearch}>
            Try again
          </button>
        </p>
      )}
      {search.text === '' && count > 0 && (
        <button type="button" className={styles.action} onClick={clearRecents}>
          Clear
        </button>
      )}
    </div>
  );
}
