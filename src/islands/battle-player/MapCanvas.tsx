import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Battle } from '#lib/battle/battle.ts';
import { createDrawMemory, type Marks } from '#lib/battle/draw-names.ts';
import { momentAt } from '#lib/battle/moment.ts';
import { DARK, LIGHT } from '#lib/battle/palette.ts';
import { drawBackdrop, drawMap, type MapStyle } from '#lib/battle/scene.ts';
import styles from './BattlePlayer.module.css';
import type { Playback } from './playback.ts';

/** More pixels than this per CSS pixel cost time and are hardly visible. */
const DENSITY_MAX = 2;
/** How near a pointer must be to a ship, in CSS pixels. */
const NEAR = 22;
const FONT = 'system-ui, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif';

/** The canvas, its context and how the map is drawn on it; reading these in every frame would be slow. */
interface Look {
  density: number;
  style: Pick<MapStyle, 'size' | 'palette' | 'font' | 'drawBackdrop'>;
}

const darkScheme = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? darkScheme().matches : theme === 'dark';
}

/** Calls `changed` when the theme or the size of the element may have changed. */
function watchLook(element: Element, changed: () => void): () => void {
  const scheme = darkScheme();
  const themes = new MutationObserver(changed);
  const sizes = new ResizeObserver(changed);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  sizes.observe(element);
  scheme.addEventListener('change', changed);
  return () => {
    themes.disconnect();
    sizes.disconnect();
    scheme.removeEventListener('change', changed);
  };
}

/** Reads size and theme, sizes the canvas, and draws the backdrop once to be copied. */
function readLook(element: HTMLCanvasElement, context: CanvasRenderingContext2D): Look {
  const size = element.clientWidth;
  const density = Math.min(window.devicePixelRatio, DENSITY_MAX);
  const pixels = Math.max(1, Math.round(size * density));
  element.width = pixels;
  element.height = pixels;
  const style = { size, palette: isDark() ? DARK : LIGHT, font: FONT };
  const copy = document.createElement('canvas');
  copy.width = pixels;
  copy.height = pixels;
  const copyContext = copy.getContext('2d', { alpha: false });
  if (copyContext === null) return { density, style };
  copyContext.scale(density, density);
  drawBackdrop(copyContext, style);
  return { density, style: { ...style, drawBackdrop: () => context.drawImage(copy, 0, 0, size, size) } };
}

/** Draws the battle for as long as the map is on the page. */
function useDrawing(
  canvas: RefObject<HTMLCanvasElement | null>,
  battle: Battle,
  playback: Playback,
  marks: Marks,
) {
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d', { alpha: false });
    if (!element || !context) return;
    let memory = createDrawMemory();
    let look = readLook(element, context);
    const draw = (time: number): void => {
      context.setTransform(look.density, 0, 0, look.density, 0, 0);
      drawMap(context, battle, time, { ...look.style, marks }, memory);
    };
    const stopMoments = playback.onMoment(draw);
    const stopLook = watchLook(element, () => {
      memory = createDrawMemory();
      look = readLook(element, context);
      draw(playback.time());
    });
    return () => {
      stopMoments();
      stopLook();
    };
  }, [canvas, battle, playback, marks]);
}

/** The ship nearest to a place on the canvas, or null when none is near. */
function shipNear(battle: Battle, time: number, { left, top, width }: DOMRect, x: number, y: number) {
  const distances = momentAt(battle, time).ships.map((ship) => ({
    index: ship.index,
    distance: Math.hypot(left + ship.x * width - x, top + (1 - ship.z) * width - y),
  }));
  const near = distances.filter(({ distance }) => distance <= NEAR);
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.index ?? null;
}

interface MapCanvasProps {
  battle: Battle;
  playback: Playback;
  marks: Pick<Marks, 'author' | 'player'>;
}

/** The map. Pointing at a ship shows its name, clan, class and health. */
export function MapCanvas({ battle, playback, marks: { author, player } }: MapCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [marks, setMarks] = useState<Marks>({ author, player, pointed: null });
  useDrawing(canvas, battle, playback, marks);
  const point = (pointed: number | null) =>
    setMarks((now) => (now.pointed === pointed ? now : { ...now, pointed }));
  const follow = ({ currentTarget, clientX, clientY }: PointerEvent) =>
    point(shipNear(battle, playback.time(), currentTarget.getBoundingClientRect(), clientX, clientY));
  return (
    <canvas
      ref={canvas}
      className={styles.map}
      role="img"
      aria-label="Map of the battle. The list of events describes what happened."
      onPointerMove={follow}
      onPointerDown={follow}
      onPointerLeave={({ pointerType }) => {
        if (pointerType === 'mouse') point(null);
      }}
    />
  );
}
