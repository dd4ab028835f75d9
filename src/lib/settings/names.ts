/** Names of environment variables that are no settings: misspelt ones, and those of earlier versions. */
import { distance } from 'fastest-levenshtein';
import type { Environment } from './deployment.ts';

const CONTACT = 'CONTACT_EMAIL is the contact for everything';

/** With these, DATABASE_URL may name a pooler. */
const REFUSED = ['DATABASE_POOLER', 'DATABASE_DIRECT_URL'];
const NO_POOLER = 'is no longer a setting: remove it, and let DATABASE_URL name the server, not a pooler.';

/** Removed variables, each with what applies instead. */
const REMOVED: Readonly<Record<string, string>> = {
  ALLOWED_ORIGINS: 'SITE_ORIGIN_EU and the like take further origins',
  EDGE_PORT: '"npm run production" serves previews itself',
  FEED_LINKS: 'pages announce the feeds',
  HUB_CONNECTIONS_ACCOUNT: 'an account may have 100 live connections',
  HUB_CONNECTIONS_ADDRESS: 'an address may have 200 live connections',
  LOG_LEVEL: 'production logs all but details, the demo logs problems',
  MIGRATE_AT_START:
    '"npm run production" without REDIS_URL applies migrations, otherwise "npm run migrate" does',
  POSTGRES_BIN: 'the tests find an installed server',
  POSTS_ON_FIRST_DAY:
    'an account may write 3 posts on its first day, fewer if POSTS_PER_DAY is, and any number if that is 0',
  PRIVACY_CONTACT: CONTACT,
  PUBLISHER_TLD_CIS: 'it is ru',
  REGION: '"npm run dev -- na" serves another region than EU',
  REPORTS_PER_DAY: 'an account may report 10 posts within 24 hours',
  S3_FORCE_PATH_STYLE: 'with S3_ENDPOINT the name of the bucket is in the path',
  SECURITY_CONTACT: CONTACT,
  SEED_NOW: 'the demo’s data is invented as of now',
  STOP_DELAY: 'a stopping API takes requests for 3 seconds with REDIS_URL, else for 1',
  SWAGGER_PUBLIC: 'visitors may open the API’s page',
};

/** A sentence for each removed variable that is set and ignored. */
export const removedWarnings = (env: Environment): string[] =>
  Object.entries(REMOVED)
    .filter(([name]) => env[name])
    .map(([name, instead]) => `${name} is no longer a setting and is ignored: ${instead}.`);

/** A sentence for each removed variable with which nothing starts. */
export const removedProblems = (env: Environment): string[] =>
  REFUSED.filter((name) => env[name]).map((name) => `${name} ${NO_POOLER}`);

/** Shorter names have more neighbours by accident: `HOME` and `PATH` are two letters from `HOST` and `PORT`. */
const SHORT = 9;
/** A word in common counts more than a few letters: `PUBLISHER_APP_ID` is short for `PUBLISHER_APPLICATION_ID`. */
const WORD_LETTERS = 4;

const lettersOf = (name: string): string => [...name].sort().join('');

function isClose(name: string, known: string): boolean {
  const edits = distance(name, known);
  const isLong = known.length >= SHORT;
  if (edits <= (isLong ? 2 : 1) || (edits === 2 && lettersOf(name) === lettersOf(known))) return true;
  const [word, second, third] = known.split('_');
  // Several of our names share two words (`RATE_LIMIT_`).
  if (third !== undefined && name.startsWith(`${word}_${second}_`)) return true;
  const isRelated = isLong && second !== undefined && name.startsWith(`${word}_`);
  return isRelated && edits <= Math.max(name.length, known.length) / 3;
}

function rankOf(name: string, known: string): number {
  const words = name.split('_');
  const common = known.split('_').filter((word) => words.includes(word));
  return distance(name, known) - WORD_LETTERS * common.length;
}

/** A sentence for each variable that is set, neither one of the `known` names nor a removed one, and close to one of them. */
export function misspellings(env: Environment, known: readonly string[]): string[] {
  const names = new Set([...known, ...Object.keys(REMOVED), ...REFUSED]);
  const unknown = Object.keys(env).filter((name) => env[name] !== undefined && !names.has(name));
  return unknown.flatMap((name) => {
    const upper = name.toUpperCase();
    const close = known.filter((other) => isClose(upper, other));
    const [meant] = close.sort((one, two) => rankOf(upper, one) - rankOf(upper, two));
    return meant === undefined ? [] : [`There is no variable ${name}: did you mean ${meant}?`];
  });
}
