/** Frames of a replay's video: the map, with clock and points above it and the latest event below it. */

import type { Timeline } from '../timeline.ts';
import { type Battle, prepareBattle } from './battle.ts';
import { CLOCK_WORDS, clockFace, eventClock } from './clock.ts';
import { createDrawMemory, type Marks } from './draw-names.ts';
import { colourOf } from './draw-sea.ts';
import { type BattleEvent, eventsOf, eventText } from './events.ts';
import { afloatAt, pointsAt } from './moment.ts';
import { DARK } from './palette.ts';
import { drawBackdrop, drawMap } from './scene.ts';
import { lastAt } from './steps.ts';
import type { Surface } from './surface.ts';

const HEAD = 48;
const FOOT = 32;
const MAP = 640;
const PAD = 14;

/** Size of a frame, in pixels. Both are even, as video formats need. */
export const FRAME_WIDTH = MAP;
export const FRAME_HEIGHT = HEAD + MAP + FOOT;

/** How a video looks. */
export interface VideoStyle {
  /** A font family with its fallbacks. */
  font: string;
  /** Ships to mark, by index; none by default. */
  marks?: Pick<Marks, 'author' | 'player'>;
  /**
   * A canvas of the map's size for what never changes, what draws it onto the frame, and what draws the map's picture onto it.
   */
  copy?: { surface: Surface; draw: () => void; drawPicture: ((size: number) => void) | undefined };
}

function drawHead(surface: Surface, battle: Battle, time: number, font: string): void {
  const face = clockFace(battle.clock, time);
  const points = pointsAt(battle, time);
  const middle = HEAD / 2;
  surface.textBaseline = 'middle';
  surface.fillStyle = DARK.text;
  surface.textAlign = 'center';
  surface.font = `700 22px ${font}`;
  surface.fillText(face.text, MAP / 2, middle - 7);
  surface.font = `12px ${font}`;
  surface.fillText(CLOCK_WORDS[face.meaning], MAP / 2, middle + 13);
  for (const side of [0, 1] as const) {
    const { afloat, of } = afloatAt(battle, side, time);
    const text = points ? `${points[side]} · ${afloat}/${of} afloat` : `${afloat}/${of} afloat`;
    const x = side === 0 ? PAD : MAP - PAD;
    surface.textAlign = side === 0 ? 'left' : 'right';
    surface.fillStyle = colourOf(DARK, side);
    surface.font = `12px ${font}`;
    surface.fillText(battle.teams[side], x, middle - 9);
    surface.font = `600 15px ${font}`;
    surface.fillText(text, x, middle + 9);
  }
}

/** The longest start of a text that fits, with an ellipsis. */
function shorten(surface: Surface, text: string, width: number): string {
  let shown = text;
  while (shown.length > 1 && surface.measureText(shown).width > width)
    shown = `${shown.slice(0, Math.floor(shown.length * 0.9) - 1).toWellFormed()}…`;
  return shown;
}

function drawFoot(surface: Surface, battle: Battle, latest: BattleEvent | undefined, font: string): void {
  if (latest === undefined) return;
  surface.fillStyle = DARK.text;
  surface.textAlign = 'left';
  surface.textBaseline = 'middle';
  surface.font = `14px ${font}`;
  const text = `${eventClock(battle.clock, latest.time)}  ${eventText(battle, latest)}`;
  surface.fillText(shorten(surface, text, MAP - 2 * PAD), PAD, HEAD + MAP + FOOT / 2);
}

/** Returns a function that draws the frame of a moment, in tenths of a second since the battle's start. */
export function createFrameDrawer(
  timeline: Timeline,
  { font, marks = { author: null, player: null }, copy }: VideoStyle,
): (surface: Surface, time: number) => void {
  const battle = prepareBattle(timeline, marks.author);
  const events = eventsOf(battle);
  const times = events.map(({ time }) => time);
  const memory = createDrawMemory();
  const look = { size: MAP, palette: DARK, font };
  const style = { ...look, marks: { ...marks, pointed: null }, drawBackdrop: copy?.draw };
  if (copy) drawBackdrop(copy.surface, { ...look, drawPicture: copy.drawPicture }, battle);
  return (surface, time) => {
    surface.fillStyle = '#060f19';
    surface.fillRect(0, 0, FRAME_WIDTH, FRAME_HEIGHT);
    drawHead(surface, battle, time, font);
    drawFoot(surface, battle, events[lastAt(times, time)], font);
    surface.save();
    surface.translate(0, HEAD);
    drawMap(surface, battle, time, style, memory);
    surface.restore();
  };
}
