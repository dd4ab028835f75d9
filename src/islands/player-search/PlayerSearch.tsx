import { useStore } from '@nanostores/react';
import { Search } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { PLAYER_SEARCH_MAX_LENGTH } from '#lib/schemas/player.ts';
import {
  $foundPlayers,
  $playerSearch,
  searchPlayersNow,
  typePlayerSearch,
} from '#lib/stores/player-search.ts';
import { walkWithArrows } from '../ui/arrow-keys.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Field } from '../ui/Field.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PlayerResults } from './PlayerResults.tsx';
import styles from './PlayerSearch.module.css';

/** The username field. What was typed before the page came alive counts as typed. */
function SearchField({ text, message }: { text: string; message: string | null }) {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed !== '') typePlayerSearch(typed);
  }, []);
  return (
    <Field label="Username" error={message ?? undefined} hint="At least 3 characters of the name.">
      {({ className, ...control }) => (
        <div className={styles.box}>
          <Search aria-hidden="true" className={styles.icon} />
          <input
            {...control}
            ref={input}
            className={`${className} ${styles.input}`}
            type="search"
            name="search"
            value={text}
            onChange={(event) => typePlayerSearch(event.target.value)}
            maxLength={PLAYER_SEARCH_MAX_LENGTH}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="search"
          />
        </div>
      )}
    </Field>
  );
}

/** The player search: a field, and whom it finds while one types. */
export function PlayerSearch() {
  const { text, asked } = useStore($playerSearch, { ssr: 'initial' });
  const results = useStore($foundPlayers, { ssr: 'initial' });
  return (
    <ErrorBoundary name="The player search">
      <PageHeader title="Search Players" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut beside Tab */}
      <div className={styles.screen} onKeyDown={walkWithArrows}>
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              searchPlayersNow();
            }}
          >
            <SearchField text={text} message={asked.kind === 'invalid' ? asked.message : null} />
          </form>
        </search>
        {asked.kind === 'query' && <PlayerResults results={results} />}
      </div>
    </ErrorBoundary>
  );
}
