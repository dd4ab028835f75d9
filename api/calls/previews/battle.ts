/** The battle of a post's replay in its picture: map and ships in a row of boxes. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { drawHull } from 'wows-replay/battle/hulls';
import type { CardBattle, CardShip, PostCard } from '#api/calls/previews/cards.ts';
import { COLORS } from '#api/calls/previews/colors.ts';
import { at, type Box, drawBox, LEFT, path, WIDTH } from '#api/calls/previews/parts.ts';
import { drawLine, drawText } from '#api/calls/previews/text.ts';

/** Top of the row. */
export const BATTLE_TOP = 456;
const HEIGHT = 122;
const GAP = 20;

/** A label above a larger text, right of an icon. */
function drawLabelled(
  context: SKRSContext2D,
  [label, text]: readonly [string, string],
  color: string,
  [x, y, width]: Box,
): void {
  drawLine(context, label, [x + 92, y + 48], {
    size: 24,
    minSize: 20,
    color: COLORS.soft,
    width: width - 108,
  });
  const box = { x: x + 92, top: y + 54, bottom: y + 110, width: width - 108 };
  drawText(context, text, { ...box, sizes: [32, 26, 22], weight: 700, color });
}

/** A map's name in a box, with the grid of the minimap. */
function drawPlace(context: SKRSContext2D, map: string, box: Box): void {
  const [x, y, , height] = box;
  drawBox(context, ...box, COLORS.line);
  at(context, x + 20, y + (height - 60) / 2, 15, () => {
    context.strokeStyle = COLORS.soft;
    context.lineWidth = 2 / 15;
    context.stroke(path('M0 0h4v4H0zM0 1h4M0 2h4M0 3h4M1 0v4M2 0v4M3 0v4'));
  });
  drawLabelled(context, ['Map', map], COLORS.ink, box);
}

/** A player's name and ship in a box. */
function drawSailor(
  context: SKRSContext2D,
  name: string,
  ship: CardShip | null,
  color: string,
  box: Box,
): void {
  const [x, y, , height] = box;
  drawBox(context, ...box, COLORS.line);
  if (ship !== null)
    at(context, x + 50, y + height / 2, 4, () =>
      drawHull(context, { kind: ship.kind, side: 0, hollow: false, colour: color, sea: COLORS.tile }),
    );
  drawLabelled(context, [name, ship?.title ?? 'Not shown'], ship === null ? COLORS.soft : color, box);
}

/** Draws map and ships. */
export function drawBattle(context: SKRSContext2D, { author, player }: PostCard, battle: CardBattle): void {
  const width = (WIDTH - 2 * GAP) / 3;
  const boxAt = (index: number): Box => [LEFT + index * (width + GAP), BATTLE_TOP, width, HEIGHT];
  drawPlace(context, battle.map ?? 'Unknown map', boxAt(0));
  drawSailor(context, author, battle.author, COLORS.ink, boxAt(1));
  drawSailor(context, player, battle.player, COLORS.brass, boxAt(2));
}
