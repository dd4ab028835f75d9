/** Draws what is below the ships: capture circles and smoke. */
import type { Side } from './battle.ts';
import type { Pen } from './draw-chart.ts';
import type { Box } from './labels.ts';
import type { CircleMoment, Moment } from './moment.ts';
import type { Palette } from './palette.ts';

const CONTESTED = 'contested';
/** The word is readable from this size on, in pixels. */
const CONTESTED_MIN_SIZE = 10;
const TURN = 2 * Math.PI;
/** Estimated radius of a cloud of smoke, in world units. */
const SMOKE_RADIUS = 22;

/** Dashes by side, so that circles differ without colour. */
const ENEMY_DASH = [7, 5];

/** The colour of a side. */
export const colourOf = ({ own, enemy, neutral }: Palette, side: Side): string =>
  side === 0 ? own : side === 1 ? enemy : neutral;

/** Pixels of a place on the map: x to the right, z upwards. */
export const toPixels = ({ size }: Pick<Pen, 'size'>, { x, z }: { x: number; z: number }) => ({
  x: x * size,
  y: (1 - z) * size,
});

function strokeArc({ surface }: Pen, x: number, y: number, radius: number, share: number): void {
  surface.beginPath();
  surface.arc(x, y, radius, -TURN / 4, -TURN / 4 + share * TURN);
  surface.stroke();
}

/** A circle in the owner's style, with an arc in the invader's for the progress of the capture. */
function drawCircle(pen: Pen, circle: CircleMoment): void {
  const { surface, palette, scale, size, font } = pen;
  const { x, y } = toPixels(pen, circle);
  const radius = circle.r * size;
  const owner = colourOf(palette, circle.owner);
  surface.beginPath();
  surface.arc(x, y, radius, 0, TURN);
  surface.globalAlpha = circle.owner === null ? 0.05 : 0.12;
  surface.fillStyle = owner;
  surface.fill();
  surface.globalAlpha = circle.owner === null ? 0.7 : 1;
  surface.strokeStyle = owner;
  surface.lineWidth = 1.5 * scale;
  surface.setLineDash(circle.owner === 1 ? ENEMY_DASH : []);
  surface.stroke();
  surface.globalAlpha = 1;
  if (circle.invader !== null && circle.progress > 0) {
    surface.strokeStyle = colourOf(palette, circle.invader);
    surface.lineWidth = 4 * scale;
    surface.setLineDash(circle.invader === 1 ? ENEMY_DASH : []);
    strokeArc(pen, x, y, Math.max(1, radius - 3.5 * scale), Math.min(1, circle.progress));
  }
  surface.setLineDash([]);
  surface.fillStyle = owner;
  surface.textAlign = 'center';
  surface.textBaseline = 'middle';
  surface.font = `700 ${Math.round(20 * scale)}px ${font}`;
  surface.fillText(circle.letter, x, y);
}

/** Marks contested circles, above the ships, which are what contests them. Returns the places, where no name may be. */
export function drawContested(pen: Pen, circles: readonly CircleMoment[]): Box[] {
  const { surface, palette, scale, font } = pen;
  const contested = circles.filter((circle) => circle.contested);
  if (contested.length === 0) return [];
  const height = Math.max(CONTESTED_MIN_SIZE, Math.round(11 * scale));
  surface.font = `600 ${height}px ${font}`;
  surface.textAlign = 'center';
  surface.textBaseline = 'middle';
  const box = { width: surface.measureText(CONTESTED).width + 6 * scale, height: height + 4 * scale };
  return contested.map((circle) => {
    const { x, y } = toPixels(pen, circle);
    const middle = y + 20 * scale;
    const place = { ...box, left: x - box.width / 2, top: middle - box.height / 2 };
    surface.fillStyle = palette.shade;
    surface.fillRect(place.left, place.top, place.width, place.height);
    surface.fillStyle = palette.text;
    surface.fillText(CONTESTED, x, middle + 0.5);
    return place;
  });
}

/** Capture circles and smoke. */
export function drawWaters(pen: Pen, { circles, smokes }: Moment, mapSize: number): void {
  const { surface, size, palette } = pen;
  for (const circle of circles) drawCircle(pen, circle);
  surface.fillStyle = palette.smoke;
  for (const smoke of smokes) {
    const { x, y } = toPixels(pen, smoke);
    surface.beginPath();
    surface.arc(x, y, (SMOKE_RADIUS / mapSize) * size, 0, TURN);
    surface.fill();
  }
}
