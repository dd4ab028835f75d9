/** Draws the thumbnail of a battle with the code of the battle player. */
import { createCanvas, type Image } from '@napi-rs/canvas';
import { STRIP, type Surface, THUMBNAIL } from 'wows-replay/battle/surface';
import { drawThumbnail, type Shown } from 'wows-replay/battle/thumbnail';
import type { Timeline } from 'wows-replay/timeline';
import { fontFamilies } from '#api/base/fonts.ts';
import type { DrawnThumbnail, PartiesOfPost } from '#api/model/replays/thumbnails.ts';
import { pairIn } from '#lib/domain/roster.ts';

/** Lines and flat colours stay sharp at this quality. Nearly all thumbnails have at most 6 KB. */
const QUALITY = 36;

/** The ships of a post's author and player in a timeline. */
export function pairOf(timeline: Timeline, { authorId, playerId }: PartiesOfPost) {
  // Names are needed only for files without account ids, which have no timeline.
  const party = (id: number) => ({ id, username: '' });
  return pairIn(timeline, { author: party(authorId), player: party(playerId) });
}

/**
 * The thumbnail of a timeline for a post: picture and strip as WebP, one after the other. Over the map's picture if there is
 * one. Needs the fonts of `registerFonts`.
 */
export function thumbnailOf(
  timeline: Timeline,
  parties: PartiesOfPost,
  picture: Image | null = null,
): DrawnThumbnail {
  const pair = pairOf(timeline, parties);
  const drawn = ([THUMBNAIL, STRIP] as const).map((size): [Buffer, Shown] => {
    const canvas = createCanvas(size.width, size.height);
    const context = canvas.getContext('2d');
    const shown = drawThumbnail(context as unknown as Surface, timeline, pair, size, {
      font: fontFamilies(),
      drawPicture: picture ? (edge) => context.drawImage(picture, 0, 0, edge, edge) : undefined,
    });
    return [canvas.encodeSync('webp', QUALITY), shown];
  }) as [[Buffer, Shown], [Buffer, Shown]];
  const [[, shown]] = drawn;
  return { bytes: new Uint8Array(Buffer.concat(drawn.map(([bytes]) => bytes))), shown };
}
