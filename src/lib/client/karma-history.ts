/** The call for a player's karma over time. Throws as `request` does. */
import { request } from '#lib/client/client.ts';
import { hasFeature } from '#lib/client/features.ts';
import { getKarmaHistory, type KarmaHistory } from '#lib/schemas/calls/karma-history.ts';

/** Platform karma at the end of months with posts, oldest first; null where the API has no history. */
export async function karmaHistory(id: number, signal?: AbortSignal): Promise<KarmaHistory | null> {
  if (!(await hasFeature('karma-history'))) return null;
  return (await request(getKarmaHistory, { params: { id }, signal })).data;
}
