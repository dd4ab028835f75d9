import { Search, X } from 'lucide';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { paths } from '#lib/paths.ts';
import { PLAYER_SEARCH_MAX_LENGTH } from '#lib/schemas/list-options.ts';
import { cx } from '../ui/helpers/cx.ts';
import { useCode } from '../ui/hooks/use-code.ts';
import { useControl } from '../ui/hooks/use-control.ts';
import { Icon } from '../ui/Icon.tsx';
import { ErrorBoundary } from '../ui/states/ErrorBoundary.tsx';
import styles from './SiteSearch.module.css';

const suggestions = { load: async () => (await import('./SearchSuggestions.tsx')).SearchSuggestions };
const FORM = 'site-search';
const LIST = `${FORM}-list`;
const OPENER = cx('touch navbar-icon', styles.opener);

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** The option after or before the active one, which may be gone; none between the last and the first. */
function nextOption(form: HTMLFormElement, active: string | undefined, step: 1 | -1): string | undefined {
  const stops = [undefined, ...[...form.querySelectorAll('[role=option]')].map(({ id }) => id)];
  return stops[(Math.max(stops.indexOf(active), 0) + step + stops.length) % stops.length];
}

function SearchForm() {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const { loaded: Suggestions } = useCode(suggestions, isOpen);
  const change = (next: string) => {
    setText(next);
    setActive(undefined);
    setOpen(true);
  };
  const input = useControl<HTMLInputElement>({ value: text }, ({ value }) => change(value));
  // The focus that loaded this code came before it.
  useEffect(() => setOpen(input.ref.current === document.activeElement), [input.ref]);
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    const { key, currentTarget: form } = event;
    if (!(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
    const step = STEPS[key];
    const option = key === 'Enter' && active && document.getElementById(active);
    if (step) {
      setOpen(true);
      setActive(nextOption(form, active, step));
    } else if (option) option.click();
    else if (key === 'Escape' && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <button type="button" className={OPENER} popoverTarget={FORM} aria-label="Search">
        <Icon node={Search} />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a popover cannot be a <search> element and the form at once */}
      <form
        id={FORM}
        popover="auto"
        role="search"
        aria-label="Players and clans"
        className={styles.form}
        action={paths.players}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => target instanceof HTMLInputElement && setOpen(true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setOpen(false);
        }}
      >
        <Icon node={Search} className={styles.icon} />
        <input
          {...input}
          className={styles.input}
          type="search"
          name="search"
          role="combobox"
          aria-label="Search players and clans"
          aria-autocomplete="list"
          aria-expanded={isOpen && Suggestions !== undefined}
          aria-controls={LIST}
          aria-activedescendant={active}
          aria-keyshortcuts="/"
          placeholder="Search"
          maxLength={PLAYER_SEARCH_MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
        />
        <button
          type="button"
          className={cx('close-button', styles.close)}
          popoverTarget={FORM}
          popoverTargetAction="hide"
          aria-label="Close the search"
        >
          <Icon node={X} />
        </button>
        {isOpen && Suggestions && <Suggestions listId={LIST} text={text} active={active} />}
      </form>
    </>
  );
}

/**
 * The search of every page. Until it is used it is a plain form, which opens the player search. On phones a button
 * opens the form and Escape closes it; the frame's script connects both.
 */
export function SiteSearch() {
  return (
    <ErrorBoundary name="the search">
      <SearchForm />
    </ErrorBoundary>
  );
}
