/** The environment variables of object storage, and what they give. */

import { z } from '#lib/schemas/zod.ts';
import { ConfigError, matching } from '#lib/settings/deployment.ts';
import type { ValuesOf, Variables } from '#lib/settings/variables.ts';

/** A bucket of any S3-compatible service. */
export const BUCKET_VARIABLES = {
  S3_BUCKET: {
    schema: z.optional(
      matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as fleet-karma'),
    ),
    about:
      'Bucket of replays and minimap videos; all processes share it, and `FILES_DIR` then has temporary files only. AWS’s client finds the key itself: in its own variables `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or as an instance’s role.',
    example: 'fleet-karma',
    unset: 'none: files are in `FILES_DIR`',
    mode: 'production',
  },
  S3_ENDPOINT: {
    schema: z.optional(matching(/^https?:\/\/[^\s/?#@]+\/?$/, 'must be an http(s) address without a path')),
    about:
      'Address of a service other than AWS, with the bucket’s name in the path. Browsers load files from there, too.',
    example: 'https://s3.example.net',
    unset: 'AWS',
    mode: 'production',
  },
  S3_REGION: {
    schema: z._default(z.string(), 'us-east-1'),
    about: 'Region of the bucket, as its service names it.',
    example: 'eu-central-1',
    mode: 'production',
  },
} satisfies Variables;

/** A bucket. The SDK reads the credentials from the environment. */
export interface BucketConfig {
  bucket: string;
  endpoint: string | null;
  region: string;
}

/** The bucket of the variables; null without one. Throws a ConfigError for an address without a bucket. */
export function bucketOf(values: ValuesOf<typeof BUCKET_VARIABLES>): BucketConfig | null {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = values;
  if (bucket !== undefined) return { bucket, endpoint: endpoint ?? null, region };
  if (endpoint === undefined) return null;
  throw new ConfigError(
    'S3_ENDPOINT is set, but not S3_BUCKET: set both, or neither to keep files in FILES_DIR.',
  );
}

/** The origin from which browsers load the bucket's files. */
export const originOfBucket = ({ bucket, endpoint, region }: BucketConfig): string =>
  endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : new URL(endpoint).origin;
