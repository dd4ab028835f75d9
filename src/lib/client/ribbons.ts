/** The call for ribbons. Throws as `request` does. */
import { request } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/ribbons.ts';

/** The ribbons of at most RIBBONS_MAX players, by id. */
export async function getRibbons(ids: number[], signal?: AbortSignal): Promise<calls.Ribbons> {
  return (await request(calls.getRibbons, { query: { ids }, signal })).data;
}
