/** The pictures of link previews. */
import { loadMedia } from '#lib/client/load-media.ts';
import { runtime } from '#lib/runtime.ts';

/** A page that has a picture. */
export type PicturedPage = { kind: 'player'; id: number } | { kind: 'post'; id: string };

/** The picture of a page as a PNG. Throws as `request` does. */
export const getPreviewPicture = ({ kind, id }: PicturedPage): Promise<Blob> =>
  loadMedia(`${runtime.apiOrigin()}/og/${kind}/${id}.png`, (response) => response.blob());
