/** The call for the features of the API, which is made once per tab, before any call that not every API has. */
import { request } from '#lib/client/client.ts';
import { HttpError, SchemaError } from '#lib/client/errors.ts';
import { knownFeatures } from '#lib/domain/features.ts';
import { runtime } from '#lib/runtime.ts';
import { type Feature, getFeatures } from '#lib/schemas/calls/features.ts';

let features: Promise<readonly string[]> | undefined;

/** An API without the call has no features. */
function noneIfAbsent(error: unknown): readonly string[] {
  if (error instanceof SchemaError || (error instanceof HttpError && error.isNotFound)) return [];
  throw error;
}

const ask = (): Promise<readonly string[]> =>
  request(getFeatures).then(({ data }) => data.features, noneIfAbsent);

/** Whether the API has this feature. Throws as `request` does; the next call then requests the list again. */
export async function hasFeature(feature: Feature): Promise<boolean> {
  features ??= knownFeatures(runtime.sessionStorage, ask);
  try {
    return (await features).includes(feature);
  } catch (error) {
    features = undefined;
    throw error;
  }
}

/** Forgets the answer, for tests. */
export function resetFeatures(): void {
  features = undefined;
}
