/** Draws one moment of a battle onto a canvas, in the browser and for the video. */
import type { Battle } from './battle.ts';
import { drawChart, type Pen } from './draw-chart.ts';
import type { DrawMemory, Marks } from './draw-names.ts';
import { drawWaters } from './draw-sea.ts';
import { drawShips } from './draw-ships.ts';
import { momentAt } from './moment.ts';

type Look = Pick<Pen, 'size' | 'palette' | 'font' | 'drawPicture'>;

/** How the map is drawn. */
export interface MapStyle extends Look {
  marks: Marks;
  /** Draws what never changes, from a copy; by default it is drawn each time. */
  drawBackdrop?: (() => void) | undefined;
}

/** The map's edge in pixels at which shapes have scale 1. */
const FULL_SIZE = 600;
const SCALE_MIN = 0.85;
const SCALE_MAX = 1.6;

function penOf(surface: Pen['surface'], style: Look): Pen {
  const scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, style.size / FULL_SIZE));
  return { ...style, surface, scale };
}

/** Draws what never changes: the chart. */
export function drawBackdrop(
  surface: Pen['surface'],
  style: Look,
  { mapSize }: Pick<Battle, 'mapSize'>,
): void {
  drawChart(penOf(surface, style), mapSize);
}

/** Draws the map at a moment into the square from 0, 0 to `size`. `memory` is kept from frame to frame. */
export function drawMap(
  surface: Pen['surface'],
  battle: Battle,
  time: number,
  { marks, drawBackdrop, ...style }: MapStyle,
  memory: DrawMemory,
): void {
  const pen = penOf(surface, style);
  const moment = momentAt(battle, time);
  surface.save();
  surface.beginPath();
  surface.rect(0, 0, style.size, style.size);
  surface.clip();
  surface.lineJoin = 'round';
  if (drawBackdrop) drawBackdrop();
  else drawChart(pen, battle.mapSize);
  drawWaters(pen, moment, battle.mapSize);
  drawShips(pen, battle, moment, marks, memory);
  surface.restore();
}
