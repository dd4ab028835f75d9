/** The call for ribbons. Throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import { hasFeature } from '#lib/client/features.ts';
import * as calls from '#lib/schemas/calls/ribbons.ts';

/** The ribbons of the first RIBBONS_MAX players, by id; none where the API has no ribbons. */
export async function getRibbons(ids: number[], signal?: AbortSignal): Promise<calls.Ribbons> {
  if (!(await hasFeature('ribbons'))) return {};
  return requestData(calls.getRibbons, { query: { ids: ids.slice(0, calls.RIBBONS_MAX) }, signal });
}
