/** The call for the features of an API. */
import { defineCall } from '#lib/schemas/call.ts';
import { z } from '#lib/schemas/zod.ts';

/** What this API has beyond production, by the names that it answers with. `docs/contract.md` says what each one is. */
export const FEATURES = ['cooldown', 'feeds', 'files', 'previews', 'ribbons', 'stats', 'timeline'] as const;
export type Feature = (typeof FEATURES)[number];

/** Later versions may name more. */
export const FeaturesSchema = z.object({ features: z.array(z.string()) });

/** Other servers lack this call: then they have none of the features. */
export const getFeatures = defineCall({
  method: 'GET',
  path: '/api/features',
  summary: 'What this API has beyond the original one',
  access: 'anyone',
  sharedSeconds: 5,
  status: 200,
  response: FeaturesSchema,
});
