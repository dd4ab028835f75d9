import { useStore } from '@nanostores/react';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { prepareBattle } from 'wows-replay/battle/battle';
import { timeOf } from 'wows-replay/battle/clock';
import { eventsOf } from 'wows-replay/battle/events';
import type { Timeline } from 'wows-replay/timeline';
import { pairIn } from '#lib/domain/roster.ts';
import type { Post } from '#lib/schemas/post.ts';
import { $wantedMoment } from '#lib/stores/posts/battle.ts';
import { cx } from '../ui/helpers/cx.ts';
import styles from './BattlePlayer.module.css';
import { Controls } from './Controls.tsx';
import { EventList } from './EventList.tsx';
import { MapCanvas } from './MapCanvas.tsx';
import { createPlayback, type Playback } from './playback.ts';
import { Scoreboard } from './Scoreboard.tsx';
import { useFullScreen } from './use-full-screen.ts';

/** How far the arrow keys move, in tenths of a second of the battle. */
const ARROW_STEP = 50;

/** Plays once the battle is on the screen, unless reduced motion is preferred, and stops the clock while it is not. */
function useVisibility(root: RefObject<HTMLElement | null>, playback: Playback): void {
  useEffect(() => {
    if (root.current === null) return;
    let mayStart = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const observer = new IntersectionObserver(([entry]) => {
      const visible = entry?.isIntersecting ?? false;
      playback.setVisible(visible);
      // The user may have gone to the end before.
      if (visible && mayStart && playback.time() < playback.to) playback.play();
      mayStart &&= !visible;
    });
    observer.observe(root.current);
    return () => {
      observer.disconnect();
      playback.pause();
    };
  }, [root, playback]);
}

/** Shows the moment that the address or a link in the text names. */
function useWantedMoment(root: RefObject<HTMLElement | null>, playback: Playback): void {
  const wanted = useStore($wantedMoment);
  useEffect(() => {
    if (wanted === null) return;
    playback.seek(timeOf(wanted.seconds));
    root.current?.scrollIntoView({ block: 'start' });
  }, [wanted, root, playback]);
}

/** The button that opened the player is gone, so the focus moves on from the view, or from the place around the view. */
function useFocusFromButton(root: RefObject<HTMLElement | null>): void {
  // Before the browser draws: keys reach what is shown.
  useLayoutEffect(() => {
    const around = root.current?.parentElement?.closest('[tabindex="-1"]');
    if (around && [around, around.parentElement].includes(document.activeElement))
      root.current?.focus({ preventScroll: true });
  }, [root]);
}

/** Where keys lead, in tenths of a second since the start. */
const KEYS: Readonly<Record<string, (playback: Playback) => number>> = {
  ArrowLeft: (playback) => playback.time() - ARROW_STEP,
  ArrowRight: (playback) => playback.time() + ARROW_STEP,
  Home: ({ from }) => from,
  End: ({ to }) => to,
};

/** Keys of the player. Buttons keep the space bar, the choice of speed its arrows. */
const onKeyDown =
  (playback: Playback) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    const isSpace = key === ' ';
    const placeOf = KEYS[key];
    if ((!isSpace && placeOf === undefined) || altKey || ctrlKey || metaKey) return;
    if (target instanceof HTMLSelectElement || (isSpace && target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (placeOf === undefined) playback.toggle();
    else playback.seek(placeOf(playback));
  };

interface BattlePlayerProps {
  timeline: Timeline;
  post: Post;
  /** Whether the page shows the chat, which the list of events then leaves out unless the player fills the screen. */
  hasChat?: boolean | undefined;
}

/** Plays a battle back on a map (Rules 25.31 to 25.38). */
export function BattlePlayer({ timeline, post, hasChat = false }: BattlePlayerProps) {
  const root = useRef<HTMLDivElement>(null);
  const parties = useMemo(
    () => pairIn(timeline, { author: post.author, player: post.player }),
    [timeline, post.author, post.player],
  );
  const battle = useMemo(() => prepareBattle(timeline, parties.author), [timeline, parties.author]);
  const playback = useMemo(() => {
    const start = $wantedMoment.get();
    return createPlayback({ from: battle.from, to: battle.to, start: start ? timeOf(start.seconds) : 0 });
  }, [battle]);
  useVisibility(root, playback);
  useWantedMoment(root, playback);
  useFocusFromButton(root);
  const { full, expanded, toggle } = useFullScreen(root);
  const showsChat = full || !hasChat;
  const events = useMemo(
    () => eventsOf(battle).filter(({ kind }) => showsChat || kind !== 'chat'),
    [battle, showsChat],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys also work on the buttons inside
    <div
      ref={root}
      className={cx(styles.player, expanded && styles.expanded)}
      tabIndex={-1}
      onKeyDown={onKeyDown(playback)}
    >
      <Scoreboard battle={battle} playback={playback} />
      <MapCanvas battle={battle} playback={playback} parties={parties} />
      <Controls battle={battle} events={events} playback={playback} full={full} onToggleFull={toggle} />
      <div className={cx('screen-only', styles.list)}>
        <EventList battle={battle} events={events} playback={playback} parties={parties} />
      </div>
    </div>
  );
}
