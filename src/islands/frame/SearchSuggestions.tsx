import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $recents, clearRecents } from '#lib/stores/search/recents.ts';
import {
  $siteSearch,
  retrySiteSearch,
  type SiteSearch,
  typeSiteSearch,
} from '#lib/stores/search/site-search.ts';
import { cx } from '../ui/helpers/cx.ts';
import styles from './SearchSuggestions.module.css';
import { groupsOf } from './SuggestedOptions.tsx';

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

/** A button that disappears when it is pressed, so the field gets the focus. */
function Action({ onPress, children }: { onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      className={styles.action}
      onClick={({ currentTarget }) => {
        currentTarget.form?.querySelector('input')?.focus();
        onPress();
      }}
    >
      {children}
    </button>
  );
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
      <div role="status">
        {sentence !== undefined && <p className={styles.sentence}>{sentence}</p>}
        {sentence === undefined && !hasFailed && (
          <span className="visually-hidden">{`${count} ${count === 1 ? 'suggestion' : 'suggestions'}`}</span>
        )}
      </div>
      {hasFailed && (
        <p role="alert" className={styles.sentence}>
          The search failed. <Action onPress={retrySiteSearch}>Try again</Action>
        </p>
      )}
      {search.text === '' && count > 0 && <Action onPress={clearRecents}>Clear</Action>}
    </div>
  );
}
