/** The environment variables of the local commands, checked. Everything has a default that works on one machine. */
import path from 'node:path';
import { loadConfig } from '#api/config/load-config.ts';
import { API_VARIABLES } from '#api/config/variables.ts';
import { misspellings, removedWarnings } from '#lib/settings/names.ts';
import { missingAddresses, SITE_VARIABLES } from '#lib/settings/site-variables.ts';
import { PlainFailure } from '#scripts/support/plain-failure.ts';
import { LOCAL_VARIABLES } from '#scripts/support/variables.ts';
import { isPortable } from '../../src/config.ts';

/** The project's folder. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

function portOf(name: string, fallback: number): number {
  const text = process.env[name];
  const port = text === undefined || text === '' ? fallback : Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new PlainFailure(`${name} must be a port number from 1 to 65535, not "${text}".`);
}

/** Reads the settings. Throws a plain failure that names a port that cannot be used. */
export function readSettings() {
  const port = portOf('PORT', 4321);
  const apiPort = portOf('API_PORT', 5010);
  if (port === apiPort) throw new PlainFailure(`PORT and API_PORT are both ${port}: give each its own.`);
  const host = process.env.HOST || 'localhost';
  /** The environment for builds and for the API: the caller's, with ports and domains filled in. */
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOST: host,
    API_PORT: String(apiPort),
    SITE_DOMAIN: process.env.SITE_DOMAIN || `localhost:${port}`,
    API_DOMAIN: process.env.API_DOMAIN || `localhost:${apiPort}`,
  };
  return {
    /** Port of the site. */
    port,
    /** Port of the regional API. */
    apiPort,
    /** Address to listen on; null means loopback, on IPv4 and IPv6. */
    host: host === 'localhost' ? null : host,
    /** Folder of the four builds. */
    distDir: path.resolve(ROOT, process.env.DIST_DIR || 'dist'),
    env,
  };
}

/** Links of the demo's footer, which lead nowhere. */
export const DEMO_LINKS = {
  SOURCE_URL: 'https://example.org/fleet-karma/source',
  CHAT_URL: 'https://example.org/fleet-karma/chat',
};

/**
 * The settings of the demo, checked as the API checks them, so that a refusal comes before a build: throws its ConfigError.
 * Prints the warnings, which the API's output would hide.
 */
export function readDemoSettings() {
  const settings = readSettings();
  const env: NodeJS.ProcessEnv = { ...DEMO_LINKS, ...settings.env };
  for (const warning of loadConfig(env, 'demo').warnings) console.warn(`Warning: ${warning}`);
  return { ...settings, env };
}

/** Names that some command knows: one file of settings may serve the build, the API and other commands. */
const KNOWN = Object.keys({ ...API_VARIABLES, ...SITE_VARIABLES, ...LOCAL_VARIABLES });

/**
 * Throws a plain failure that lists the addresses that a deployment lacks, and names that look
 * misspelt. Warns of removed variables.
 */
export function requireDeployment(): void {
  for (const warning of removedWarnings(process.env)) console.warn(`Warning: ${warning}`);
  const problems = misspellings(process.env, KNOWN);
  if (!isPortable(process.env)) problems.unshift(...missingAddresses(process.env));
  if (problems.length > 0) throw new PlainFailure(problems.join('\n'));
}
