/** The operator's picture of a battle's map. */
import { hasFeature } from '#lib/client/features.ts';
import { loadMedia } from '#lib/client/load-media.ts';
import { runtime } from '#lib/runtime.ts';

/** Loads the picture of a map (Rule 30.13); null where the API has none, or it cannot be loaded. */
export async function loadMapPicture(map: string, signal: AbortSignal): Promise<ImageBitmap | null> {
  try {
    if (!(await hasFeature('minimaps'))) return null;
    const url = `${runtime.apiOrigin()}/api/Map/${encodeURIComponent(map)}`;
    return await createImageBitmap(await loadMedia(url, (response) => response.blob(), { signal }));
  } catch {
    // The chart needs no picture.
    return null;
  }
}
