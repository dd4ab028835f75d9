/** The worker that draws the battle player's map. The page hands over the canvas and the timeline once, then scenes. */
import { prepareBattle } from '#lib/battle/battle.ts';
import { createPainter, type Scene } from '#lib/battle/painter.ts';
import type { Timeline } from '#lib/schemas/timeline.ts';

/** The first message to the worker, after it has reported that it is ready. */
export interface MapStart {
  canvas: OffscreenCanvas;
  timeline: Timeline;
}

let paint: (scene: Scene) => void = () => {};
let next: Scene | undefined;

/** Scenes that arrive faster than they can be drawn are left out. */
function drawNext(): void {
  if (next) paint(next);
  next = undefined;
}

addEventListener('message', ({ data }: MessageEvent<MapStart | Scene>) => {
  if ('canvas' in data) {
    paint = createPainter(data.canvas, new OffscreenCanvas(1, 1), prepareBattle(data.timeline));
    return;
  }
  if (next === undefined) requestAnimationFrame(drawNext);
  next = data;
});

// Browsers without these draw on the page: an error before the first message makes it do so.
if (typeof requestAnimationFrame !== 'function' || !new OffscreenCanvas(1, 1).getContext('2d'))
  throw new Error('Workers cannot draw in this browser.');
postMessage('ready');
