/** The worker that draws the battle player's map. The page hands over the canvas and the timeline once, then scenes. */
import { prepareBattle } from 'wows-replay/battle/battle';
import { createPainter, type Painter, type Scene } from 'wows-replay/battle/painter';
import type { Timeline } from 'wows-replay/timeline';

/** The first message to the worker, after it has reported that it is ready. */
export interface MapStart {
  canvas: OffscreenCanvas;
  timeline: Timeline;
}

/** A picture of the map, which may come at any time. */
export interface MapPictureMessage {
  picture: ImageBitmap;
}

let painter: Painter | undefined;
let next: Scene | undefined;
let last: Scene | undefined;

/** Scenes that arrive faster than they can be drawn are left out. */
function drawNext(): void {
  if (next) painter?.paint(next);
  next = undefined;
}

addEventListener('message', ({ data }: MessageEvent<MapStart | MapPictureMessage | Scene>) => {
  if ('canvas' in data) {
    painter = createPainter(data.canvas, new OffscreenCanvas(1, 1), prepareBattle(data.timeline));
    return;
  }
  if ('picture' in data) painter?.setPicture(data.picture);
  const scene = 'picture' in data ? last : data;
  if (scene === undefined) return;
  if (next === undefined) requestAnimationFrame(drawNext);
  next = scene;
  last = scene;
});

// Browsers without these draw on the page: an error before the first message makes it do so.
if (typeof requestAnimationFrame !== 'function' || !new OffscreenCanvas(1, 1).getContext('2d'))
  throw new Error('Workers cannot draw in this browser.');
postMessage('ready');
