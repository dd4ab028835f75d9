/** The moment that a seeded world is dated from. */
import { ConfigError } from '#lib/schemas/deployment.ts';

/** `SEED_NOW` as milliseconds since 1970, or `now` when it is not set. Throws a ConfigError when it is no date. */
export function seedNow(env: Readonly<Record<string, string | undefined>>, now: number): number {
  const { SEED_NOW } = env;
  if (!SEED_NOW) return now;
  const time = Date.parse(SEED_NOW);
  if (Number.isNaN(time))
    throw new ConfigError('Environment variable SEED_NOW must be a date such as 2026-01-31T12:00:00Z.');
  return time;
}
