/** Draws the thumbnail of a post's battle: the tracks of author and player, and the moment that matters. */

import type { Timeline } from '../timeline.ts';
import { type Battle, type BattleShip, prepareBattle } from './battle.ts';
import { eventClock } from './clock.ts';
import { drawGraticule, type Pen } from './draw-chart.ts';
import type { Marks } from './draw-names.ts';
import { drawWaters, toPixels } from './draw-sea.ts';
import { drawHulls } from './draw-ships.ts';
import { type CircleMoment, type Moment, momentAt, type ShipMoment, shipAt } from './moment.ts';
import { SLATE } from './palette.ts';
import { lastAt } from './steps.ts';
import { STRIP, type Surface, THUMBNAIL } from './surface.ts';

/** The ships of a post's author and player, by index; null for one that the battle does not show. */
export type Pair = Pick<Marks, 'author' | 'player'>;

/** What a thumbnail shows, for its caption. */
export interface Shown {
  author: boolean;
  player: boolean;
  /** The battle's clock when the player's ship sank, as the list of events has it; null when it did not. */
  sunk: string | null;
}

type Size = typeof THUMBNAIL | typeof STRIP;

/** Space around the tracks and outside of the map, in pixels, and how far the map may be enlarged. */
const MARGIN = 30;
const OUTSIDE = 10;
const SIZE_MAX = 730;
/** The strip: how far the map is enlarged, and the space left and right of both ends. */
const STRIP_SIZE_MAX = 900;
const STRIP_MARGIN = 150;
/** Scale of shapes: of the player's ship, and of all others. */
const PLAYER_SCALE = 1.9;
const OTHER_SCALE = 0.9;
const TEXT_SIZE = 22;
const CROSS = 12;
const DISC = 9;
const TURN = 2 * Math.PI;

/** How a line is drawn. */
interface Line {
  colour: string;
  width: number;
  dash?: number[];
}
const AUTHOR: Line = { colour: SLATE.author, width: 3 };
const PLAYER: Line = { colour: SLATE.player, width: 6.5, dash: [13, 7] };
const { player: own } = SLATE;
const PLAYER_PALETTE = { ...SLATE, own, enemy: own, neutral: own };
/** Others are shown at 40 %. */
const FAINT = { ...SLATE, own: '#a6ddff66', enemy: '#ffb7a366', neutral: '#d3dde666', wreck: '#c5d2de66' };
const BEYOND_MAP = '#1f3040';

interface Point {
  x: number;
  z: number;
}

/** The places of a ship until `time`, a list for each time that it was in sight. */
function pathsOf(ship: BattleShip, index: number, time: number): Point[][] {
  const paths = ship.segments.map(({ times, x, z }, segment) => {
    const points = times.slice(0, lastAt(times, time) + 1).map((_, at) => ({
      x: x[at] as number,
      z: z[at] as number,
    }));
    const isLast = segment === lastAt(ship.starts, time);
    const place = isLast ? shipAt(ship, index, time) : null;
    return place === null ? points : [...points, place];
  });
  return paths.filter(({ length }) => length > 0);
}

/** The middle of a picture on the map in pixels, the map's edge, and by how much it is turned, in radians. */
interface Frame {
  size: number;
  x: number;
  y: number;
  angle: number;
}

const span = (values: readonly number[]): [number, number] =>
  values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];

/** The frame of the thumbnail: it holds all points and cuts none of the circles, as large as that allows. */
export function frameAround(
  points: readonly Point[],
  circles: readonly Pick<CircleMoment, 'x' | 'z' | 'r'>[],
): Frame {
  const { width, height } = THUMBNAIL;
  const [west, east] = span(points.map(({ x }) => x));
  const [south, north] = span(points.map(({ z }) => z));
  const fitting = Math.min((width - 2 * MARGIN) / (east - west), (height - 2 * MARGIN) / (north - south));
  const size = Math.min(SIZE_MAX, Math.max(height - 2 * OUTSIDE, fitting));
  const place = (middle: number, length: number): number => {
    const nearest = Math.min(size / 2, length / 2 - OUTSIDE);
    return Math.min(Math.max(middle * size, nearest), size - nearest);
  };
  const [x, y] = [place((west + east) / 2, width), place(1 - (south + north) / 2, height)];
  const isIn = (circle: (typeof circles)[number]): boolean =>
    Math.abs(circle.x * size - x) < width / 2 + circle.r * size &&
    Math.abs((1 - circle.z) * size - y) < height / 2 + circle.r * size;
  const inside = circles.filter(isIn);
  if (inside.length === 0) return { size, x, y, angle: 0 };
  const edges = inside.flatMap(({ x, z, r }) => [-r, r].map((by) => ({ x: x + by, z: z + by })));
  const others = circles.filter((circle) => !inside.includes(circle));
  return frameAround([...points, ...edges], others);
}

/** The frame of the strip: where the tracks end, turned so that the author is left and the player right. */
export function stripAround([author, player]: readonly (Point | undefined)[]): Frame {
  const from = author ?? player ?? { x: 0.5, z: 0.5 };
  const to = player ?? from;
  const [dx, dz] = [to.x - from.x, to.z - from.z];
  const size = Math.min(STRIP_SIZE_MAX, (STRIP.width - 2 * STRIP_MARGIN) / Math.hypot(dx, dz));
  return { size, x: size * (from.x + dx / 2), y: size * (1 - from.z - dz / 2), angle: Math.atan2(dz, dx) };
}

interface Pixel {
  x: number;
  y: number;
}

/** Where a place of the map is in the picture. */
export function placeIn(frame: Frame, place: Pixel, { width, height }: Size): Pixel {
  const [x, y] = [place.x - frame.x, place.y - frame.y];
  const [cos, sin] = [Math.cos(frame.angle), Math.sin(frame.angle)];
  return { x: width / 2 + x * cos - y * sin, y: height / 2 + x * sin + y * cos };
}

/** Draws lines on darker ones, which set them off. */
function drawLines(surface: Surface, lines: readonly Pixel[][], { colour, width, dash = [] }: Line): void {
  surface.beginPath();
  for (const line of lines)
    for (const [index, { x, y }] of line.entries())
      if (index === 0) surface.moveTo(x, y);
      else surface.lineTo(x, y);
  surface.strokeStyle = SLATE.sea;
  surface.lineWidth = width + 4;
  surface.stroke();
  surface.setLineDash(dash);
  surface.strokeStyle = colour;
  surface.lineWidth = width;
  surface.stroke();
  surface.setLineDash([]);
}

/** Draws a track, with fine lines where the ship was out of sight. */
function drawTrack(surface: Surface, paths: readonly Pixel[][], line: Line): void {
  const gaps = paths.slice(1).map((path, index) => [paths[index]?.at(-1), path[0]] as Pixel[]);
  drawLines(surface, gaps, { colour: line.colour, width: 1 });
  drawLines(surface, paths, line);
}

/** Draws a text on a dark ground, in the middle of a place. */
function drawText(surface: Surface, text: string, { x, y }: Pixel, width: number): void {
  const half = surface.measureText(text).width / 2 + 6;
  const middle = Math.min(Math.max(x, half), width - half);
  surface.fillStyle = SLATE.shade;
  surface.fillRect(middle - half, y - 15, 2 * half, 30);
  surface.fillStyle = SLATE.text;
  surface.textAlign = 'center';
  surface.textBaseline = 'middle';
  surface.fillText(text, middle, y + 1);
}

/**
 * Draws a cross where the player's ship sank. The text is on the side that the ship did not come from, and not on the author's end
 * where that is near.
 */
function drawSinking(
  surface: Surface,
  text: string,
  [start, at, author]: Pixel[],
  { width, height }: Size,
): void {
  if (!start || !at) return;
  const { x, y } = at;
  const isNear = author && Math.hypot((author.x - x) / 2, author.y - y) < 2.5 * TEXT_SIZE;
  const isFree = (isNear ? author : start).y < y;
  const isBelow = y < 48 || (y + 48 < height && isFree);
  const arm = (side: number) => [
    { x: x - CROSS, y: y - side },
    { x: x + CROSS, y: y + side },
  ];
  drawLines(surface, [arm(CROSS), arm(-CROSS)], { colour: PLAYER.colour, width: 6 });
  drawText(surface, text, { x, y: y + (isBelow ? 32 : -32) }, width);
}

/** Draws a hatched picture for a battle without author and player. */
function drawOther(surface: Surface, { width, height }: Size): Shown {
  const lines = Array.from({ length: (width + height) / 22 }, (_, index) => [
    { x: index * 22 - height, y: height },
    { x: index * 22, y: 0 },
  ]);
  drawLines(surface, lines, { colour: SLATE.grid, width: 7 });
  drawText(surface, 'Replay of another battle', { x: width / 2, y: height / 2 }, width);
  return { author: false, player: false, sunk: null };
}

/** The moment that matters: the sinking of the player's ship, else the end. */
export function momentThatMatters({ ships, to }: Battle, { player }: Pair): number {
  return (player === null ? null : ships[player]?.sunkAt) ?? to;
}

/** Draws ships without health, which would be too small to read. */
function drawFleet(pen: Pen, battle: Battle, moment: Moment, isShown: (ship: ShipMoment) => boolean): void {
  const ships = moment.ships.filter(isShown).map((ship) => ({ ...ship, health: null }));
  drawHulls(pen, battle, { ...moment, ships }, { author: null, player: null, pointed: null });
}

/** Draws the map with its edge. */
function drawMap(pen: Pen): void {
  drawGraticule(pen, { fine: false });
  const { surface, size } = pen;
  const corners = [0, 1, 3, 2, 0].map((corner) => ({ x: (corner & 1) * size, y: (corner >> 1) * size }));
  drawLines(surface, [corners], { colour: SLATE.gridText, width: 2 });
}

/** Draws the thumbnail, or the strip for phones. It names no one. */
export function drawThumbnail(
  surface: Surface,
  timeline: Timeline,
  pair: Pair,
  picture: Size,
  style: Pick<Pen, 'font' | 'drawPicture'>,
): Shown {
  const { width, height } = picture;
  const isElsewhere = pair.author === null && pair.player === null;
  surface.font = `700 ${TEXT_SIZE}px ${style.font}`;
  surface.fillStyle = isElsewhere ? SLATE.sea : BEYOND_MAP;
  surface.fillRect(0, 0, width, height);
  if (isElsewhere) return drawOther(surface, picture);
  const battle = prepareBattle(timeline);
  const time = momentThatMatters(battle, pair);
  const moment = momentAt(battle, time);
  const tracks = [pair.author, pair.player].map((index) =>
    index === null ? [] : pathsOf(battle.ships[index] as BattleShip, index, time),
  );
  const ends = tracks.map((paths) => paths.at(-1)?.at(-1));
  const isStrip = picture === STRIP;
  const frame = isStrip ? stripAround(ends) : frameAround(tracks.flat(2), moment.circles);
  const pen: Pen = { surface, size: frame.size, scale: OTHER_SCALE, palette: SLATE, ...style };
  surface.save();
  surface.translate(width / 2, height / 2);
  surface.rotate(frame.angle);
  surface.translate(-Math.round(frame.x), -Math.round(frame.y));
  surface.lineJoin = 'round';
  // Letters would be turned, too.
  const circles = moment.circles.map((circle) => (isStrip ? { ...circle, letter: '' } : circle));
  drawMap(pen);
  drawWaters(pen, { ...moment, circles }, battle.mapSize);
  const isOther = ({ index }: ShipMoment) => index !== pair.author && index !== pair.player;
  drawFleet({ ...pen, palette: FAINT }, battle, moment, isOther);
  const [author = [], player = []] = tracks.map((paths) =>
    paths.map((path) => path.map((point) => toPixels(pen, point))),
  );
  drawTrack(surface, player, PLAYER);
  drawTrack(surface, author, AUTHOR);
  const afloat = ({ index, state }: ShipMoment) => index === pair.player && state !== 'sunk';
  drawFleet({ ...pen, palette: PLAYER_PALETTE, scale: PLAYER_SCALE }, battle, moment, afloat);
  const [from, to] = [author, player].map((paths) => paths.at(-1)?.at(-1));
  surface.beginPath();
  if (from) surface.arc(from.x, from.y, DISC, 0, TURN);
  surface.fillStyle = AUTHOR.colour;
  surface.fill();
  surface.restore();
  const sunkAt = battle.ships[pair.player ?? -1]?.sunkAt ?? null;
  const sunk = to && sunkAt !== null ? eventClock(battle.clock, sunkAt) : null;
  if (to && sunk !== null) {
    const known = [player.at(-1)?.[0] ?? to, to, ...(from ? [from] : [])];
    const places = known.map((place) => placeIn(frame, place, picture));
    drawSinking(surface, `sunk ${sunk}`, places, picture);
  }
  return { author: from !== undefined, player: to !== undefined, sunk };
}
