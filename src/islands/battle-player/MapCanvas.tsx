import { type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Battle, BattleShip } from 'wows-replay/battle/battle';
import { type Marks, shipDetails } from 'wows-replay/battle/draw-names';
import { shipLabel } from 'wows-replay/battle/events';
import { momentAt } from 'wows-replay/battle/moment';
import type { Look } from 'wows-replay/battle/painter';
import { loadMapPicture } from '#lib/stores/posts/map-picture.ts';
import { cx } from '../ui/helpers/cx.ts';
import styles from './BattlePlayer.module.css';
import { createMapDrawing } from './map-drawing.ts';
import { watchLook } from './map-look.ts';
import type { Playback } from './playback.ts';

/** How near a pointer must be to a ship, in CSS pixels. */
const NEAR = 22;

type Parties = Pick<Marks, 'author' | 'player'>;

/** Shows the battle in an element. `point` marks a ship, or none. */
function createMap(host: HTMLElement, battle: Battle, playback: Playback, parties: Parties) {
  const drawing = createMapDrawing(host, battle);
  let look: Look | undefined;
  let marks: Marks = { ...parties, pointed: null };
  const draw = (): void => {
    if (look) drawing.draw({ time: playback.time(), look, marks });
  };
  const loading = new AbortController();
  void loadMapPicture(battle.timeline.map.name, loading.signal).then((picture) => {
    if (picture && !loading.signal.aborted) drawing.setPicture(picture);
  });
  const stopMoments = playback.onMoment(draw);
  const stopLook = watchLook(host, (next) => {
    look = next;
    draw();
  });
  return {
    point: (pointed: number | null): void => {
      if (pointed === marks.pointed) return;
      marks = { ...marks, pointed };
      draw();
    },
    stop: (): void => {
      loading.abort();
      stopMoments();
      stopLook();
      drawing.stop();
    },
  };
}

/** The ship nearest to a place on the map, or null when none is near. */
function shipNear(battle: Battle, time: number, { left, top, width }: DOMRect, x: number, y: number) {
  const distances = momentAt(battle, time).ships.map((ship) => ({
    index: ship.index,
    distance: Math.hypot(left + ship.x * width - x, top + (1 - ship.z) * width - y),
  }));
  const near = distances.filter(({ distance }) => distance <= NEAR);
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.index ?? null;
}

interface ShipChoiceProps {
  battle: Battle;
  playback: Playback;
  onPoint: (index: number | null) => void;
}

/** Points at a ship by keyboard, and names its details. Hidden until it has the focus (Rule 25.59). */
function ShipChoice({ battle, playback, onPoint }: ShipChoiceProps) {
  const [ships, setShips] = useState<readonly { index: number; details: string }[]>([]);
  const point = ({ target }: { target: HTMLSelectElement }) => {
    onPoint(target.value === '' ? null : Number(target.value));
    setShips(
      momentAt(battle, playback.time()).ships.map((moment) => {
        const { index } = moment;
        const ship = battle.ships[index] as BattleShip;
        return { index, details: shipDetails({ ship, moment }, shipLabel(battle, index)) };
      }),
    );
  };
  return (
    <select
      className={cx('visually-hidden', styles.ships)}
      aria-label="Ship on the map"
      onFocus={point}
      onChange={point}
      onBlur={() => onPoint(null)}
    >
      <option value="">No ship</option>
      {ships.map(({ index, details }) => (
        <option key={index} value={index}>
          {details}
        </option>
      ))}
    </select>
  );
}

interface MapCanvasProps {
  battle: Battle;
  playback: Playback;
  parties: Parties;
}

/** The map. Pointing at a ship, or choosing it, shows its name, clan, class and health. */
export function MapCanvas({ battle, playback, parties }: MapCanvasProps) {
  const host = useRef<HTMLDivElement>(null);
  const map = useRef<ReturnType<typeof createMap>>(null);
  useEffect(() => {
    if (host.current === null) return;
    const created = createMap(host.current, battle, playback, parties);
    map.current = created;
    return created.stop;
  }, [battle, playback, parties]);
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent) =>
    map.current?.point(
      shipNear(battle, playback.time(), currentTarget.getBoundingClientRect(), clientX, clientY),
    );
  return (
    <>
      <div
        ref={host}
        className={styles.map}
        role="img"
        aria-label="Map of the battle. The list of events describes what happened."
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') map.current?.point(null);
        }}
      />
      <ShipChoice battle={battle} playback={playback} onPoint={(index) => map.current?.point(index)} />
    </>
  );
}
