/** Draws the thumbnail of a post's battle: the tracks of author and player, and the moment that matters. */

import type { Timeline } from '../timeline.ts';
import { type Battle, type BattleShip, prepareBattle } from './battle.ts';
import { clockFace, eventClock } from './clock.ts';
import { drawGraticule, type Pen } from './draw-chart.ts';
import type { Marks } from './draw-names.ts';
import { colourOf, drawWaters, toPixels } from './draw-sea.ts';
import { drawHulls } from './draw-ships.ts';
import { type CircleMoment, type Moment, momentAt, type ShipMoment, shipAt } from './moment.ts';
import { SLATE } from './palette.ts';
import { lastAt } from './steps.ts';
import { STRIP, type Surface } from './surface.ts';
import { frameAround, type Pixel, type Point, placeIn, type Size, stripAround } from './thumbnail-frame.ts';

/** The ships of a post's author and player, by index; null for one that the battle does not show. */
export type Pair = Pick<Marks, 'author' | 'player'>;

/** A sinking that a thumbnail shows: whose, the battle's clock then, and whether that is the time left. */
export interface ShownSinking {
  of: keyof Pair;
  at: string;
  left: boolean;
  /** Account of who did it, 0 for a ship without one, and the name in the replay; null when no one is known to have. */
  by: { id: number; name: string } | null;
}

/** What a thumbnail shows, for its caption. */
export interface Shown {
  author: boolean;
  player: boolean;
  /** The battle's clock when the player's ship sank; null when it did not. */
  sunk: string | null;
  /** Sinkings of both until the moment shown, the author's first. Earlier versions do not have them. */
  sinkings?: ShownSinking[];
}

/** Scale of shapes: of the player's ship, and of all others. */
const PLAYER_SCALE = 1.9;
const OTHER_SCALE = 0.9;
const TEXT_SIZE = 22;
const CROSS = 12;
const DISC = 9;
const TURN = 2 * Math.PI;
/** Gaps of a track, as a share of its colour. Parts shorter than this, in pixels, are dots. */
const GAP_ALPHA = 0.3;
const DOT_MAX = 13;
/** A track shorter than the player's ship, in pixels, says that the ship was seen once. */
const SEEN_ONCE_MAX = 48;
/** How far a circle's letter is at least from the ends of tracks, in pixels. */
const LETTER_SPACE = 34;

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

const lengthOf = (path: readonly Pixel[] = []): number =>
  path.reduce(
    (sum, { x, y }, i) => sum + Math.hypot(x - (path[i - 1]?.x ?? x), y - (path[i - 1]?.y ?? y)),
    0,
  );

/** Draws a track in its full width, faint where the ship was out of sight, with dots where it was in sight for a moment. */
function drawTrack(surface: Surface, paths: readonly Pixel[][], line: Line): void {
  const gaps = paths.slice(1).map((path, index) => [paths[index]?.at(-1), path[0]] as Pixel[]);
  surface.globalAlpha = GAP_ALPHA;
  drawLines(surface, gaps, { ...line, dash: [] });
  surface.globalAlpha = 1;
  drawLines(surface, paths, line);
  surface.fillStyle = line.colour;
  for (const path of paths) if (lengthOf(path) < DOT_MAX) drawDisc(surface, path.at(-1), line.width * 0.75);
}

function drawDisc(surface: Surface, place: Pixel | undefined, radius: number): void {
  if (!place) return;
  surface.beginPath();
  surface.arc(place.x, place.y, radius, 0, TURN);
  surface.fill();
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

/** A circle that is only its letter, out of the way of the ends of tracks. */
function letterOf(circle: CircleMoment, ends: readonly Point[], size: number): CircleMoment {
  const end = ends.find(({ x, z }) => Math.hypot(circle.x - x, circle.z - z) * size < LETTER_SPACE - DISC);
  const angle = end ? Math.atan2(circle.z - end.z, circle.x - end.x) : 0;
  const step = LETTER_SPACE / size;
  const spot = end && { x: end.x + step * Math.cos(angle), z: end.z + step * Math.sin(angle) };
  return { ...circle, ...spot, r: 0, invader: null };
}

/** Says below a ship that it was seen once; above it where the picture ends, or something else is there. */
function drawSeenOnce(surface: Surface, { x, y }: Pixel, others: Pixel[], { width, height }: Size): void {
  const isTaken = others.some((other) => Math.abs(other.x - x) < 80 && Math.abs(other.y - y - 34) < 26);
  const isAbove = y > 48 && (isTaken || y + 48 > height);
  drawText(surface, 'seen once', { x, y: y + (isAbove ? -34 : 34) }, width);
}

/** Draws a cross where a ship sank. */
function drawCross(surface: Surface, { x, y }: Pixel, { colour }: Line): void {
  const arm = (side: number) => [
    { x: x - CROSS, y: y - side },
    { x: x + CROSS, y: y + side },
  ];
  drawLines(surface, [arm(CROSS), arm(-CROSS)], { colour, width: 6 });
}

/** Draws a hatched picture for a battle without author and player. */
function drawOther(surface: Surface, { width, height }: Size): Shown {
  const lines = Array.from({ length: (width + height) / 22 }, (_, index) => [
    { x: index * 22 - height, y: height },
    { x: index * 22, y: 0 },
  ]);
  drawLines(surface, lines, { colour: SLATE.grid, width: 7 });
  drawText(surface, 'Replay of another battle', { x: width / 2, y: height / 2 }, width);
  return { author: false, player: false, sunk: null, sinkings: [] };
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

/** The sinkings of both until a moment, the author's first: what the caption says, where it was, and who did it from where. */
function sinkingsUntil({ ships, clock, timeline }: Battle, pair: Pair, until: number) {
  return (['author', 'player'] as const).flatMap((of) => {
    const event = timeline.sinkings.find(([at, victim]) => victim === pair[of] && at <= until);
    const [time, victim, by] = event ?? [0, -1, -1];
    const place = ships[victim] && shipAt(ships[victim], victim, time);
    if (!place) return [];
    const ship = by === victim ? undefined : ships[by];
    const left = clockFace(clock, time).meaning === 'left';
    const named = ship ? { id: Math.max(0, ship.account), name: ship.name } : null;
    const shown: ShownSinking = { of, at: eventClock(clock, time), left, by: named };
    return [{ shown, time, place, killer: ship ? shipAt(ship, by, time) : null }];
  });
}

type Sinking = ReturnType<typeof sinkingsUntil>[number];

/** Draws a dotted line from who sank a ship, as it was then, so that no ship nearby seems to have done it. */
function drawKiller(pen: Pen, battle: Battle, pair: Pair, { time, place, killer }: Sinking): void {
  if (!killer) return;
  const marked = killer.index === pair.author ? AUTHOR : killer.index === pair.player ? PLAYER : null;
  const colour = marked?.colour ?? colourOf(SLATE, battle.ships[killer.index]?.side ?? null);
  drawLines(pen.surface, [[toPixels(pen, killer), toPixels(pen, place)]], { colour, width: 3, dash: [3, 5] });
  const moment = { time, ships: [killer], circles: [], smokes: [] };
  if (!marked) drawFleet({ ...pen, scale: 1.5 * OTHER_SCALE }, battle, moment, () => true);
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
  const isStrip = picture === STRIP;
  const last = tracks.map((paths) => paths.at(-1)?.at(-1));
  const ends = last.filter((end) => end !== undefined);
  const sinkings = sinkingsUntil(battle, pair, time);
  const frame = isStrip ? stripAround(last) : frameAround(tracks.flat(2), moment.circles);
  const pen: Pen = { surface, size: frame.size, scale: OTHER_SCALE, palette: SLATE, ...style };
  surface.save();
  surface.translate(width / 2, height / 2);
  surface.rotate(frame.angle);
  surface.translate(-Math.round(frame.x), -Math.round(frame.y));
  surface.lineJoin = 'round';
  const circles = moment.circles.map((circle) => ({ ...circle, letter: '' }));
  drawMap(pen);
  drawWaters(pen, { ...moment, circles }, battle.mapSize);
  const isOther = ({ index }: ShipMoment) => index !== pair.author && index !== pair.player;
  drawFleet({ ...pen, palette: FAINT }, battle, moment, isOther);
  const [author = [], player = []] = tracks.map((paths) =>
    paths.map((path) => path.map((point) => toPixels(pen, point))),
  );
  drawTrack(surface, player, PLAYER);
  drawTrack(surface, author, AUTHOR);
  for (const sinking of sinkings) drawKiller(pen, battle, pair, sinking);
  const afloat = ({ index, state }: ShipMoment) => index === pair.player && state !== 'sunk';
  drawFleet({ ...pen, palette: PLAYER_PALETTE, scale: PLAYER_SCALE }, battle, moment, afloat);
  const [from, to] = [author, player].map((paths) => paths.at(-1)?.at(-1));
  surface.fillStyle = AUTHOR.colour;
  if (!sinkings.some(({ shown }) => shown.of === 'author')) drawDisc(surface, from, DISC);
  // The strip would turn them.
  const letters = isStrip ? [] : moment.circles.map((circle) => letterOf(circle, ends, frame.size));
  drawWaters(pen, { ...moment, smokes: [], circles: letters }, battle.mapSize);
  surface.restore();
  const placed = (place: Pixel) => placeIn(frame, place, picture);
  for (const { shown, place } of sinkings)
    drawCross(surface, placed(toPixels(pen, place)), shown.of === 'author' ? AUTHOR : PLAYER);
  const isOnce = player.length === 1 && lengthOf(player[0]) < SEEN_ONCE_MAX;
  const others = [...ends, ...letters].map((place) => placed(toPixels(pen, place)));
  if (to && isOnce) drawSeenOnce(surface, placed(to), others, picture);
  const shown = sinkings.map((sinking) => sinking.shown);
  const sunk = shown.find(({ of }) => of === 'player')?.at ?? null;
  return { author: from !== undefined, player: to !== undefined, sunk, sinkings: shown };
}
