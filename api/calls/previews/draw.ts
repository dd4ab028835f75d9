/** Draws the picture of a card. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { drawHull } from 'wows-replay/battle/hulls';
import { WAITING } from '#api/base/shown-text.ts';
import type {
  Card,
  CardBattle,
  CardShip,
  ClanCard,
  PlayerCard,
  PostCard,
} from '#api/calls/previews/cards.ts';
import { COLORS } from '#api/calls/previews/colors.ts';
import {
  ABOVE_SHIP,
  at,
  type Box,
  drawBox,
  drawHeader,
  drawMark,
  drawPill,
  drawSea,
  drawShip,
  drawTile,
  LEFT,
  path,
  WIDTH,
} from '#api/calls/previews/parts.ts';
import { signed } from '#api/calls/previews/preview.ts';
import { drawLine, drawLines, drawText } from '#api/calls/previews/text.ts';
import { FLAIR_CATEGORIES, flairValue } from '#lib/domain/flairs.ts';
import { totalKarma } from '#lib/domain/karma.ts';
import { PREVIEW_IMAGE } from '#lib/schemas/preview.ts';

/** Top of the row. */
const BATTLE_TOP = 456;
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
function drawBattle(context: SKRSContext2D, { author, player }: PostCard, battle: CardBattle): void {
  const width = (WIDTH - 2 * GAP) / 3;
  const boxAt = (index: number): Box => [LEFT + index * (width + GAP), BATTLE_TOP, width, HEIGHT];
  drawPlace(context, battle.map ?? 'Unknown map', boxAt(0));
  drawSailor(context, author, battle.author, COLORS.ink, boxAt(1));
  drawSailor(context, player, battle.player, COLORS.brass, boxAt(2));
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function drawPills(context: SKRSContext2D, pills: readonly (readonly [string, number])[], y: number): void {
  let x = LEFT;
  for (const [text, value] of pills) x += drawPill(context, text, value, [x, y]) + 16;
}

function drawPlayer(context: SKRSContext2D, card: PlayerCard): void {
  const name = { weight: 700, width: WIDTH } as const;
  if (card.clanTag !== null)
    drawLine(context, `[${card.clanTag}]`, [LEFT, 166], { ...name, size: 40, color: COLORS.brass });
  drawLine(context, card.username, [LEFT, 262], { ...name, size: 84, minSize: 40, color: COLORS.ink });
  drawTile(context, 'Total karma', totalKarma(card), [LEFT, 306, 440, 150]);
  drawTile(context, 'In-game', card.gameKarma, [LEFT + 460, 306, 286, 150]);
  drawTile(context, 'Platform', card.siteKarma, [LEFT + 766, 306, 286, 150]);
  const pills = FLAIR_CATEGORIES.map((category) => {
    const value = card.ratings[category];
    return [`${capitalized(category)} ${signed(value)}`, value] as const;
  });
  drawPills(context, pills, 486);
}

const FLAIR_WORDS = { 1: 'good', 0: 'neutral', [-1]: 'bad' } as const;

function drawPost(context: SKRSContext2D, card: PostCard): void {
  const bold = { weight: 700, color: COLORS.ink } as const;
  // Without a battle, the text has its place.
  const { size, sizes, gap, bottom } =
    card.battle === null
      ? { size: 56, sizes: [44, 36, 28], gap: 10, bottom: 570 }
      : { size: 50, sizes: [34, 28], gap: 0, bottom: BATTLE_TOP - 22 };
  const title = drawLines(context, card.title, [LEFT, 176], { ...bold, size, width: WIDTH, maxLines: 2 });
  const y = title + size + gap;
  const author = drawLine(context, card.author, [LEFT, y], { size: 32, ...bold, width: 460 });
  const about = { size: 32, color: COLORS.soft, width: 200 } as const;
  const middle = LEFT + author + 14;
  const end = middle + drawLine(context, 'about', [middle, y], about) + 14;
  drawLine(context, card.player, [end, y], { size: 32, ...bold, color: COLORS.brass, width: 460 });
  const pills = FLAIR_CATEGORIES.map((category) => {
    const value = flairValue(card.flairs[category]);
    return [`${capitalized(category)}: ${FLAIR_WORDS[value]}`, card.held ? 0 : value] as const;
  });
  drawPills(context, pills, y + 26 + gap);
  const box = { x: LEFT, top: y + 98 + 2 * gap, bottom, width: WIDTH, sizes, color: COLORS.soft };
  const text = card.held ? `${capitalized(WAITING)}. ${card.excerpt}` : card.excerpt;
  const last = drawText(context, text, box);
  if (card.battle !== null) drawBattle(context, card, card.battle);
  else if (last <= ABOVE_SHIP) drawShip(context);
}

function drawClan(context: SKRSContext2D, card: ClanCard): void {
  const line = { weight: 700, width: WIDTH } as const;
  drawLine(context, `[${card.tag}]`, [LEFT, 220], { ...line, size: 96, minSize: 48, color: COLORS.brass });
  drawLine(context, card.name, [LEFT, 300], { ...line, size: 56, minSize: 36, color: COLORS.ink });
  if (card.isDisbanded) {
    drawLine(context, 'This clan was disbanded.', [LEFT, 400], {
      size: 36,
      color: COLORS.soft,
      width: WIDTH,
    });
    return;
  }
  const members = card.members === 1 ? 'Member' : 'Members';
  drawTile(context, members, card.members, [LEFT, 350, 320, 170], { plain: true });
  drawTile(context, 'Total karma', card.karma, [LEFT + 340, 350, 440, 170]);
}

function drawNeutral(context: SKRSContext2D, region: string): void {
  drawMark(context, LEFT, 150, 150);
  const title = { size: 88, weight: 700, width: 800, color: COLORS.ink } as const;
  drawLine(context, 'Fleet Karma', [LEFT + 180, 230], title);
  drawLine(context, region, [LEFT + 180, 290], { size: 44, color: COLORS.soft, width: 800 });
  const text = 'Captains rate captains, with the replay as evidence.';
  drawLine(context, text, [LEFT, 400], { size: 40, color: COLORS.soft, width: WIDTH });
}

/** The picture of a card in a region, named as its label; for a hidden card one that names no one (rule 23.7). */
export function drawCard(card: Card | 'hidden', region: string): Canvas {
  const canvas = createCanvas(PREVIEW_IMAGE.width, PREVIEW_IMAGE.height);
  const context = canvas.getContext('2d');
  drawSea(context);
  if (card === 'hidden' || card.kind !== 'post') drawShip(context);
  if (card === 'hidden') {
    drawNeutral(context, region);
    return canvas;
  }
  drawHeader(context, region);
  if (card.kind === 'player') drawPlayer(context, card);
  else if (card.kind === 'post') drawPost(context, card);
  else drawClan(context, card);
  return canvas;
}
