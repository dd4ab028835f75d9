/** Draws the thumbnail of a post's battle: the tracks of author and player, and the moment that matters. */

import type { Timeline } from '../timeline.ts';
import { type Battle, type BattleShip, prepareBattle } from './battle.ts';
import { drawGraticule, type Pen } from './draw-chart.ts';
import type { Marks } from './draw-names.ts';
import { drawWaters, toPixels } from './draw-sea.ts';
import { drawHulls } from './draw-ships.ts';
import { momentAt, shipAt } from './moment.ts';
import { SLATE } from './palette.ts';
import { lastAt } from './steps.ts';
import { type Surface, THUMBNAIL } from './surface.ts';

/** The ships of a post's author and player, by index; null for one that the battle does not show. */
export type Pair = Pick<Marks, 'author' | 'player'>;

/** How long after a sinking it is drawn, in tenths of a second, so that its ring has grown. */
const AFTER_SINKING = 30;
/** Space around the tracks, in pixels, and how far the map may be enlarged beyond the picture's width. */
const MARGIN = 36;
const ENLARGED_MAX = 1.9;
/** Phones show a strip from the middle of the picture. The moment is in these rows, ring included. */
export const STRIP = { top: 106, bottom: 150 };
/** Scale of shapes: of author and player, and of all others. */
const MARKED_SCALE = 1.7;
const OTHER_SCALE = 0.9;
/** Line and dashes of the tracks. */
const TRACK_WIDTH = 3.5;
const PLAYER_DASH = [10, 7];

interface Point {
  x: number;
  z: number;
}

/** The places of a ship until `time`, a list for each time that it was in sight. */
function pathsOf(ship: BattleShip, index: number, time: number): Point[][] {
  return ship.segments.map(({ times, x, z }, segment) => {
    const points = times.slice(0, lastAt(times, time) + 1).map((_, at) => ({
      x: x[at] as number,
      z: z[at] as number,
    }));
    const isLast = segment === lastAt(ship.starts, time);
    const place = isLast ? shipAt(ship, index, time) : null;
    return place === null ? points : [...points, place];
  });
}

/** Edge of the whole map in pixels, and the part of it that the picture shows. */
interface Frame {
  size: number;
  left: number;
  top: number;
}

/** The frame that holds all points in the middle, as large as the picture allows, with `moment` within the strip. */
export function frameAround(points: readonly Point[], moment: Point | undefined): Frame {
  const { width, height } = THUMBNAIL;
  const span = (values: readonly number[]): [number, number] =>
    values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const [west, east] = span(points.map(({ x }) => x));
  const [south, north] = span(points.map(({ z }) => z));
  const fitting = Math.min((width - 2 * MARGIN) / (east - west), (height - 2 * MARGIN) / (north - south));
  const size = Math.min(ENLARGED_MAX * width, Math.max(height, fitting));
  const place = (middle: number, length: number): number =>
    length >= size ? (size - length) / 2 : Math.min(Math.max(middle * size - length / 2, 0), size - length);
  const top = place(1 - (south + north) / 2, height);
  const y = (1 - (moment?.z ?? (south + north) / 2)) * size;
  return {
    size,
    left: place((west + east) / 2, width),
    top: Math.min(Math.max(top, y - STRIP.bottom), y - STRIP.top),
  };
}

function drawTrack(pen: Pen, paths: readonly Point[][], colour: string, dash: number[]): void {
  const { surface } = pen;
  surface.beginPath();
  for (const path of paths)
    for (const [index, point] of path.entries()) {
      const { x, y } = toPixels(pen, point);
      if (index === 0) surface.moveTo(x, y);
      else surface.lineTo(x, y);
    }
  surface.strokeStyle = colour;
  surface.lineWidth = TRACK_WIDTH;
  surface.setLineDash(dash);
  surface.stroke();
  surface.setLineDash([]);
}

/** The moment that matters: the sinking of the player's ship, else the end. */
export function momentThatMatters({ ships, to }: Battle, { player }: Pair): number {
  const sunkAt = player === null ? null : (ships[player]?.sunkAt ?? null);
  return sunkAt === null ? to : Math.min(to, sunkAt + AFTER_SINKING);
}

/** Draws the thumbnail, of the size `THUMBNAIL`. It names no one. */
export function drawThumbnail(
  surface: Surface,
  timeline: Timeline,
  pair: Pair,
  style: Pick<Pen, 'font' | 'drawPicture'>,
): void {
  const battle = prepareBattle(timeline);
  const time = momentThatMatters(battle, pair);
  const moment = momentAt(battle, time);
  const pathsFor = (index: number | null): Point[][] => {
    const ship = index === null ? undefined : battle.ships[index];
    return ship === undefined ? [] : pathsOf(ship, index as number, time);
  };
  const [author, player] = [pathsFor(pair.author), pathsFor(pair.player)];
  const { size, left, top } = frameAround(
    [...author, ...player].flat(),
    (player.at(-1) ?? author.at(-1))?.at(-1),
  );
  const pen: Pen = { surface, size, scale: OTHER_SCALE, palette: SLATE, ...style };
  const isMarked = (index: number) => index === pair.author || index === pair.player;
  // Health would be too small to read.
  const ships = moment.ships.map((ship) => ({ ...ship, health: null }));
  const shipsOf = (marked: boolean) => ships.filter(({ index }) => isMarked(index) === marked);
  surface.save();
  surface.fillStyle = SLATE.sea;
  surface.fillRect(0, 0, THUMBNAIL.width, THUMBNAIL.height);
  surface.translate(-Math.round(left), -Math.round(top));
  surface.lineJoin = 'round';
  drawGraticule(pen, { fine: false });
  drawWaters(pen, moment, battle.mapSize);
  const marks: Marks = { ...pair, pointed: null };
  drawHulls(pen, battle, { ...moment, ships: shipsOf(false) }, marks);
  drawTrack(pen, author, SLATE.author, []);
  drawTrack(pen, player, SLATE.player, PLAYER_DASH);
  drawHulls({ ...pen, scale: MARKED_SCALE }, battle, { ...moment, ships: shipsOf(true) }, marks);
  surface.restore();
}
