/** The environment variables of object storage, and what they give. */
import { ConfigError, flagSchema, matching } from '#lib/settings/deployment.ts';
import type { ValuesOf, Variables } from '#lib/settings/variables.ts';
import { z } from '#lib/schemas/zod.ts';

const credential = (about: string, example: string) =>
  ({
    schema: z.optional(z.string()),
    about,
    example,
    unset: 'what the SDK finds, such as an instance’s role',
    mode: 'production',
  }) as const;

/** A bucket of any S3-compatible service. */
export const BUCKET_VARIABLES = {
  S3_BUCKET: {
    schema: z.optional(
      matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as fleet-karma'),
    ),
    about:
      'Bucket of replays and minimap videos; all processes share it, and `FILES_DIR` then has temporary files only.',
    example: 'fleet-karma',
    unset: 'none: files are in `FILES_DIR`',
    mode: 'production',
  },
  S3_ENDPOINT: {
    schema: z.optional(matching(/^https?:\/\/[^\s/?#@]+\/?$/, 'must be an http(s) address without a path')),
    about: 'Address of a service other than AWS. Browsers load files from there, too.',
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
  S3_FORCE_PATH_STYLE: {
    schema: z._default(flagSchema, false),
    about:
      'Whether the bucket’s name is in the path instead of the host, for services without a host per bucket.',
    example: 'true',
    mode: 'production',
  },
  AWS_ACCESS_KEY_ID: credential(
    'Key of an account that may read, write, list and delete objects.',
    'AKIA0123456789',
  ),
  AWS_SECRET_ACCESS_KEY: credential('Its secret.', '"$S3_SECRET"'),
} satisfies Variables;

/** A bucket. The SDK reads the credentials from the environment. */
export interface BucketConfig {
  bucket: string;
  endpoint: string | null;
  region: string;
  forcePathStyle: boolean;
}

/** The bucket of the variables; null without one. Throws a ConfigError for an address without a bucket. */
export function bucketOf(values: ValuesOf<typeof BUCKET_VARIABLES>): BucketConfig | null {
  const {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_FORCE_PATH_STYLE: forcePathStyle,
  } = values;
  if (bucket !== undefined) return { bucket, endpoint: endpoint ?? null, region, forcePathStyle };
  if (endpoint === undefined) return null;
  throw new ConfigError(
    'S3_ENDPOINT is set, but not S3_BUCKET: set both, or neither to keep files in FILES_DIR.',
  );
}

/** The origin from which browsers load the bucket's files. */
export function originOfBucket({ bucket, endpoint, region, forcePathStyle }: BucketConfig): string {
  const service = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  return forcePathStyle ? service.origin : `${service.protocol}//${bucket}.${service.host}`;
}
