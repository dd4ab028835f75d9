/** Draws ships and wrecks. */
import type { Battle, BattleShip } from './battle.ts';
import type { Pen } from './draw-chart.ts';
import { type DrawMemory, drawNames, LOST_ALPHA, type Marks, type ShownShip, wordsOf } from './draw-names.ts';
import { colourOf, drawContested, toPixels } from './draw-sea.ts';
import { drawHull, hullLength } from './hulls.ts';
import type { Moment } from './moment.ts';

const TURN = 2 * Math.PI;
/** How long a sinking is emphasised, in tenths of a second of the battle. */
const SINKING_TIME = 100;

function drawWreck({ surface, scale, palette }: Pen, { x, y }: ShownShip): void {
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
function drawSinking(pen: Pen, { ship, x, y }: ShownShip, time: number): void {
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

function drawHealth(pen: Pen, { moment, ship, x, y, half }: ShownShip): void {
  if (moment.health === null) return;
  const { surface, scale, palette } = pen;
  const [width, height] = [20 * scale, 3 * scale];
  const [left, top] = [x - width / 2, y + half + 3 * scale];
  surface.fillStyle = palette.wreck;
  surface.fillRect(left - 1, top - 1, width + 2, height + 2);
  surface.fillStyle = palette.sea;
  surface.fillRect(left, top, width, height);
  surface.fillStyle = colourOf(palette, ship.side);
  surface.fillRect(left, top, width * Math.min(1, Math.max(0, moment.health)), height);
}

/** The author's ring is whole, the player's is dashed. */
function drawRing({ surface, scale, palette }: Pen, shown: ShownShip, marks: Marks): void {
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

function drawShip(pen: Pen, shown: ShownShip): void {
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

/** Draws hulls and wrecks without names: wrecks first, ships in sight last. */
export function drawHulls(pen: Pen, battle: Battle, moment: Moment, marks: Marks): ShownShip[] {
  const ships = moment.ships.map((shipMoment): ShownShip => {
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
  return ships;
}

/** Draws the ships of a moment, with contested circles and names on top. */
export function drawShips(pen: Pen, battle: Battle, moment: Moment, marks: Marks, memory: DrawMemory): void {
  const ships = drawHulls(pen, battle, moment, marks);
  const words = [...drawContested(pen, moment.circles), ...wordsOf(pen, moment.circles)];
  drawNames(pen, { ships, words, marks, memory });
}
