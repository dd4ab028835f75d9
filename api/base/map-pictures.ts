/** The operator's pictures of maps: files in a folder, named as the maps' spaces, such as `53_Shoreside.png`. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { type Image, loadImage } from '@napi-rs/canvas';

/** The formats, by extension, in the order in which they are looked for. */
const TYPES: readonly (readonly [extension: string, type: string])[] = [
  ['webp', 'image/webp'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
];
/** Names of spaces come from replays, and must not lead out of the folder. */
const NAME = /^\w{1,64}$/;

/** A picture of a map. */
export interface MapPicture {
  file: string;
  type: string;
}

/** The picture of a map in the folder; null when there is none, or no folder. */
export async function findMapPicture(folder: string | null, map: string): Promise<MapPicture | null> {
  if (folder === null || !NAME.test(map)) return null;
  for (const [extension, type] of TYPES) {
    const file = path.join(folder, `${map}.${extension}`);
    if ((await stat(file).catch(() => null))?.isFile()) return { file, type };
  }
  return null;
}

/** The same, decoded for drawing. A file that is no picture counts as none. */
export async function loadMapPicture(folder: string | null, map: string): Promise<Image | null> {
  const found = await findMapPicture(folder, map);
  return found && loadImage(found.file).catch(() => null);
}
