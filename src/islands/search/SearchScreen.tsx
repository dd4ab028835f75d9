import { useStore } from '@nanostores/react';
import { Search as SearchIcon } from 'lucide';
import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { $address } from '#lib/stores/core/address.ts';
import type { Recent } from '#lib/stores/search/recents.ts';
import type { Search, SearchState } from '#lib/stores/search/search.ts';
import { Field } from '../ui/Field.tsx';
import { cx } from '../ui/helpers/cx.ts';
import { useCode } from '../ui/hooks/use-code.ts';
import { useControl } from '../ui/hooks/use-control.ts';
import { usePageTitle } from '../ui/hooks/use-page-title.ts';
import { Icon } from '../ui/Icon.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import { RecentVisits } from './RecentVisits.tsx';
import { SearchResults, type ShownResults } from './SearchResults.tsx';
import styles from './SearchScreen.module.css';

interface SearchFieldProps {
  label: string;
  hint?: string | undefined;
  placeholder?: string | undefined;
  maxLength: number;
  /** The typed text, and the query or error that it led to. */
  search: SearchState;
  onText: (text: string) => void;
}

/** From this width on, no keyboard on the screen opens with the focus. */
const WIDE = '(min-width: 64rem)';

/** Puts the focus into an empty field, unless the user is elsewhere already. The text of the address may come later. */
function focusAtFirst(field: HTMLInputElement | null): void {
  const isEmpty = field?.value === '' && !$address.get().query.search;
  const isFree = document.activeElement === document.body;
  if (isEmpty && isFree && matchMedia(WIDE).matches) field.focus({ preventScroll: true });
}

function SearchField({ label, hint, search, onText, ...rest }: SearchFieldProps) {
  const { text, asked } = search;
  const input = useControl<HTMLInputElement>({ value: text }, ({ value }) => onText(value));
  useEffect(() => focusAtFirst(input.ref.current), [input.ref]);
  return (
    <Field label={label} error={asked.kind === 'invalid' ? asked.message : undefined} hint={hint}>
      {({ className, ...control }) => (
        <div className={styles.box}>
          <Icon node={SearchIcon} className={styles.icon} />
          <input
            {...control}
            {...rest}
            {...input}
            className={cx(className, styles.input)}
            type="search"
            name="search"
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

/** Moves the focus with the up and down arrows between the field and the links below it. */
function moveFocusWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (step === 0 || modified || event.nativeEvent.isComposing) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, li a[href]')];
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

const praisedMost = { load: async () => (await import('./PraisedMost.tsx')).PraisedMost };

/** The screen before anything is searched (Rule 30.25). */
function Empty({ kind }: { kind: Recent['kind'] }) {
  const { loaded: PraisedMost } = useCode(praisedMost);
  return (
    <div className={styles.empty}>
      <RecentVisits kind={kind} />
      {PraisedMost && <PraisedMost first={kind} />}
    </div>
  );
}

interface SearchScreenProps<T> extends Omit<SearchFieldProps, 'search' | 'onText'> {
  title: string;
  store: Search<T>;
  results: ShownResults<T>;
  /** Whose recent visits are listed while the field is empty. */
  recents: Recent['kind'];
}

/** A search screen: title, field, and the results while the text can be searched. */
export function SearchScreen<T>({
  title,
  store,
  results,
  recents,
  ...field
}: SearchScreenProps<T>): ReactNode {
  const search = useStore(store.$search, { ssr: 'initial' });
  const found = useStore(store.$found, { ssr: 'initial' });
  usePageTitle(search.asked.kind === 'query' ? `${search.asked.query} · ${title}` : title);
  return (
    <ErrorBoundary name="the search">
      <PageHeader title={title} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a shortcut; Tab works, too */}
      <div className={cx('stack screen', styles.screen)} onKeyDown={moveFocusWithArrows}>
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              store.searchNow();
            }}
          >
            <SearchField {...field} search={search} onText={store.type} />
          </form>
        </search>
        {search.asked.kind === 'empty' && <Empty kind={recents} />}
        {search.asked.kind === 'query' && (
          <SearchResults found={found} query={search.asked.query} onRetry={store.searchNow} {...results} />
        )}
      </div>
    </ErrorBoundary>
  );
}
