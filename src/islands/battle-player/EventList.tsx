import { memo, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Battle } from 'wows-replay/battle/battle';
import { eventClock } from 'wows-replay/battle/clock';
import type { Marks } from 'wows-replay/battle/draw-names';
import { type BattleEvent, type EventPart, shipLabel } from 'wows-replay/battle/events';
import { lastAt } from 'wows-replay/battle/steps';
import { cx } from '../ui/helpers/cx.ts';
import styles from './EventList.module.css';
import type { Playback } from './playback.ts';

/**
 * The result of `select` for the moment that is shown. The part is drawn again only when it changes: return a text or a number.
 */
function useMoment<T extends string | number | null>(playback: Playback, select: (time: number) => T): T {
  const subscribe = useCallback((changed: () => void) => playback.follow(changed), [playback]);
  return useSyncExternalStore(subscribe, () => select(playback.time()));
}

type Parties = Pick<Marks, 'author' | 'player'>;

interface PartProps {
  part: EventPart;
  battle: Battle;
  parties: Parties;
  /** Empty for texts by players. */
  lang: '' | undefined;
}

function Part({ part, battle, parties, lang }: PartProps) {
  if (typeof part === 'string') return <bdi lang={lang}>{part}</bdi>;
  const { ship } = part;
  const role = ship === parties.author ? 'Author' : ship === parties.player ? 'Player' : null;
  const name = <bdi translate="no">{shipLabel(battle, ship)}</bdi>;
  return role === null ? (
    name
  ) : (
    <>
      <strong>{name}</strong> ({role})
    </>
  );
}

interface EntryProps {
  event: BattleEvent;
  clock: string;
  state: 'past' | 'current' | 'future';
  battle: Battle;
  parties: Parties;
  onChoose: (time: number) => void;
}

/** Kept as it is while its state does not change: long battles have hundreds of entries. */
const Entry = memo(({ event, clock, state, battle, parties, onChoose }: EntryProps) => (
  <li>
    <button
      type="button"
      className={cx(styles.event, styles[state])}
      aria-current={state === 'current' || undefined}
      onClick={() => onChoose(event.time)}
    >
      <span className={styles.when}>{clock}</span>
      <span className={styles.what}>
        {event.channel && <span className={styles.channel}>{event.channel === 'all' ? 'All' : 'Team'} </span>}
        {event.parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never move
          <Part key={index} part={part} battle={battle} parties={parties} lang={event.channel && ''} />
        ))}
      </span>
    </button>
  </li>
));

interface EventListProps {
  battle: Battle;
  events: readonly BattleEvent[];
  playback: Playback;
  parties: Parties;
}

/** The events of the battle. Those still to come are dimmed. Choosing one jumps to it. */
export function EventList({ battle, events, playback, parties }: EventListProps) {
  const list = useRef<HTMLOListElement>(null);
  const hasPointer = useRef(false);
  const times = events.map(({ time }) => time);
  const current = useMoment(playback, (time) => lastAt(times, time));
  useEffect(() => {
    const entry = list.current?.children[current];
    // An entry that the user points at or has reached with the keyboard must stay in place.
    if (hasPointer.current || list.current?.matches(':has(:focus-visible)')) return;
    // The page itself must not scroll.
    if (list.current && entry instanceof HTMLElement)
      list.current.scrollTop = entry.offsetTop - (list.current.clientHeight - entry.offsetHeight) / 2;
  }, [current]);
  const stateOf = (index: number) => (index === current ? 'current' : index < current ? 'past' : 'future');
  return (
    <ol
      ref={list}
      className={styles.events}
      aria-label="Events of the battle"
      onPointerEnter={() => {
        hasPointer.current = true;
      }}
      onPointerLeave={() => {
        hasPointer.current = false;
      }}
    >
      {events.map((event, index) => (
        <Entry
          // biome-ignore lint/suspicious/noArrayIndexKey: events have no id and never move
          key={index}
          event={event}
          clock={eventClock(battle.clock, event.time)}
          state={stateOf(index)}
          battle={battle}
          parties={parties}
          onChoose={playback.seek}
        />
      ))}
    </ol>
  );
}
