/** Draws the thumbnail of a battle with the code of the battle player. */
import { createCanvas, type Image } from '@napi-rs/canvas';
import { type Surface, THUMBNAIL } from 'wows-replay/battle/surface';
import { drawThumbnail } from 'wows-replay/battle/thumbnail';
import type { Timeline } from 'wows-replay/timeline';
import { fontFamilies } from '#api/base/fonts.ts';
import type { PartiesOfPost } from '#api/model/replays/thumbnails.ts';
import { pairIn } from '#lib/domain/battle.ts';

/** Lines and flat colours stay sharp at this quality. Nearly all thumbnails have at most 6 KB. */
const QUALITY = 40;

/** The thumbnail of a timeline for a post, as WebP, over the map's picture if there is one. Needs the fonts of `registerFonts`. */
export function thumbnailOf(
  timeline: Timeline,
  { authorId, playerId }: PartiesOfPost,
  picture: Image | null = null,
): Uint8Array {
  const canvas = createCanvas(THUMBNAIL.width, THUMBNAIL.height);
  // Names are needed only for files without account ids, which have no timeline.
  const party = (id: number) => ({ id, username: '' });
  const pair = pairIn(timeline, { author: party(authorId), player: party(playerId) });
  const context = canvas.getContext('2d');
  drawThumbnail(context as unknown as Surface, timeline, pair, {
    font: fontFamilies(),
    drawPicture: picture ? (size) => context.drawImage(picture, 0, 0, size, size) : undefined,
  });
  return new Uint8Array(canvas.encodeSync('webp', QUALITY));
}
