/** Draws the picture of a card. */
import { brotliDecompressSync } from 'node:zlib';
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { SLATE } from 'wows-replay/battle/palette';
import { type Surface, THUMBNAIL } from 'wows-replay/battle/surface';
import { drawThumbnail } from 'wows-replay/battle/thumbnail';
import { fontFamilies } from '#api/base/fonts.ts';
import { clip, WAITING } from '#api/base/shown-text.ts';
import type { CardBattle, ClanCard, PlayerCard, PostCard } from '#api/calls/previews/cards.ts';
import { COLORS, TONES } from '#api/calls/previews/colors.ts';
import {
  at,
  drawBand,
  drawEmblem,
  drawFigure,
  drawHeader,
  drawMark,
  drawRibbon,
  drawSea,
  LEFT,
  WIDTH,
} from '#api/calls/previews/parts.ts';
import type { PictureOrder } from '#api/calls/previews/pictures.ts';
import { signed } from '#api/calls/previews/preview.ts';
import { drawLine, drawLines, drawText } from '#api/calls/previews/text.ts';
import { pairOf } from '#api/model/replays/draw-thumbnail.ts';
import { captionOf } from '#lib/domain/caption.ts';
import { clanEmblem } from '#lib/domain/emblems.ts';
import { FLAIR_CATEGORIES, flairValue } from '#lib/domain/flairs.ts';
import { karmaTone, totalKarma } from '#lib/domain/karma.ts';
import { SIGN_NAMES } from '#lib/domain/ribbon.ts';
import { leagueColor } from '#lib/domain/tag-colors.ts';
import { PREVIEW_IMAGE } from '#lib/schemas/preview.ts';

/** The right column: the battle, or the text. */
const RIGHT = { x: 656, top: 130, width: 480, height: 320 };
const COLUMN = RIGHT.x - LEFT - 32;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

async function drawPlayer(context: SKRSContext2D, card: PlayerCard): Promise<void> {
  await drawEmblem(context, card.emblem, [LEFT, 142], 160);
  const name = { weight: 700, width: WIDTH - 136 } as const;
  if (card.clanTag !== null)
    drawLine(context, `[${card.clanTag}]`, [LEFT + 136, 182], { ...name, size: 40, color: COLORS.brass });
  const style = { ...name, size: 84, minSize: 40, color: COLORS.ink };
  drawLine(context, card.username, [LEFT + 136, 276], style);
  const total = totalKarma(card);
  drawFigure(context, [signed(total), 'Total karma'], TONES[karmaTone(total)], [LEFT, 460]);
  drawRibbon(context, card.username, card.ribbon, 424);
}

/** A player's flags and name, with the ship below. */
async function drawParty(
  context: SKRSContext2D,
  [name, emblem, color]: readonly [string, string, string],
  [part, battle]: readonly ['author' | 'player', CardBattle | null],
  top: number,
): Promise<void> {
  const ship = battle?.[part];
  await drawEmblem(context, emblem, [LEFT, top], 96);
  const [x, width] = [LEFT + 84, COLUMN - 84];
  drawLine(context, name, [x, top + 46], { size: 38, minSize: 24, weight: 700, color, width });
  const text = ship ? `${part} · ${ship.title}` : part;
  drawLine(context, text, [x, top + 80], { size: 26, color: COLORS.soft, width });
  const { sunk = '', by = '' } = (battle && captionOf(battle).find((entry) => entry.part === part)) ?? {};
  drawLine(context, clip(sunk + by, 100), [x, top + 108], { size: 22, minSize: 18, color, width });
}

/** The ratings in words, each in its colour unless the post does not count yet. */
function drawFlairs(context: SKRSContext2D, { flairs, held }: PostCard): void {
  let x = LEFT;
  for (const category of FLAIR_CATEGORIES) {
    const value = flairValue(flairs[category]);
    const color = held || value === 0 ? COLORS.soft : TONES[karmaTone(value)];
    const text = `${capitalized(category)} ${SIGN_NAMES[value]}`;
    const style = { size: 21, weight: value === 0 ? 400 : 700, color, width: 260 } as const;
    x += 16 + drawLine(context, text, [x, 532], style);
  }
}

/** The thumbnail, larger. */
function drawBattle(context: SKRSContext2D, card: PostCard, packed: Uint8Array): void {
  const timeline = JSON.parse(brotliDecompressSync(packed).toString());
  at(context, RIGHT.x, RIGHT.top, RIGHT.width / THUMBNAIL.width, () => {
    context.beginPath();
    context.rect(0, 0, THUMBNAIL.width, THUMBNAIL.height);
    context.clip();
    const surface = context as unknown as Surface;
    drawThumbnail(surface, timeline, pairOf(timeline, card), THUMBNAIL, { font: fontFamilies() });
  });
}

async function drawPost(
  context: SKRSContext2D,
  card: PostCard,
  timeline: PictureOrder['timeline'],
): Promise<void> {
  const { battle, emblems, author, player } = card;
  const { shown } = battle?.thumbnail ?? {};
  const isElsewhere = shown && !shown.author && !shown.player && !battle?.author && !battle?.player;
  const title = { size: 42, weight: 700, color: COLORS.ink, maxLines: 2 } as const;
  drawLines(context, card.title, [LEFT, 168], { ...title, width: COLUMN });
  await drawParty(context, [author, emblems[0], SLATE.author], ['author', battle], 262);
  await drawParty(context, [player, emblems[1], SLATE.player], ['player', battle], 382);
  drawFlairs(context, card);
  if (timeline && !isElsewhere) drawBattle(context, card, timeline);
  else {
    const box = { ...RIGHT, bottom: RIGHT.top + 300, color: COLORS.soft };
    drawText(context, card.excerpt, { ...box, sizes: [40, 34, 32] });
  }
  drawRibbon(context, card.player, card.ribbon, 456);
  if (card.held) drawBand(context, capitalized(WAITING));
  else if (isElsewhere) drawBand(context, 'Replay of another battle');
}

async function drawClan(context: SKRSContext2D, card: ClanCard): Promise<void> {
  const line = { weight: 700, width: WIDTH - 136 } as const;
  const flags = clanEmblem(card.id);
  await drawEmblem(context, flags, [LEFT, 142], 160, leagueColor(card.leagueColor) ?? COLORS.soft);
  drawLine(context, `[${card.tag}]`, [LEFT + 136, 212], {
    ...line,
    size: 84,
    minSize: 48,
    color: COLORS.brass,
  });
  drawLine(context, card.name, [LEFT + 136, 286], { ...line, size: 56, minSize: 36, color: COLORS.ink });
  if (card.isDisbanded) {
    const style = { size: 36, color: COLORS.soft, width: WIDTH };
    drawLine(context, 'This clan was disbanded.', [LEFT, 400], style);
    return;
  }
  const members = card.members === 1 ? 'Member' : 'Members';
  drawFigure(context, [card.members.toLocaleString('en'), members], COLORS.ink, [LEFT, 460]);
  const tone = TONES[karmaTone(card.karma)];
  drawFigure(context, [signed(card.karma), 'Total karma'], tone, [LEFT + 440, 460]);
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
export async function drawCard({ card, label, timeline }: PictureOrder): Promise<Canvas> {
  const canvas = createCanvas(PREVIEW_IMAGE.width, PREVIEW_IMAGE.height);
  const context = canvas.getContext('2d');
  drawSea(context);
  if (card === 'hidden') {
    drawNeutral(context, label);
    return canvas;
  }
  drawHeader(context, label);
  if (card.kind === 'player') await drawPlayer(context, card);
  else if (card.kind === 'post') await drawPost(context, card, timeline);
  else await drawClan(context, card);
  return canvas;
}
