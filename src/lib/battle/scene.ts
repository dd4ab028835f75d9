/** Draws one moment of a battle onto a canvas, in the browser and for the video. */
import type { Battle } from '#lib/battle/battle.ts';
import type { DrawMemory, Marks } from '#lib/battle/draw-names.ts';
import { drawGrid, drawWaters, type Pen } from '#lib/battle/draw-sea.ts';
import { drawShips } from '#lib/battle/draw-ships.ts';
import { momentAt } from '#lib/battle/moment.ts';

/** How the map is drawn. */
export interface MapStyle extends Pick<Pen, 'size' | 'palette' | 'font'> {
  marks: Marks;
}

/** The map's edge in pixels at which shapes have scale 1. */
const FULL_SIZE = 600;
const SCALE_MIN = 0.85;
const SCALE_MAX = 1.6;

/** Draws the map at a moment into the square from 0, 0 to `size`. `memory` is kept from frame to frame. */
export function drawMap(
  surface: Pen['surface'],
  battle: Battle,
  time: number,
  { marks, ...style }: MapStyle,
  memory: DrawMemory,
): void {
  const scale = Math.min(SCALE_MAX, Math.max(SCALE_MIN, style.size / FULL_SIZE));
  const pen: Pen = { ...style, surface, scale };
  const moment = momentAt(battle, time);
  surface.save();
  surface.beginPath();
  surface.rect(0, 0, style.size, style.size);
  surface.clip();
  surface.lineJoin = 'round';
  drawGrid(pen);
  drawWaters(pen, moment, battle.mapSize);
  drawShips(pen, battle, moment, marks, memory);
  surface.restore();
}
