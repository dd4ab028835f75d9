/** The secret that signs tokens, and what other processes may know of it. */
import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeDataFolderPrivate } from '#api/base/private-folder.ts';
import type { ApiConfig } from '#api/config/load-config.ts';
import { ConfigError } from '#lib/settings/deployment.ts';

const SECRET_FILE = 'jwt-secret';
/** The same as for `JWT_SECRET`. */
const SHORTEST = 32;

/**
 * The configured secret, or a random one that is created once and kept in the data folder, readable by its owner only. Throws a
 * ConfigError when the file was not stored whole.
 */
export function loadSecret(config: Pick<ApiConfig, 'jwtSecret' | 'dataDir'>): string {
  if (config.jwtSecret !== null) return config.jwtSecret;
  const file = path.join(config.dataDir, SECRET_FILE);
  makeDataFolderPrivate(config.dataDir);
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // A copied file may be readable by others.
    chmodSync(file, 0o600);
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < SHORTEST)
    throw new ConfigError(
      `The secret in ${file} is shorter than ${SHORTEST} characters: restore the file, or delete it, which signs all users out.`,
    );
  return secret;
}

/** Shows whether two processes have the same secret, without revealing it. */
export const fingerprintOf = (secret: string): string =>
  createHmac('sha256', secret).update('fleet-karma process').digest('base64url');
