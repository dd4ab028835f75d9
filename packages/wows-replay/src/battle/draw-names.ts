/** Draws the names of ships. */

import { shipTitle } from '../ships.ts';
import type { BattleShip } from './battle.ts';
import { CELLS, type Pen } from './draw-chart.ts';
import { colourOf, toPixels } from './draw-sea.ts';
import { type Box, type LabelMemory, type LabelRequest, placeLabels } from './labels.ts';
import type { CircleMoment, ShipMoment } from './moment.ts';

/** Ships to mark, by index: the post's author, the player it is about, and one that the viewer points at. */
export interface Marks {
  author: number | null;
  player: number | null;
  pointed: number | null;
}

/** State from frame to frame, so that names stay in place and are measured once. */
export interface DrawMemory {
  labels: LabelMemory;
  widths: Map<string, number>;
}

/** An empty memory. */
export const createDrawMemory = (): DrawMemory => ({ labels: new Map(), widths: new Map() });

/** Longer names are shortened. */
const NAME_MAX_LENGTH = 24;
/** Names are readable from this size on, in pixels. */
const NAME_MIN_SIZE = 10;
/** How visible ships out of sight are. */
export const LOST_ALPHA = 0.75;

/** A ship that is drawn: its centre in pixels, and half of its length. */
export interface ShownShip {
  moment: ShipMoment;
  ship: BattleShip;
  x: number;
  y: number;
  half: number;
}

/** The details of a ship: clan, name, class, and health in percent. */
export function shipDetails({ ship, moment }: Pick<ShownShip, 'ship' | 'moment'>, name: string): string {
  const health = moment.health === null ? null : `${Math.ceil(moment.health * 100)} %`;
  const words = [ship.clan ? `[${ship.clan}] ${name}` : name, shipTitle(ship.shipParamsId), health];
  return words.filter(Boolean).join(' · ');
}

/** The label of a ship. Those of author and player also name their part in the post. */
function labelOf(shown: ShownShip, { author, player, pointed }: Marks): string {
  const { ship, moment } = shown;
  // Ships of the game's AI have no name, so their class tells them apart.
  const whole = ship.name || (shipTitle(ship.shipParamsId, null, true) ?? '');
  const points = [...whole];
  const name = points.length > NAME_MAX_LENGTH ? `${points.slice(0, NAME_MAX_LENGTH).join('')}…` : whole;
  const part = moment.index === author ? ' · Author' : moment.index === player ? ' · Player' : '';
  return moment.index === pointed ? shipDetails(shown, name + part) : name + part;
}

/** Names in the order of their importance. Wrecks have one only when they are marked. */
function labelled(ships: readonly ShownShip[], { author, player, pointed }: Marks): ShownShip[] {
  const rank = ({ moment, ship }: ShownShip): number => {
    if (moment.index === pointed) return 0;
    if (moment.index === author || moment.index === player) return 1;
    if (moment.state === 'sunk' || !(ship.name || shipTitle(ship.shipParamsId)))
      return Number.POSITIVE_INFINITY;
    if (ship.name === '') return 4;
    return moment.state === 'seen' ? 2 : 3;
  };
  return ships
    .filter((shown) => rank(shown) !== Number.POSITIVE_INFINITY)
    .toSorted((a, b) => rank(a) - rank(b) || a.moment.index - b.moment.index);
}

/** Connects a ship with a name that is not next to it. */
function drawLeader({ surface }: Pen, { x, y }: { x: number; y: number }, box: Box, colour: string): void {
  surface.beginPath();
  surface.moveTo(x, y);
  surface.lineTo(
    Math.min(Math.max(x, box.left), box.left + box.width),
    Math.min(Math.max(y, box.top), box.top + box.height),
  );
  surface.strokeStyle = colour;
  surface.lineWidth = 1;
  surface.globalAlpha = 0.5;
  surface.stroke();
}

const squareAt = (x: number, y: number, edge: number): Box => ({
  left: x - edge / 2,
  top: y - edge / 2,
  width: edge,
  height: edge,
});

/** The places of the letters of circles, and of the names of columns and rows. */
export function wordsOf(pen: Pen, circles: readonly CircleMoment[]): Box[] {
  const { size, scale } = pen;
  const places = circles.map((circle) => ({ ...toPixels(pen, circle), edge: 20 * scale }));
  for (let cell = 0; cell < CELLS; cell += 1) {
    const [middle, inset, edge] = [((cell + 0.5) * size) / CELLS, 10 * scale, 16 * scale];
    places.push({ x: middle, y: inset, edge }, { x: inset, y: middle, edge });
  }
  return places.map(({ x, y, edge }) => squareAt(x, y, edge));
}

/** Input for drawing names. `words` are the places of other words. */
interface NamesOf {
  ships: readonly ShownShip[];
  words: readonly Box[];
  marks: Marks;
  memory: DrawMemory;
}

/** Draws the names of the ships that have room for one. */
export function drawNames(pen: Pen, { ships, words, marks, memory }: NamesOf): void {
  const { surface, size, scale, palette, font } = pen;
  const height = Math.max(NAME_MIN_SIZE, Math.round(11 * scale));
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
  const isMarked = ({ moment: { index } }: ShownShip) => Object.values(marks).includes(index);
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
  const boxes = ships.map(({ x, y, half }) => squareAt(x, y, 2 * half));
  const requests = shownLabels.map(({ request }) => request);
  const places = placeLabels(requests, { ships: boxes, words }, size, memory.labels);
  surface.textAlign = 'center';
  surface.textBaseline = 'middle';
  // Setting a font is slow, even if it is the same.
  let current = '';
  for (const { moment, ship, x, y, style, text } of shownLabels) {
    const box = places.get(moment.index);
    if (box === undefined) continue;
    if (box.far) drawLeader(pen, { x, y }, box, colourOf(palette, ship.side));
    surface.globalAlpha = moment.state === 'seen' ? 1 : LOST_ALPHA;
    surface.fillStyle = palette.shade;
    surface.fillRect(box.left, box.top, box.width, box.height);
    if (style !== current) surface.font = style;
    current = style;
    surface.fillStyle = style === bold ? palette.text : colourOf(palette, ship.side);
    surface.fillText(text, box.left + box.width / 2, box.top + box.height / 2 + 0.5);
  }
  surface.globalAlpha = 1;
}
