/** The call for who was praised most. Throws as `request` does. */
import { requestData } from '#lib/client/client.ts';
import { hasFeature } from '#lib/client/features.ts';
import * as calls from '#lib/schemas/calls/praised.ts';

/** Players and clans praised most in the last 7 days; none where the API has no such lists. */
export async function getPraised(signal?: AbortSignal): Promise<calls.Praised> {
  if (!(await hasFeature('praised'))) return { players: [], clans: [] };
  return requestData(calls.getPraised, { signal });
}
