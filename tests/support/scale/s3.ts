/** An S3 server on the loopback address. It does not check signatures. */
import path from 'node:path';
import { freePort } from '#scripts/support/listen.ts';
import { createServerHome, startGuarded, untilStarted } from '#tests/support/guarded-program.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../../node_modules/s3rver/bin/s3rver.js');

/** A running server with one empty bucket. */
export interface S3Server {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  stop(): Promise<void>;
}

/** Starts the server on a free port. */
export async function startS3(): Promise<S3Server> {
  // The project's folder may be closed to other accounts, so the server keeps this one.
  const { cwd, env, isKept } = createServerHome('s3');
  const port = await freePort();
  const options = ['--directory', cwd, '--address', '127.0.0.1', '--port', String(port), '--silent'];
  const bucket = 'fleet-karma';
  const program = startGuarded({ cwd, env, isKept }, [
    process.execPath,
    PROGRAM,
    ...options,
    '--no-vhost-buckets',
    '--configure-bucket',
    bucket,
  ]);
  const endpoint = `http://127.0.0.1:${port}`;
  // The bucket is created before the server listens.
  await untilStarted('The S3 server', program, () => fetch(endpoint));
  return { endpoint, bucket, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', stop: program.stop };
}
