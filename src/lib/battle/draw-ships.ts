/** Draws ships, wrecks and names. */
import type { Battle, BattleShip } from '#lib/battle/battle.ts';
import { colourOf, type Pen, toPixels } from '#lib/battle/draw-sea.ts';
import { drawHull, hullLength } from '#lib/battle/hulls.ts';
import { type Box, type LabelMemory, type LabelRequest, placeLabels } from '#lib/battle/labels.ts';
import type { Moment, ShipMoment } from '#lib/battle/moment.ts';

/** Ships to mark, by index: the post's author, the player it is about, and one that the viewer points at. */
export interface Marks {
  author: number | null;
  player: number | null;
  pointed: number | null;
}

/** What is kept from frame to frame, so that names stay in place and are measured once. */
export interface DrawMemory {
  labels: LabelMemory;
  widths: Map<string, number>;
}

/** An empty memory. */
export const createDrawMemory = (): DrawMemory => ({ labels: new Map(), widths: new Map() });

const TURN = 2 * Math.PI;
/** How long a sinking is emphasised, in tenths of a second of the battle. */
const SINKING_TIME = 100;
/** Longer names are shortened. */
const NAME_MAX_LENGTH = 24;
const LOST_ALPHA = 0.75;

interface Shown {
  moment: ShipMoment;
  ship: BattleShip;
  x: number;
  y: number;
  half: number;
}

/** What the name of a ship says: for author and player, their part in the post, too. */
function labelOf({ ship, moment }: Shown, { author, player, pointed }: Marks): string {
  const points = [...ship.name];
  const name = points.length > NAME_MAX_LENGTH ? `${points.slice(0, NAME_MAX_LENGTH).join('')}…` : ship.name;
  const clan = ship.clan && moment.index === pointed ? `[${ship.clan}] ` : '';
  if (moment.index === author) return `${clan}${name} · Author`;
  if (moment.index === player) return `${clan}${name} · Player`;
  return clan + name;
}

function drawWreck({ surface, scale, palette }: Pen, { x, y }: Shown): void {
  const arm = 4 * scale;
  surface.beginPath();
  surface.moveTo(x - arm, y - arm);
  surface.lineTo(x + arm, y + arm);
  surface.moveTo(x + arm, y - arm);
  surface.lineTo(x - arm, y + arm);
  surface.strokeStyle = palette.wreck;
  surface.lineWidth = 2 * scale;
  surface.stroke();
}

/** A ring that grows and fades after a ship has sunk. */
function drawSinking(pen: Pen, { ship, x, y }: Shown, time: number): void {
  const share = (time - (ship.sunkAt ?? time)) / SINKING_TIME;
  if (share < 0 || share > 1) return;
  const { surface, scale, palette } = pen;
  surface.beginPath();
  surface.arc(x, y, (8 + share * 18) * scale, 0, TURN);
  surface.globalAlpha = 1 - share;
  surface.strokeStyle = colourOf(palette, ship.side);
  surface.lineWidth = 2 * scale;
  surface.stroke();
  surface.globalAlpha = 1;
}

function drawHealth(pen: Pen, { moment, ship, x, y, half }: Shown): void {
  if (moment.health === null) return;
  const { surface, scale, palette } = pen;
  const [width, height] = [20 * scale, 3 * scale];
  const [left, top] = [x - width / 2, y + half + 3 * scale];
  surface.fillStyle = palette.shade;
  surface.fillRect(left - 1, top - 1, width + 2, height + 2);
  surface.fillStyle = colourOf(palette, ship.side);
  surface.fillRect(left, top, width * Math.min(1, Math.max(0, moment.health)), height);
}

/** The author's ring is whole, the player's is dashed. */
function drawRing({ surface, scale, palette }: Pen, shown: Shown, marks: Marks): void {
  const isAuthor = shown.moment.index === marks.author;
  const isPlayer = shown.moment.index === marks.player;
  if (!isAuthor && !isPlayer && shown.moment.index !== marks.pointed) return;
  surface.beginPath();
  surface.arc(shown.x, shown.y, shown.half + 3 * scale, 0, TURN);
  surface.strokeStyle = isAuthor ? palette.author : isPlayer ? palette.player : palette.text;
  surface.lineWidth = 2 * scale;
  surface.setLineDash(isPlayer ? [4 * scale, 3 * scale] : []);
  surface.stroke();
  surface.setLineDash([]);
}

function drawShip(pen: Pen, shown: Shown): void {
  const { surface, scale, palette } = pen;
  const { ship, moment, x, y } = shown;
  const hollow = moment.state === 'lost';
  surface.save();
  surface.globalAlpha = hollow ? LOST_ALPHA : 1;
  surface.translate(x, y);
  surface.rotate(moment.heading * TURN);
  surface.scale(scale, scale);
  const colour = colourOf(palette, ship.side);
  drawHull(surface, { kind: ship.class, side: ship.side, hollow, colour, sea: palette.sea });
  surface.restore();
  if (!hollow) drawHealth(pen, shown);
}

/** Names in the order of their importance. Wrecks have one only when they are marked. */
function labelled(ships: readonly Shown[], { author, player, pointed }: Marks): Shown[] {
  const rank = ({ moment, ship }: Shown): number => {
    if (moment.index === pointed) return 0;
    if (moment.index === author || moment.index === player) return 1;
    if (moment.state === 'sunk' || ship.name === '') return Number.POSITIVE_INFINITY;
    return moment.state === 'seen' ? 2 : 3;
  };
  return ships
    .filter((shown) => rank(shown) !== Number.POSITIVE_INFINITY)
    .toSorted((a, b) => rank(a) - rank(b) || a.moment.index - b.moment.index);
}

function drawLabels(pen: Pen, ships: readonly Shown[], marks: Marks, memory: DrawMemory): void {
  const { surface, size, scale, palette, font } = pen;
  const height = Math.round(11 * scale);
  const plain = `500 ${height}px ${font}`;
  const bold = `700 ${height}px ${font}`;
  const widthOf = (text: string, style: string): number => {
    const key = `${style} ${text}`;
    const known = memory.widths.get(key);
    if (known !== undefined) return known;
    surface.font = style;
    const { width } = surface.measureText(text);
    memory.widths.set(key, width);
    return width;
  };
  const isMarked = ({ moment: { index } }: Shown) => Object.values(marks).includes(index);
  const shownLabels = labelled(ships, marks).map((shown) => {
    const style = isMarked(shown) ? bold : plain;
    const text = labelOf(shown, marks);
    const request: LabelRequest = {
      key: shown.moment.index,
      x: shown.x,
      y: shown.y,
      width: widthOf(text, style) + 6 * scale,
      height: height + 4 * scale,
      // Below a ship is its health.
      gap: shown.half + 8 * scale,
      important: isMarked(shown),
    };
    return { ...shown, style, text, request };
  });
  const boxes = ships.map(
    ({ x, y, half }): Box => ({ left: x - half, top: y - half, width: 2 * half, height: 2 * half }),
  );
  const requests = shownLabels.map(({ request }) => request);
  const places = placeLabels(requests, boxes, size, memory.labels);
  surface.textAlign = 'center';
  surface.textBaseline = 'middle';
  for (const { moment, ship, style, text } of shownLabels) {
    const box = places.get(moment.index);
    if (box === undefined) continue;
    surface.globalAlpha = moment.state === 'seen' ? 1 : LOST_ALPHA;
    surface.fillStyle = palette.shade;
    surface.fillRect(box.left, box.top, box.width, box.height);
    surface.font = style;
    surface.fillStyle = style === bold ? palette.text : colourOf(palette, ship.side);
    surface.fillText(text, box.left + box.width / 2, box.top + box.height / 2 + 0.5);
  }
  surface.globalAlpha = 1;
}

/** Draws the ships of a moment, with wrecks below and names on top. */
export function drawShips(pen: Pen, battle: Battle, moment: Moment, marks: Marks, memory: DrawMemory): void {
  const ships = moment.ships.map((shipMoment): Shown => {
    const ship = battle.ships[shipMoment.index] as BattleShip;
    const half = hullLength(shipMoment.state === 'sunk' ? 'auxiliary' : ship.class) * pen.scale;
    return { moment: shipMoment, ship, half, ...toPixels(pen, shipMoment) };
  });
  const order = { sunk: 0, lost: 1, seen: 2 };
  for (const shown of ships.toSorted((a, b) => order[a.moment.state] - order[b.moment.state])) {
    if (shown.moment.state === 'sunk') {
      drawWreck(pen, shown);
      drawSinking(pen, shown, moment.time);
    } else drawShip(pen, shown);
    drawRing(pen, shown, marks);
  }
  drawLabels(pen, ships, marks, memory);
}
