/** Draws the moments of a battle onto a canvas, of a page or of a worker. */
import type { Battle } from './battle.ts';
import { createDrawMemory, type Marks } from './draw-names.ts';
import { DARK, LIGHT } from './palette.ts';
import { drawBackdrop, drawMap } from './scene.ts';

/** As `--font` of tokens.css: a worker's canvas knows no style sheet. */
const FONT = '"Segoe UI", Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif';

/** How the map looks. */
export interface Look {
  /** Edge in CSS pixels. */
  size: number;
  /** Pixels of the canvas per CSS pixel. */
  density: number;
  dark: boolean;
}

/** All that the picture depends on, next to the battle. */
export interface Scene {
  time: number;
  look: Look;
  marks: Marks;
}

type Canvas = HTMLCanvasElement | OffscreenCanvas;
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const contextOf = (canvas: Canvas): Context | null =>
  canvas.getContext('2d', { alpha: false }) as Context | null;

/** Draws scenes, over the picture of the map once there is one. */
export interface Painter {
  paint: (scene: Scene) => void;
  setPicture: (picture: ImageBitmap) => void;
}

/** Creates a painter. `copy` is a canvas for what never changes, which is drawn once. */
export function createPainter(canvas: Canvas, copy: Canvas, battle: Battle): Painter {
  const context = contextOf(canvas);
  const backdrop = contextOf(copy);
  if (context === null || backdrop === null) return { paint: () => {}, setPicture: () => {} };
  let memory = createDrawMemory();
  let former: Look | undefined;
  let drawPicture: ((size: number) => void) | undefined;
  const adopt = ({ size, density, dark }: Look): void => {
    const pixels = Math.max(1, Math.round(size * density));
    for (const { canvas: resized } of [context, backdrop]) {
      resized.width = pixels;
      resized.height = pixels;
    }
    backdrop.scale(density, density);
    drawBackdrop(backdrop, { size, palette: dark ? DARK : LIGHT, font: FONT, drawPicture }, battle);
    memory = createDrawMemory();
  };
  const paint = ({ time, look, marks }: Scene): void => {
    const { size, density, dark } = look;
    if (size !== former?.size || density !== former.density || dark !== former.dark) adopt(look);
    former = look;
    context.setTransform(density, 0, 0, density, 0, 0);
    const style = { size, palette: dark ? DARK : LIGHT, font: FONT, marks };
    drawMap(
      context,
      battle,
      time,
      { ...style, drawBackdrop: () => context.drawImage(copy, 0, 0, size, size) },
      memory,
    );
  };
  return {
    paint,
    setPicture(picture) {
      drawPicture = (size) => backdrop.drawImage(picture, 0, 0, size, size);
      // The next scene draws the backdrop again.
      former = undefined;
    },
  };
}
