/** The call for the features of an API. */
import { defineCall } from '#lib/schemas/call.ts';
import { z } from '#lib/schemas/zod.ts';

/**
 * Features of this API that production lacks, by name; three depend on settings, one on the region.
 * `docs/contract.md` describes each one.
 */
export const FEATURES = [
  'advice',
  'cis-replays',
  'companion',
  'companion-ids',
  'cooldown',
  'decisions',
  'feeds',
  'files',
  'holds',
  'holds-unproven',
  'karma-history',
  'minimaps',
  'own-decisions',
  'praised',
  'previews',
  'reasons',
  'replies',
  'reports',
  'ribbons',
  'sign-filter',
  'statements',
  'stats',
  'thumbnails',
  'timeline',
] as const;
export type Feature = (typeof FEATURES)[number];

/** Names of an API's features. Clients ignore names that they do not know, because later versions may send more. */
export const FeaturesSchema = z.object({ features: z.array(z.string()) });

/** Lists the API's features. A server without this call has none of them. */
export const getFeatures = defineCall({
  path: '/api/features',
  summary: 'What this API has beyond the original one',
  access: 'anyone',
  sharedSeconds: 5,
  response: FeaturesSchema,
});
