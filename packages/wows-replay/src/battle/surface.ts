/** The part of a 2D context that drawing uses; canvas libraries of Node have it, too. */
export interface Surface {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  lineJoin: string;
  globalAlpha: number;
  font: string;
  textAlign: string;
  textBaseline: string;
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  rotate(radians: number): void;
  scale(x: number, y: number): void;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void;
  arc(x: number, y: number, radius: number, start: number, end: number): void;
  rect(x: number, y: number, width: number, height: number): void;
  fill(): void;
  stroke(): void;
  clip(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  setLineDash(dash: number[]): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): { width: number };
}

/** Raised when thumbnails are drawn differently, so that stored ones are drawn again. */
export const THUMBNAIL_VERSION = 2;
/** Size of a battle's thumbnail in pixels, and of the strip that phones show. */
export const THUMBNAIL = { width: 384, height: 256 } as const;
export const STRIP = { width: 672, height: 144 } as const;
