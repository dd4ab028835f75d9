/** Draws the map in a worker where browsers can, so that the main thread is free; elsewhere on the page itself. */
import type { Battle } from 'wows-replay/battle/battle';
import { createPainter, type Painter, type Scene } from 'wows-replay/battle/painter';
import type { MapPictureMessage, MapStart } from '#lib/replay/map-worker.ts';
import workerUrl from '#lib/replay/map-worker.ts?worker&url';
import { runtime } from '#lib/runtime.ts';

/** Longest wait for the worker's code, in milliseconds. */
const WAIT_MS = 3000;

/** A canvas can be handed over only once, so each attempt has its own. */
function addCanvas(host: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  host.replaceChildren(canvas);
  return canvas;
}

/** Starts the worker. Calls `ready` with the painter, or `failed`, which may also come later. Returns a function that ends it. */
function startWorker(
  host: HTMLElement,
  { timeline }: Battle,
  ready: (painter: Painter) => void,
  failed: () => void,
) {
  const worker = runtime.createWorker(workerUrl);
  const stop = (): void => {
    stopWaiting();
    worker.terminate();
  };
  const giveUp = (): void => {
    stop();
    failed();
  };
  const stopWaiting = runtime.setTimer(giveUp, WAIT_MS);
  worker.onerror = giveUp;
  worker.onmessage = () => {
    stopWaiting();
    const canvas = addCanvas(host).transferControlToOffscreen();
    worker.postMessage({ canvas, timeline } satisfies MapStart, [canvas]);
    ready({
      paint: (scene) => worker.postMessage(scene),
      setPicture: (picture) => worker.postMessage({ picture } satisfies MapPictureMessage),
    });
  };
  return stop;
}

/** Puts a canvas into an element and draws scenes onto it. Until it can, it remembers the last scene and the picture. */
export function createMapDrawing(host: HTMLElement, battle: Battle) {
  let last: Scene | undefined;
  let picture: ImageBitmap | undefined;
  let painter: Painter | undefined;
  const use = (next: Painter): void => {
    painter = next;
    if (picture) next.setPicture(picture);
    if (last) next.paint(last);
  };
  const drawHere = (): void => use(createPainter(addCanvas(host), document.createElement('canvas'), battle));
  let stop = (): void => {};
  if ('transferControlToOffscreen' in HTMLCanvasElement.prototype)
    stop = startWorker(host, battle, use, drawHere);
  else drawHere();
  return {
    draw: (scene: Scene): void => {
      last = scene;
      painter?.paint(scene);
    },
    /** Shows a picture of the map below everything else. */
    setPicture: (loaded: ImageBitmap): void => {
      picture = loaded;
      painter?.setPicture(loaded);
      if (last) painter?.paint(last);
    },
    stop,
  };
}
