/** The playback of a battle: the moment that is shown, and the clock that moves it. React only listens. */
import { atom, type ReadableAtom } from 'nanostores';

/** How much faster than the battle it can be played. */
export const SPEEDS = [1, 2, 5, 10, 20, 40] as const;
export const SPEED_DEFAULT = 10;

/** Tenths of a second of the battle per millisecond, at 1×. */
const TENTHS_PER_MS = 0.01;
/** A frame after a longer pause, for example of a hidden tab, moves the battle only this far, in milliseconds. */
const STEP_MAX_MS = 100;
/** While it plays, texts and the slider follow in steps of this many milliseconds: each lays out and paints parts of the page. */
const FOLLOW_MS = 750;

/**
 * Makes the playback of a battle from its first moment, or from `start`. Moments are tenths of a second since the battle's start.
 */
export function createPlayback({ from, to, start }: { from: number; to: number; start: number }) {
  const clamp = (time: number): number => Math.min(to, Math.max(from, time));
  const $playing = atom(false);
  const $speed = atom<number>(SPEED_DEFAULT);
  const $time = atom(clamp(start));
  const $followed = atom($time.get());
  let visible = true;
  let frame = 0;
  let former: number | undefined;
  let followedAt = Number.NEGATIVE_INFINITY;

  const show = (next: number, everywhere = true): void => {
    $time.set(next);
    if (everywhere) $followed.set(next);
  };
  const step = (now: number): void => {
    const passed = Math.min(STEP_MAX_MS, now - (former ?? now));
    former = now;
    frame = 0;
    const isDue = now - followedAt >= FOLLOW_MS;
    if (isDue) followedAt = now;
    show(clamp($time.get() + passed * TENTHS_PER_MS * $speed.get()), isDue);
    if ($time.get() >= to) setPlaying(false);
    else run();
  };
  /** Requests the next frame while it plays and can be seen. */
  const run = (): void => {
    const wanted = $playing.get() && visible;
    if (wanted && frame === 0) frame = requestAnimationFrame(step);
    if (wanted) return;
    cancelAnimationFrame(frame);
    frame = 0;
    former = undefined;
  };
  function setPlaying(playing: boolean): void {
    if (playing && $time.get() >= to) show(from);
    $playing.set(playing);
    $followed.set($time.get());
    run();
  }

  return {
    from,
    to,
    $playing: $playing as ReadableAtom<boolean>,
    $speed: $speed as ReadableAtom<number>,
    time: () => $time.get(),
    play: () => setPlaying(true),
    pause: () => setPlaying(false),
    toggle: () => setPlaying(!$playing.get()),
    seek: (next: number) => show(clamp(next)),
    setSpeed: (speed: number) => $speed.set(speed),
    /** Calls a function for each new moment, and now. Returns one that stops it. */
    onMoment: $time.subscribe,
    /** Like `onMoment`, but only every 750 ms while the battle plays. */
    follow: $followed.subscribe,
    /** Stops the clock while nothing can be seen. */
    setVisible: (next: boolean) => {
      visible = next;
      run();
    },
  };
}

/** Playback of one battle. */
export type Playback = ReturnType<typeof createPlayback>;
