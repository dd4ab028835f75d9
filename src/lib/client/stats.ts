/** The call for the numbers of the week. Throws as `request` does. */
import { request } from '#lib/client/client.ts';
import * as calls from '#lib/schemas/calls/stats.ts';

/** Numbers of the last 7 days. */
export async function getStats(signal?: AbortSignal): Promise<calls.Stats> {
  return (await request(calls.getStats, { signal })).data;
}
