/** Which part of the map a thumbnail shows. */
import type { CircleMoment } from './moment.ts';
import { STRIP, THUMBNAIL } from './surface.ts';

/** The size of a picture, or of the strip. */
export type Size = typeof THUMBNAIL | typeof STRIP;

/** Space around the tracks and outside of the map, in pixels, and how far the map may be enlarged. */
const MARGIN = 30;
const OUTSIDE = 20;
const SIZE_MAX = 730;
/** The strip: how far the map is enlarged, and the space left and right of both ends. */
const STRIP_SIZE_MAX = 900;
const STRIP_MARGIN = 150;
/** A place on the map, as shares of its edge. */
export interface Point {
  x: number;
  z: number;
}

/** The middle of a picture on the map in pixels, the map's edge, and by how much it is turned, in radians. */
export interface Frame {
  size: number;
  x: number;
  y: number;
  angle: number;
}

const span = (values: readonly number[]): [number, number] =>
  values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];

/** The frame of the thumbnail: it holds all points and cuts none of the circles, as large as that allows. */
export function frameAround(
  points: readonly Point[],
  circles: readonly Pick<CircleMoment, 'x' | 'z' | 'r'>[],
): Frame {
  const { width, height } = THUMBNAIL;
  const [west, east] = span(points.map(({ x }) => x));
  const [south, north] = span(points.map(({ z }) => z));
  const fitting = Math.min((width - 2 * MARGIN) / (east - west), (height - 2 * MARGIN) / (north - south));
  const size = Math.min(SIZE_MAX, Math.max(height - 2 * OUTSIDE, fitting));
  const place = (middle: number, length: number): number => {
    const nearest = Math.min(size / 2, length / 2 - OUTSIDE);
    return Math.min(Math.max(middle * size, nearest), size - nearest);
  };
  const [x, y] = [place((west + east) / 2, width), place(1 - (south + north) / 2, height)];
  const isIn = (circle: (typeof circles)[number]): boolean =>
    Math.abs(circle.x * size - x) < width / 2 + circle.r * size &&
    Math.abs((1 - circle.z) * size - y) < height / 2 + circle.r * size;
  const inside = circles.filter(isIn);
  if (inside.length === 0) return { size, x, y, angle: 0 };
  const edges = inside.flatMap(({ x, z, r }) => [-r, r].map((by) => ({ x: x + by, z: z + by })));
  const others = circles.filter((circle) => !inside.includes(circle));
  return frameAround([...points, ...edges], others);
}

/** The frame of the strip: where the tracks end, turned so that the author is left and the player right. */
export function stripAround([author, player]: readonly (Point | undefined)[]): Frame {
  const from = author ?? player ?? { x: 0.5, z: 0.5 };
  const to = player ?? from;
  const [dx, dz] = [to.x - from.x, to.z - from.z];
  const size = Math.min(STRIP_SIZE_MAX, (STRIP.width - 2 * STRIP_MARGIN) / Math.hypot(dx, dz));
  return { size, x: size * (from.x + dx / 2), y: size * (1 - from.z - dz / 2), angle: Math.atan2(dz, dx) };
}

/** A place in pixels. */
export interface Pixel {
  x: number;
  y: number;
}

/** Where a place of the map is in the picture. */
export function placeIn(frame: Frame, place: Pixel, { width, height }: Size): Pixel {
  const [x, y] = [place.x - frame.x, place.y - frame.y];
  const [cos, sin] = [Math.cos(frame.angle), Math.sin(frame.angle)];
  return { x: width / 2 + x * cos - y * sin, y: height / 2 + x * sin + y * cos };
}
