/** The operator's picture of a battle's map. */
import { hasFeature } from '#lib/client/features.ts';
import { getMapPicture } from '#lib/client/media.ts';

/** Loads the picture of a map (Rule 30.13); null where the API has none, or it cannot be loaded. */
export async function loadMapPicture(map: string, signal: AbortSignal): Promise<ImageBitmap | null> {
  try {
    if (!(await hasFeature('minimaps'))) return null;
    return await createImageBitmap(await getMapPicture(map, signal));
  } catch {
    // The chart needs no picture.
    return null;
  }
}
